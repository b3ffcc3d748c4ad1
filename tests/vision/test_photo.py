"""Photos as phones and people hand them over: turned, mislabelled, broken, huge."""

from __future__ import annotations

import copy
import io
import pickle
import struct
import time
import zlib
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray
from PIL import ExifTags, Image, ImageOps
from pillow_heif import from_pillow

from mechanica_core.errors import MechanicaError
from mechanica_core.messages import LANGUAGES
from vision.errors import TIPS, Failure, PhotoError
from vision.photo import MAX_BYTES, Photo, load

Picture = NDArray[np.uint8]

WIDTH, HEIGHT = 192, 128
"""Whole blocks of every format, so that a turned picture is packed much like the upright one."""
FORMATS: Final = ("JPEG", "PNG", "WEBP", "HEIF")
SUFFIXES: Final = {"JPEG": "jpg", "PNG": "png", "WEBP": "webp", "HEIF": "heic"}


def scene() -> Picture:
    """A picture (BGR) without any symmetry: smooth, so that packing changes little, with one red corner."""
    rows, columns = np.mgrid[:HEIGHT, :WIDTH].astype(np.float64)
    picture = np.stack([columns, 255 - rows, 120 + 60 * np.sin(rows / 30 + columns / 50)], axis=-1)
    picture[:48, :64] = (20, 30, 220)
    return picture.astype(np.uint8)


SCENE: Final = scene()


def stored(orientation: int) -> Image.Image:
    """What a camera stores of the scene when it writes that EXIF orientation."""
    upright = Image.fromarray(SCENE[..., ::-1].copy())
    undo = {1: 1, 2: 2, 3: 3, 4: 4, 5: 5, 6: 8, 7: 7, 8: 6}[orientation]
    upright.getexif()[ExifTags.Base.Orientation] = undo
    return ImageOps.exif_transpose(upright)


def exif(orientation: int) -> Image.Exif:
    tags = Image.Exif()
    tags[ExifTags.Base.Orientation] = orientation
    return tags


def packed(image: Image.Image, kind: str = "JPEG", **options: Any) -> bytes:
    """The file of a picture, with as little loss as the format can do."""
    stream = io.BytesIO()
    if kind == "HEIF":
        from_pillow(image).save(stream, quality=95, **options)
    else:
        image.save(stream, kind, quality=95, lossless=True, **options)
    return stream.getvalue()


def shows_the_scene(photo: Photo) -> bool:
    if photo.pixels.shape != SCENE.shape or photo.pixels.dtype != np.uint8 or photo.size != (WIDTH, HEIGHT):
        return False
    return float(np.abs(photo.pixels.astype(int) - SCENE).mean()) < 3


def failure(source: str | Path | bytes) -> PhotoError:
    """The error of a photo that is refused, which may not take a second."""
    begun = time.perf_counter()
    with pytest.raises(PhotoError) as raised:
        load(source)
    assert time.perf_counter() - begun < 1
    return raised.value


# -- which way is up -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("orientation", range(1, 9))
@pytest.mark.parametrize("kind", ["JPEG", "PNG", "WEBP"])
def test_photos_are_turned_upright_as_exif_says(tmp_path: Path, kind: str, orientation: int) -> None:
    data = packed(stored(orientation), kind, exif=exif(orientation))
    file = tmp_path / f"photo.{SUFFIXES[kind]}"
    file.write_bytes(data)
    for source in (data, file, str(file)):
        assert shows_the_scene(load(source))


@pytest.mark.parametrize("orientation", range(1, 9))
def test_heic_is_turned_once_whatever_says_so(orientation: int) -> None:
    """By its own properties, which EXIF may repeat; by EXIF alone; or not at all."""
    image = stored(orientation)
    both = packed(image, "HEIF", exif=exif(orientation).tobytes())
    assert (b"irot" in both or b"imir" in both) is (orientation != 1)
    # The same boxes under a name that readers skip: only EXIF is left.
    exif_alone = both.replace(b"irot", b"free").replace(b"imir", b"free")
    for data in (both, exif_alone, packed(stored(1), "HEIF")):
        assert shows_the_scene(load(data))


def test_properties_of_heic_go_before_exif() -> None:
    data = packed(stored(6), "HEIF", exif=exif(6).tobytes())
    assert shows_the_scene(load(data.replace(exif(6).tobytes(), exif(8).tobytes())))


@pytest.mark.parametrize(
    "tags", [exif(0).tobytes(), exif(9).tobytes(), b"Exif\0\0nonsense", b"Exif\0\0II*\0\xff\xff\xff\x7f"]
)
def test_broken_metadata_turn_nothing(tags: bytes) -> None:
    assert shows_the_scene(load(packed(stored(1), exif=tags)))


