"""Photos as they come from phones: any of four formats, upright, no larger than reading needs."""

from __future__ import annotations

import errno
import io
import math
import re
import warnings
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray
from PIL import ExifTags, Image, ImageFile
from PIL.JpegImagePlugin import JpegImageFile
from PIL.PngImagePlugin import PngImageFile
from PIL.WebPImagePlugin import WebPImageFile
from pillow_heif import HeifImageFile

from mechanica_core.errors import why_not
from mechanica_core.files import open_file
from mechanica_core.messages import Message, say
from vision.errors import Failure, PhotoError

Picture = NDArray[np.uint8]

MAX_BYTES: Final = 64_000_000
MAX_PIXELS: Final = 80_000_000
ENOUGH: Final = 1600
"""A photo is decoded smaller as long as its long side keeps this many pixels."""

# The classes are used directly because Image.open warns or raises by a limit of its own.
_FORMATS: Final[Mapping[str, Callable[[io.BytesIO], ImageFile.ImageFile]]] = {
    "JPEG": JpegImageFile,
    "PNG": PngImageFile,
    "WebP": WebPImageFile,
    "HEIC": HeifImageFile,
}
_HEIC_BRANDS: Final = (b"heic", b"heix", b"heim", b"heis", b"hevc", b"hevx", b"hevm", b"hevs", b"mif1", b"msf1")
_HEIC_TURNS: Final = (b"\0\0\0\x09irot", b"\0\0\0\x09imir")
"""How the properties begin by which a HEIC file turns or mirrors its picture."""
_OTHERS: Final = {
    "GIF": rb"GIF8",
    "BMP": rb"BM.{4}\0{4}",
    "TIFF": rb"II\*\0|MM\0\*",
    "AVIF": rb".{4}ftypavi[fs]",
    "MP4": rb".{4}ftyp",
    "JPEG XL": rb"\xff\x0a|\0\0\0\x0cJXL ",
    "JPEG 2000": rb"\0\0\0\x0cjP  |\xff\x4f\xff\x51",
    "Photoshop": rb"8BPS",
    "PDF": rb"%PDF",
}
"""How files begin that people take for photos, and that cannot be read."""
_COPY_AGAIN: Final = say("Copy it from the phone again.")
_TIPS: Final[Mapping[int | None, Message]] = {
    errno.ENOENT: say("Check its name and its folder."),
    errno.ENOTDIR: say("Check its name and its folder."),
    errno.EISDIR: say("Name the photos in it, as in {example}.", example="photos/*.jpg"),
    errno.EACCES: say("Make it readable for yourself."),
}
"""What to do about a file that the system does not give out."""
_REDUCED: Final = {
    1: cv2.IMREAD_COLOR,
    2: cv2.IMREAD_REDUCED_COLOR_2,
    4: cv2.IMREAD_REDUCED_COLOR_4,
    8: cv2.IMREAD_REDUCED_COLOR_8,
}
_END_OF_JPEG: Final = b"\xff\xd9"


@dataclass(frozen=True, slots=True, eq=False)
class Photo:
    """An upright photo at the size that reading works on; nothing of the file's metadata is kept.

    ``pixels`` are (height, width, 3), uint8, BGR. ``scale`` is how many pixels of the photo one of these covers each
    way: 1, 2, 4 or 8. ``size`` is (width, height) of the upright photo.
    """

    pixels: Picture
    scale: float
    size: tuple[int, int]


