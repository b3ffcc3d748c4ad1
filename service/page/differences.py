"""What a photo shows otherwise than expected, as cards: of each, what either side has and how to put that right.

All that differs about one place is one card, as is a bot that stands elsewhere.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from typing import Any, Final, TypeAlias, assert_never

from mechanica_core.comparison import (
    Difference,
    ExtraBot,
    MissingBot,
    MovedBot,
    NothingMoved,
    OtherBot,
    OtherFloor,
    OtherMoney,
    OtherPiece,
    TurnedPiece,
    UnmovedBot,
    UnseenPiece,
    UnusedPiece,
)
from mechanica_core.errors import MechanicaError
from mechanica_core.factory import Factory
from mechanica_core.messages import Language, Listed, Message, Names, say
from mechanica_core.pieces import Piece
from mechanica_core.places import where_words
from mechanica_core.wording import hole_name, hole_words, piece_words, place_words

Told: TypeAlias = Message | Names | Listed | str
EXPLAINING: Final = (UnmovedBot, UnusedPiece, NothingMoved)
"""Differences that stand for others too: what would have come of a bot or a piece had it done what it should."""


def cards(expected: Factory, found: Factory, differences: Iterable[Difference], lang: Language) -> list[dict[str, Any]]:
    """What differs, card by card in the order of the board.

    Each has its ``title``, what is so in the ``photo`` and what was ``expected``, in words; the ``places`` it is about,
    that to look at first; and as :func:`service.page.answers.change` takes them, the changes ``as_expected`` and
    ``as_in_photo`` that put what was found right.
    """
    grouped: defaultdict[object, list[Difference]] = defaultdict(list)
    for number, one in enumerate(differences):
        squares = {_square(place) for place in places_of(one)}
        grouped[squares.pop() if len(squares) == 1 else number].append(one)
    told = [_card(expected, found, group, lang) for group in grouped.values()]
    explaining = next(
        (card for card, group in zip(told, grouped.values(), strict=True) if isinstance(group[0], EXPLAINING)), None
    )
    if explaining is not None:
        put_right = {change["place"] for card in told for change in card["as_expected"]}
        explaining["as_expected"] += [
            {"place": hole, "value": expected.bot_at(hole)}
            for hole in expected.machinery.holes
            if hole not in put_right and hole in found.machinery.holes and expected.bot_at(hole) != found.bot_at(hole)
        ]
    return told


def places_of(difference: Difference) -> tuple[str, ...]:
    """The places and holes that a difference is about, first where the photo shows it."""
    match difference:
        case OtherPiece() | TurnedPiece() | UnseenPiece() | UnusedPiece():
            return (difference.place,)
        case UnmovedBot():
            return (difference.hole, difference.to) if difference.to else (difference.hole,)
        case MovedBot():
            return (difference.found, difference.predicted)
        case OtherBot() | MissingBot() | ExtraBot():
            return (difference.hole,)
        case NothingMoved() | OtherMoney() | OtherFloor():
            return ()
        case _:
            assert_never(difference)


def _square(place: str) -> str:
    """The square, slot or truck that a hole is in; the place itself if it is no hole."""
    return "/".join(place.split("/")[: 3 if place.startswith("floor/") else 2])


def _card(expected: Factory, found: Factory, group: list[Difference], lang: Language) -> dict[str, Any]:
    places = list(dict.fromkeys(place for one in group for place in places_of(one)))
    if len(group) == 1 and not isinstance(group[0], UnusedPiece):
        title, photo, wanted = _sides(expected, found, group[0])
    else:
        title, photo, wanted = _whole_place(expected, found, _square(places[0]), group)
    return {
        "title": _text(title, lang),
        "photo": _text(photo, lang),
        "expected": _text(wanted, lang),
        "doubtful": any(one.doubtful and not isinstance(one, UnseenPiece) for one in group),
        "places": places,
        "as_expected": [*_values(expected, places)],
        "as_in_photo": [
            {"place": one.place, "value": _piece_value(one.found)}
            for one in group
            if isinstance(one, OtherPiece | TurnedPiece) and found.piece_at(one.place) != one.found
        ],
    }


def _text(told: Told, lang: Language) -> str:
    return told if isinstance(told, str) else told.text(lang)


def _sides(expected: Factory, found: Factory, difference: Difference) -> tuple[Told, Told, Told]:
    """A difference as a title, what is so in the photo, and what was expected."""
    components = found.machinery.components
    names = components.model_names
    match difference:
        case OtherPiece() | TurnedPiece():
            seen, wanted = (piece_words(components, piece) for piece in (difference.found, difference.predicted))
            return where_words(difference.place), seen, wanted
        case UnseenPiece():
            lies = piece_words(components, difference.predicted)
            return where_words(difference.place), say("cannot be told"), lies
        case UnmovedBot():
            to = say("elsewhere") if difference.to is None else _spot(expected, difference.to)
            return names[difference.model], _spot(found, difference.hole), to
        case MovedBot():
            here, there = _spot(found, difference.found), _spot(expected, difference.predicted)
            return names[difference.model], here, there
        case OtherBot():
            return _spot(found, difference.hole), names[difference.found], names[difference.predicted]
        case MissingBot():
            return _spot(expected, difference.hole), say("no bot"), names[difference.model]
        case ExtraBot():
            return _spot(found, difference.hole), names[difference.model], say("no bot")
        case NothingMoved():
            return say("No bot has moved"), say("as before the workday"), say("as after the workday")
        case OtherMoney():
            return where_words(difference.pot), str(difference.found), str(difference.predicted)
        case OtherFloor():
            here, there = (say("{number} columns", number=n) for n in (difference.found, difference.predicted))
            return where_words("floor"), here, there
        case _:
            raise AssertionError(difference)  # an unused piece is told by what is in it


def _whole_place(expected: Factory, found: Factory, place: str, group: list[Difference]) -> tuple[Told, Told, Told]:
    """All that lies and stands at a place, on both sides; the piece's name goes into the title if it is the same."""
    seen = next((one.found for one in group if isinstance(one, OtherPiece | TurnedPiece)), found.piece_at(place))
    wanted = expected.piece_at(place)
    if seen == wanted:
        return place_words(expected.machinery, place), _bots(found, place), _bots(expected, place)
    return where_words(place), _lying(found, place, seen), _lying(expected, place, wanted)


