"""Photos that somebody asked to keep."""

from __future__ import annotations

from dataclasses import dataclass

from sqlalchemy import delete, insert, select

from service.store.database import Database
from service.store.games import new_link, now
from service.store.schema import photos


@dataclass(frozen=True, slots=True)
class KeptPhoto:
    """A kept photo without its content: ``size`` is in bytes, ``kept`` when it came, in UTC."""

    id: str
    kept: str
    media_type: str
    size: int


class Photos:
    """The photos in a database."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def keep(self, content: bytes, media_type: str) -> str:
        """Keep a photo and tell its id."""
        link = new_link()
        with self._database.writing() as connection:
            connection.execute(
                insert(photos).values(
                    link=link, created=now(), media_type=media_type, size=len(content), content=content
                )
            )
        return link

    def every(self) -> list[KeptPhoto]:
        """All kept photos, the newest first."""
        query = select(photos.c.link, photos.c.created, photos.c.media_type, photos.c.size).order_by(photos.c.id.desc())
        with self._database.reading() as connection:
            return [KeptPhoto(*row) for row in connection.execute(query)]

    def content(self, link: str) -> tuple[bytes, str] | None:
        """What a photo holds, and its media type."""
        query = select(photos.c.content, photos.c.media_type).where(photos.c.link == link)
        with self._database.reading() as connection:
            row = connection.execute(query).first()
        return None if row is None else (row.content, row.media_type)

    def delete(self, link: str) -> bool:
        """Delete a photo for good; False if there is none."""
        with self._database.writing() as connection:
            gone = connection.execute(delete(photos).where(photos.c.link == link)).rowcount > 0
        if gone:
            self._database.forget()
        return gone
