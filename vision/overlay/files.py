"""Pictures and films as files' bytes."""

from __future__ import annotations

import io
from collections.abc import Iterator, Mapping
from typing import Any, Final

import cv2
from PIL import Image

from vision.overlay.film import Film
from vision.photo import Picture

STILLS: Final[Mapping[str, tuple[int, ...]]] = {
    ".png": (),
    ".jpg": (cv2.IMWRITE_JPEG_QUALITY, 90),
    ".jpeg": (cv2.IMWRITE_JPEG_QUALITY, 90),
    ".webp": (cv2.IMWRITE_WEBP_QUALITY, 88),
}
"""Suffixes of pictures that stand still, with what OpenCV is told about each."""
FILMS: Final = (".gif", ".webp")
"""Suffixes of pictures that move."""
WEBP_QUALITY: Final = 65


def encoded(picture: Picture, suffix: str) -> bytes:
    """A picture in the format of a suffix, one of ``STILLS``."""
    done, data = cv2.imencode(suffix, picture, STILLS[suffix])
    assert done, suffix
    return data.tobytes()


def encoded_film(film: Film, suffix: str) -> bytes:
    """A film in the format of a suffix, one of ``FILMS``; it begins again when it has ended."""
    frames: Iterator[Image.Image] = map(_image, film.frames)
    how: dict[str, Any] = {"quality": WEBP_QUALITY}
    if suffix == ".gif":
        # One palette for all, and no dithering: what does not move costs nothing.
        palette = _image(film.evening).reduce(2).quantize(256, method=Image.Quantize.MAXCOVERAGE)
        frames = (frame.quantize(palette=palette, dither=Image.Dither.NONE) for frame in frames)
        how = {"optimize": False}
    stream = io.BytesIO()
    next(frames).save(
        stream,
        format=suffix[1:],
        save_all=True,
        append_images=frames,
        duration=[*film.milliseconds],
        loop=0,
        **how,
    )
    return stream.getvalue()


def _image(picture: Picture) -> Image.Image:
    return Image.fromarray(cv2.cvtColor(picture, cv2.COLOR_BGR2RGB))
