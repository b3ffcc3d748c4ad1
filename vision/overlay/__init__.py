"""Pictures on the photo: what was read, the next workday as it will run, and what earned points.

>>> from vision.overlay import draw_reading, draw_workday, draw_score, film_of, encoded
"""

from vision.overlay.files import FILMS, STILLS, encoded, encoded_film
from vision.overlay.film import Film, film_of
from vision.overlay.pictures import draw_reading, draw_score, draw_workday

__all__ = [
    "FILMS",
    "STILLS",
    "Film",
    "draw_reading",
    "draw_score",
    "draw_workday",
    "encoded",
    "encoded_film",
    "film_of",
]
