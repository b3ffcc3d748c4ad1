"""What the service keeps: one SQLite file with games, evenings and kept photos. It knows neither HTTP nor rules."""

from service.store.database import Database, NewerDatabase
from service.store.evenings import EveningGame, Evenings, StoredEvening
from service.store.games import Entry, Games, KeyReused, Role, StoredGame, VersionConflict
from service.store.photos import KeptPhoto, Photos

__all__ = [
    "Database",
    "Entry",
    "EveningGame",
    "Evenings",
    "Games",
    "KeptPhoto",
    "KeyReused",
    "NewerDatabase",
    "Photos",
    "Role",
    "StoredEvening",
    "StoredGame",
    "VersionConflict",
]
