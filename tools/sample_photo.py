"""Take the photo that the page offers to try: the printed demonstration set, laid out as a factory on a table."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import cv2
import numpy as np

from mechanica_core import Factory
from tests.vision.printed import cut_out, photo_of
from vision import demo_copy, load_photo, read

FACTORY: Final = "A(b-)=U(-p)1G1=2(p)/B(b)=FsT1R(b--)=1/.=1U(-p)F1=3(bd) 9+4 print_2019 demo"
WHERE: Final = Path("service/page/static/sample.jpg")
SEED: Final = 3
TILT: Final = 24.0


def main() -> None:
    """Take it, and refuse one that is not read as it was laid."""
    factory = Factory.from_text(FACTORY)
    photo = photo_of(factory, np.random.default_rng(SEED), cut_out(), TILT)
    _, packed = cv2.imencode(".jpg", photo, [cv2.IMWRITE_JPEG_QUALITY, 82])
    seen = read(load_photo(packed.tobytes()), demo_copy())
    if seen.factory.with_money(9, 4) != factory:
        raise SystemExit(f"read as {seen.factory.to_text()}")
    WHERE.write_bytes(packed.tobytes())
    print(f"{WHERE}: {len(packed)} bytes, doubts: {[doubt.where for doubt in seen.doubts]}")


if __name__ == "__main__":
    main()
