"""The nets at run time: offline, and telling nobody."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path


def test_nothing_is_told_to_anybody_about_who_reads_photos(tmp_path: Path) -> None:
    environment = {name: value for name, value in os.environ.items() if not name.startswith(("CI", "ORT_", "XDG_"))}
    code = "from vision.nets import nets; nets()"
    subprocess.run([sys.executable, "-c", code], env=environment | {"HOME": str(tmp_path)}, check=True)
    assert list(tmp_path.rglob("*")) == []