def load(source: str | Path | bytes) -> Photo:
    """Read a photo from a file or from a file's bytes; what it is, its bytes tell and not its name.

    Raises :class:`PhotoError`: ``bad_file`` if it is no JPEG, PNG, WebP or HEIC or is damaged, ``too_large`` if it has
    more than 64 MB or 80 megapixels, which its header tells before anything is decoded.
    """
    data = source if isinstance(source, bytes) else _read(Path(source))
    if len(data) > MAX_BYTES:
        raise PhotoError(Failure.TOO_LARGE, say("the file has more than {most} MB", most=MAX_BYTES // 1_000_000))
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # Pillow's, of broken metadata
        return _decoded(data)


def _decoded(data: bytes) -> Photo:
    kind = format_of(data)
    stream = io.BytesIO(data)
    try:
        image = _FORMATS[kind](stream)
    except Exception:  # for a broken file Pillow raises nearly anything
        raise _damaged(kind) from None
    pixels = math.prod(image.size)
    if pixels > MAX_PIXELS:
        most = MAX_PIXELS // 1_000_000
        why = say("the photo has {pixels} megapixels, and {most} are the most", pixels=pixels // 1_000_000, most=most)
        raise PhotoError(Failure.TOO_LARGE, why)
    scale = next(scale for scale in (8, 4, 2, 1) if scale == 1 or max(image.size) >= scale * ENOUGH)
    if kind == "JPEG":
        stored = _jpeg(data, stream.tell(), scale)
    else:
        try:
            stored = _other(image, scale)
        except Exception:
            raise _damaged(kind) from None
    orientation = _orientation(image, data)
    width, height = image.size
    return Photo(_upright(stored, orientation), scale, (height, width) if orientation >= 5 else (width, height))


def _read(file: Path) -> bytes:
    try:
        with open_file(file) as opened:
            return opened.read(MAX_BYTES + 1)
    except (OSError, ValueError) as error:
        tip = _TIPS.get(getattr(error, "errno", None), _TIPS[errno.ENOENT])
        if isinstance(error, FileNotFoundError):
            raise PhotoError(Failure.BAD_FILE, say("there is no such file"), tip) from None
        raise PhotoError(Failure.BAD_FILE, say("the file cannot be read: {why}", why=why_not(error)), tip) from None


def format_of(data: bytes) -> str:
    """JPEG, PNG, WebP or HEIC, as a file's first bytes tell. Raises :class:`PhotoError` if it is none of them."""
    if data.startswith(b"\xff\xd8\xff"):
        return "JPEG"
    if data.startswith(b"\x89PNG\r\n\x1a\n"):
        return "PNG"
    if data.startswith(b"RIFF") and data[8:12] == b"WEBP":
        return "WebP"
    if data[4:8] == b"ftyp" and data[8:12] in _HEIC_BRANDS:
        return "HEIC"
    if not data:
        raise PhotoError(Failure.BAD_FILE, say("the file is empty"), _COPY_AGAIN)
    other = next((name for name, start in _OTHERS.items() if re.match(start, data, re.DOTALL)), None)
    if other:
        why = say("the file is {format}, not JPEG, PNG, WebP or HEIC", format=other)
        raise PhotoError(Failure.BAD_FILE, why, say("Save it as JPEG, and take that."))
    raise PhotoError(Failure.BAD_FILE, say("the file is none of JPEG, PNG, WebP and HEIC"))


def _damaged(kind: str) -> PhotoError:
    return PhotoError(Failure.BAD_FILE, say("the {format} file is damaged or cut off", format=kind), _COPY_AGAIN)


def _jpeg(data: bytes, first_scan: int, scale: int) -> Picture:
    """Decode with OpenCV, which is quicker than Pillow but fills up what a file lacks with grey."""
    # Behind the headers, with their thumbnails, the two bytes of the end mark stand for nothing else.
    if data.rfind(_END_OF_JPEG, first_scan) < 0:
        why = say("the {format} file is cut off: its end is missing", format="JPEG")
        raise PhotoError(Failure.BAD_FILE, why, _COPY_AGAIN)
    flags = _REDUCED[scale] | cv2.IMREAD_IGNORE_ORIENTATION
    decoded = cv2.imdecode(np.frombuffer(data, np.uint8), flags)
    if decoded is None:
        raise _damaged("JPEG")
    return np.asarray(decoded, np.uint8)


def _other(image: Image.Image, scale: int) -> Picture:
    """Decode with Pillow; what is transparent lies on white."""
    image.load()
    if image.mode.startswith("I"):  # 16 bits of grey, which Pillow would cut off at 255
        image = Image.fromarray((np.asarray(image) >> 8).astype(np.uint8))
    image = image.convert("RGBA" if image.has_transparency_data else "RGB").reduce(scale)
    if image.mode == "RGBA":
        page = Image.new("RGB", image.size, "white")
        page.paste(image, mask=image)
        image = page
    return np.asarray(cv2.cvtColor(np.asarray(image), cv2.COLOR_RGB2BGR))


def _orientation(image: Image.Image, data: bytes) -> int:
    """What is left to do to turn the decoded picture upright, as the EXIF orientation: 1 to 8."""
    if isinstance(image, HeifImageFile):
        # Decoding has turned it as the file's own properties say. EXIF repeats them, and counts only without them;
        # pillow-heif keeps it apart.
        value = 1 if any(box in data for box in _HEIC_TURNS) else image.info.get("original_orientation")
    else:
        try:
            value = image.getexif().get(ExifTags.Base.Orientation)
        except Exception:  # broken metadata do not break a photo
            value = 1
    return value if isinstance(value, int) and 1 <= value <= 8 else 1


def _upright(stored: Picture, orientation: int) -> Picture:
    """Undo what the EXIF orientation says."""
    picture: cv2.typing.MatLike = stored
    match orientation:
        case 2:
            picture = cv2.flip(stored, 1)
        case 3:
            picture = cv2.rotate(stored, cv2.ROTATE_180)
        case 4:
            picture = cv2.flip(stored, 0)
        case 5:
            picture = cv2.transpose(stored)
        case 6:
            picture = cv2.rotate(stored, cv2.ROTATE_90_CLOCKWISE)
        case 7:
            picture = cv2.rotate(cv2.transpose(stored), cv2.ROTATE_180)
        case 8:
            picture = cv2.rotate(stored, cv2.ROTATE_90_COUNTERCLOCKWISE)
    return np.asarray(picture, np.uint8)
