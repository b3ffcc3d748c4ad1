"""Pictures and films as files' bytes."""

from __future__ import annotations

import io
from collections.abc import Iterator, Mapping
from typing import Any, Final

import cv2
import numpy as np
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
COLOURS: Final = 255
"""Of a GIF, which has one more for what stays as it was."""


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
        frames, how = _in_few_colours(film), {"optimize": False}
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


def _in_few_colours(film: Film) -> Iterator[Image.Image]:
    """The frames in one palette, dithered; what does not move stays the same dots, and so costs nothing."""
    palette = _image(film.evening).reduce(2).quantize(COLOURS, method=Image.Quantize.MAXCOVERAGE, kmeans=1)
    before: Picture | None = None
    shown: Picture | None = None
    for frame in film.frames:
        dots = np.asarray(_image(frame).quantize(palette=palette, dither=Image.Dither.FLOYDSTEINBERG))
        if before is not None and shown is not None:
            dots = np.where((frame == before).all(2), shown, dots)
        before, shown = frame, dots
        image = Image.fromarray(dots)
        image.putpalette(palette.getpalette() or [])
        yield image


def _image(picture: Picture) -> Image.Image:
    return Image.fromarray(cv2.cvtColor(picture, cv2.COLOR_BGR2RGB))