# -- what it is, the bytes tell ------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["photo.heic", "photo.jpg", "photo.txt", "photo"])
@pytest.mark.parametrize("kind", FORMATS)
def test_names_do_not_matter(tmp_path: Path, kind: str, name: str) -> None:
    file = tmp_path / name
    file.write_bytes(packed(stored(1), kind))
    assert shows_the_scene(load(file))


def grey_of_16_bits(image: Image.Image) -> Image.Image:
    return Image.fromarray(np.asarray(image.convert("L")).astype(np.uint16) * 257)


@pytest.mark.parametrize(
    ("kind", "change"),
    [
        ("PNG", lambda image: image.convert("L")),
        ("PNG", grey_of_16_bits),
        ("JPEG", lambda image: image.convert("L")),
    ],
)
def test_grey_photos_are_read(kind: str, change: Callable[[Image.Image], Image.Image]) -> None:
    photo = load(packed(change(stored(1)), kind))
    grey = cv2.cvtColor(SCENE, cv2.COLOR_BGR2GRAY)
    assert photo.pixels.shape == SCENE.shape
    assert np.abs(photo.pixels.astype(int) - grey[..., None]).max() < 6


def test_colour_of_16_bits_is_read() -> None:
    done, data = cv2.imencode(".png", SCENE.astype(np.uint16) * 257)
    assert done
    assert shows_the_scene(load(data.tobytes()))


def test_jpeg_in_printing_colours_is_read() -> None:
    photo = load(packed(stored(1).convert("CMYK")))
    assert np.abs(photo.pixels.astype(int) - SCENE).mean() < 6


def test_palettes_are_read() -> None:
    photo = load(packed(stored(1).quantize(256), "PNG"))
    assert np.abs(photo.pixels.astype(int) - SCENE).mean() < 12


@pytest.mark.parametrize("kind", ["PNG", "WEBP", "HEIF"])
def test_what_is_transparent_lies_on_white(kind: str) -> None:
    image = stored(1).convert("RGBA")
    image.paste((0, 0, 0, 0), (64, 64, 128, 128))
    photo = load(packed(image, kind))
    assert photo.pixels[72:120, 72:120].min() > 250
    assert np.abs(photo.pixels[:40, :56].astype(int) - SCENE[:40, :56]).mean() < 3


