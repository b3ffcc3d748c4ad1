"""Read a factory from one phone photo.

>>> from vision import read, teach, load_copy
"""

from vision.coins import CoinReading, read_coins
from vision.copies import Copy, demo_copy
from vision.copies import load as load_copy
from vision.copies import save as save_copy
from vision.errors import CopyError, Failure, PhotoError
from vision.photo import Photo
from vision.photo import load as load_photo
from vision.reader import read
from vision.reading import CorrectionError, Doubt, Reading
from vision.teaching import BoardPhoto, teach

__all__ = [
    "BoardPhoto",
    "CoinReading",
    "Copy",
    "CopyError",
    "CorrectionError",
    "Doubt",
    "Failure",
    "Photo",
    "PhotoError",
    "Reading",
    "demo_copy",
    "load_copy",
    "load_photo",
    "read",
    "read_coins",
    "save_copy",
    "teach",
]