def _lying(factory: Factory, place: str, piece: Piece | None) -> Listed:
    return Listed((piece_words(factory.machinery.components, piece), *_held(factory, place)), ", ")


def _bots(factory: Factory, place: str) -> Told:
    held = tuple(_held(factory, place))
    return Listed(held, ", ") if held else say("no bot")


def _held(factory: Factory, place: str) -> Iterator[Message | Names]:
    """The bots at a place, each with its hole where there are several and they are not alike."""
    names = factory.machinery.components.model_names
    holes = [hole for hole in factory.machinery.holes if _square(hole) == place]
    for hole in holes:
        model = factory.bot_at(hole)
        if model is None:
            continue
        if len(holes) == 1 or place.startswith("dock/"):
            yield names[model]
        else:
            yield say("{bot} in hole {hole}", bot=names[model], hole=hole_name(hole.rpartition("/")[2]))


def _spot(factory: Factory, hole: str) -> Message:
    """A hole in words, as its place if that has no other or all are alike; or a place, if that is what is named."""
    machinery, place = factory.machinery, _square(hole)
    alone = sum(_square(other) == place for other in machinery.holes) == 1
    if place == hole or alone or place.startswith("dock/"):
        return place_words(machinery, place)
    return hole_words(machinery, hole)


def _values(factory: Factory, places: Iterable[str]) -> Iterator[dict[str, Any]]:
    """What a factory has at these places and holes, pieces before what stands in them."""
    for place in sorted(places, key=lambda place: place in factory.machinery.holes):
        if place in factory.machinery.holes:
            yield {"place": place, "value": factory.bot_at(place)}
            continue
        try:
            piece = factory.piece_at(place)
        except (MechanicaError, ValueError):  # a hole of another piece than is expected there
            continue
        yield {"place": place, "value": _piece_value(piece)}
        for hole in factory.machinery.holes:
            if _square(hole) == place:
                yield {"place": hole, "value": factory.bot_at(hole)}


def _piece_value(piece: Piece | None) -> dict[str, Any]:
    if piece is None:
        return {"kind": None}
    return {"kind": piece.kind, "facing": piece.facing, "flipped": piece.flipped}