# -- how much of it is decoded -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("size", "scale"), [((1600, 40), 1), ((3199, 40), 1), ((3200, 40), 2), ((40, 6400), 4), ((12801, 40), 8)]
)
@pytest.mark.parametrize("kind", ["JPEG", "PNG"])
def test_large_photos_are_decoded_smaller(kind: str, size: tuple[int, int], scale: int) -> None:
    photo = load(packed(Image.new("RGB", size, (200, 100, 50)), kind, exif=exif(6)))
    width, height = size
    assert (photo.size, photo.scale) == ((height, width), scale)
    assert photo.pixels.shape == (-(-width // scale), -(-height // scale), 3)
    assert np.abs(photo.pixels.astype(int) - (50, 100, 200)).max() < 4


def test_nothing_of_the_metadata_is_kept() -> None:
    tags = exif(1)
    tags[ExifTags.Base.Artist] = "somebody"
    photo = load(packed(stored(1), exif=tags))
    assert photo.__slots__ == ("pixels", "scale", "size")
    assert b"somebody" not in photo.pixels.tobytes()


def test_a_phone_photo_of_50_megapixels_is_read() -> None:
    done, data = cv2.imencode(".jpg", np.full((6144, 8160), 90, np.uint8))
    assert done
    photo = load(data.tobytes())
    assert (photo.size, photo.scale, photo.pixels.shape) == ((8160, 6144), 4, (1536, 2040, 3))


# -- what is refused -----------------------------------------------------------------------------------------


def png(width: int, height: int) -> bytes:
    """A one-colour PNG, made without ever holding its pixels."""
    row = bytes(1 + (width + 7) // 8)
    packer = zlib.compressobj()
    pixels = b"".join(packer.compress(row) for _ in range(height)) + packer.flush()
    header = struct.pack(">2L5B", width, height, 1, 0, 0, 0, 0)

    def chunk(name: bytes, content: bytes) -> bytes:
        return struct.pack(">L", len(content)) + name + content + struct.pack(">L", zlib.crc32(name + content))

    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", pixels) + chunk(b"IEND", b"")


def test_a_giant_png_is_refused_by_its_header(monkeypatch: pytest.MonkeyPatch) -> None:
    data = png(12_000, 12_000)
    assert len(data) < 1_000_000
    monkeypatch.setattr(Image.Image, "load", lambda image: pytest.fail("decoded"))
    monkeypatch.setattr("PIL.ImageFile.ImageFile.load", lambda image: pytest.fail("decoded"))
    error = failure(data)
    assert (error.code, str(error)) == (Failure.TOO_LARGE, "the photo has 144 megapixels, and 80 are the most")


def test_a_giant_jpeg_is_refused_by_its_header() -> None:
    data = packed(Image.new("L", (16, 16)))
    frame = data.index(b"\xff\xc0") + 5
    assert failure(data[:frame] + struct.pack(">2H", 10_000, 10_000) + data[frame + 4 :]).code is Failure.TOO_LARGE


def test_a_giant_webp_is_refused_by_its_header() -> None:
    data = packed(Image.new("RGB", (16, 16)), "WEBP")
    assert data[12:16] == b"VP8L"
    assert failure(data[:21] + struct.pack("<L", 9_999 | 9_999 << 14) + data[25:]).code is Failure.TOO_LARGE


def test_too_many_bytes_are_not_even_read(tmp_path: Path) -> None:
    file = tmp_path / "photo.jpg"
    with file.open("wb") as opened:
        opened.truncate(MAX_BYTES + 1)
    error = failure(file)
    assert (error.code, str(error)) == (Failure.TOO_LARGE, "the file has more than 64 MB")


@pytest.mark.parametrize(
    ("data", "why"),
    [
        (b"", "the file is empty"),
        (b"A letter to my aunt", "the file is none of JPEG, PNG, WebP and HEIC"),
        (packed(stored(1).convert("P"), "GIF"), "the file is GIF, not JPEG, PNG, WebP or HEIC"),
        (packed(stored(1), "BMP"), "the file is BMP, not JPEG, PNG, WebP or HEIC"),
        (b"\xff\xd8\xff", "the JPEG file is damaged or cut off"),
    ],
)
def test_what_is_no_photo_is_refused_with_a_reason(tmp_path: Path, data: bytes, why: str) -> None:
    file = tmp_path / "photo.jpg"
    file.write_bytes(data)
    for source in (data, file):
        error = failure(source)
        assert (error.code, str(error)) == (Failure.BAD_FILE, why)


@pytest.mark.parametrize("share", [0.03, 0.3, 0.6, 0.99])
@pytest.mark.parametrize("kind", FORMATS)
def test_files_that_were_cut_off_are_refused(kind: str, share: float) -> None:
    data = packed(stored(1), kind)
    error = failure(data[: int(len(data) * share)])
    assert error.code is Failure.BAD_FILE
    assert "cut off" in str(error)


def test_the_end_of_a_thumbnail_is_not_the_end_of_a_jpeg() -> None:
    thumbnail = packed(stored(1).resize((32, 32)))
    whole = packed(stored(1))
    application = b"\xff\xe1" + struct.pack(">H", len(thumbnail) + 2) + thumbnail
    assert shows_the_scene(load(whole[:2] + application + whole[2:]))
    assert str(failure(whole[:2] + application + whole[2:-500])) == "the JPEG file is cut off: its end is missing"


def test_what_phones_put_behind_a_jpeg_is_no_harm() -> None:
    assert shows_the_scene(load(packed(stored(1)) + b"a short film" * 1000))


@pytest.mark.parametrize("name", ["missing.jpg", ".", "nul\0.jpg"])
def test_files_that_cannot_be_read_are_told(tmp_path: Path, name: str) -> None:
    error = failure(tmp_path / name)
    assert error.code is Failure.BAD_FILE
    assert "there is no such file" in str(error) or "the file cannot be read" in str(error)
    assert error.tip != TIPS[Failure.BAD_FILE]


# -- how it is told ------------------------------------------------------------------------------------------


def test_errors_survive_a_pickle_and_speak_every_language() -> None:
    error = failure(b"")
    assert isinstance(error, MechanicaError)
    for again in (pickle.loads(pickle.dumps(error)), copy.copy(error)):
        assert (again.code, again.message, again.tip) == (error.code, error.message, error.tip)
    assert len({error.text(language) for language in LANGUAGES}) == len(LANGUAGES)
    assert len({error.tip.text(language) for language in LANGUAGES}) == len(LANGUAGES)


def test_every_failure_has_a_tip() -> None:
    assert set(TIPS) == set(Failure)
