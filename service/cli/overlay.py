"""Pictures on the photo for ``mechanica scan``. What draws them is imported late: it is heavy."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from mechanica_core.messages import say
from mechanica_core.workday import Workday
from service.cli.output import Output, writing
from service.cli.refusal import Refusal

if TYPE_CHECKING:
    from vision import Copy, Photo, Reading


class OverlayFile:
    """A file to draw on a photo into; whether it moves tells its suffix, or for a .webp the option.

    Raises :class:`Refusal` if there is no such format, or if a picture is to move and no workday is run.
    """

    def __init__(self, file: str, *, animate: bool, workday: bool) -> None:
        from vision.overlay import FILMS, STILLS  # noqa: PLC0415 (heavy)

        self.file, self.suffix = file, Path(file).suffix.lower()
        self.moves = animate or self.suffix not in STILLS
        known = (*STILLS, *(film for film in FILMS if film not in STILLS))
        if self.suffix not in known:
            raise Refusal(say("{file}: pictures are {known}", file=file or "''", known=", ".join(known)))
        if self.moves and self.suffix not in FILMS:
            raise Refusal(say("{file}: only {known} can move", file=file, known=", ".join(FILMS)))
        if self.moves and not workday:
            raise Refusal(
                say("{file}: only a workday moves; add {one} or {other}", file=file, one="--run", other="--best")
            )

    def write(
        self, name: str, photo: Photo, reading: Reading, copy: Copy, workday: Workday | None, output: Output
    ) -> None:
        """Draw what was read, or the workday, on that photo. Raises :class:`Refusal` if the file cannot be written."""
        from vision import overlay  # noqa: PLC0415 (heavy)

        language = output.language
        with writing(self.file, [name]) as opened:
            if workday is None:
                drawn = overlay.draw_reading(photo, reading, copy, language=language)
                data = overlay.encoded(drawn, self.suffix)
            elif self.moves:
                film = overlay.film_of(photo, reading, copy, workday, language=language)
                data = overlay.encoded_film(film, self.suffix)
            else:
                drawn = overlay.draw_workday(photo, reading, copy, workday, language=language)
                data = overlay.encoded(drawn, self.suffix)
            opened.buffer.write(data)
