"""``mechanica score``: final scores piece by piece, from files or photos, and who won."""

from __future__ import annotations

import os
import re
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final, NamedTuple

import typer

from mechanica_core import scoring
from mechanica_core.editions import Source
from mechanica_core.errors import why_not
from mechanica_core.factory import Factory
from mechanica_core.layout import MAX_MONEY
from mechanica_core.messages import Message, say
from mechanica_core.render import score_svg
from mechanica_core.scoring import Score, Unsure
from mechanica_core.wording import place_words
from service.cli.inputs import can_be_read, factory_of, read, read_given_factory
from service.cli.needs import need_reader
from service.cli.options import AsJson, CopyName, Lang
from service.cli.output import Output, print_json, writing
from service.cli.refusal import Refusal
from service.winners import who_won

if TYPE_CHECKING:
    from service.scanning import Turns
    from vision import Reading
    from vision.coins import CoinReading

_MONEY: Final = re.compile(r"(?:,(?:wallet|vault)=[^,]*)*\Z")
"""A board may hold commas and equals signs itself, so only money at its very end is split off."""
_FORM: Final = "NAME=BOARD[,wallet=N|PHOTO][,vault=N|PHOTO]"
_ODD: Final = re.compile(r"[^\w-]+")
"""What is no part of a file's name."""

Players = Annotated[
    list[str],
    typer.Argument(
        metavar="NAME=BOARD",
        show_default=False,
        help="A player's name and factory: a file with its document (JSON), its line of notation or a photo of it, "
        "- for standard input, or the line itself. Behind it, ,wallet= and ,vault= count instead of its own money: "
        "a number, or a photo of coins. Without NAME=, a factory is called as its file.",
    ),
]


class _Player(NamedTuple):
    """One argument taken apart; money is a number, or a photo of coins."""

    name: str
    board: str
    money: dict[str, int | str]


@dataclass(frozen=True)
class _Board:
    """A player's board and what it scores; ``reading`` and ``photo`` if it was seen in one."""

    factory: Factory
    score: Score
    reading: Reading | None = None
    photo: bytes = b""


def score(
    players: Players,
    *,
    copy: CopyName = None,
    pictures: Annotated[
        str | None,
        typer.Option(
            metavar="FOLDER",
            help="Draw every board there, with the pieces lit up that earned points; a photo also on itself.",
        ),
    ] = None,
    as_json: AsJson = False,
    lang: Lang,
) -> None:
    """Add up final scores: wallet, vault and the end value of each improvement. Equal scores share the win.

    What is doubtful in a photo gives a range, and who wins is certain only if no doubt can change it.
    """
    output = Output(lang)
    told = _told_apart(players)
    known = _Copies(output, copy)
    boards = {player.name: _board(player, output, known) for player in told}
    result = scoring.standings({name: board.score for name, board in boards.items()})
    if pictures is not None:
        for number, (name, board) in enumerate(boards.items(), start=1):
            _draw(pictures, f"{number}_{_ODD.sub('_', name)[:40]}", board, output, known)
    if as_json:
        print_json(result.as_json())
        return
    for player in result.players:
        heading = say("{rank}. {name}", rank=player.rank, name=player.name) if len(boards) > 1 else player.name
        _show_score(output, heading, boards[player.name].factory, player.score)
    if len(boards) > 1:
        output.say(who_won(result))
    output.assumptions(dict.fromkeys(assumption for player in result.players for assumption in player.score.assumed))


class _Copies:
    """The copies to read photos with, looked for once and only if there is a photo."""

    def __init__(self, output: Output, name: str | None) -> None:
        self._output, self._name = output, name
        self._known: Turns | None = None

    def __call__(self) -> Turns:
        from service.cli.photos import known_copies  # noqa: PLC0415 (heavy)

        if self._known is None:
            self._known = known_copies(self._output, self._name)
        return self._known


def _board(player: _Player, output: Output, known: _Copies) -> _Board:
    """What a player has. Raises :class:`Refusal` with the player's name if a file or photo gives nothing."""
    try:
        given = read_given_factory(player.board)
        if given.is_photo:
            need_reader(say("{file} is a photo: reading photos needs the photo reader", file=given.name))
            reading = given.reading(output, known())
            factory = reading.factory
        else:
            reading, factory = None, factory_of(given)
        counted = {pot: _coins(money) for pot, money in player.money.items() if isinstance(money, str)}
    except Refusal as error:  # of several lines of notation it would not say which
        raise Refusal(say("{name}: {why}", name=player.name, why=error.message), error.exit_code) from None
    if reading is not None:
        if "wallet" not in player.money:
            output.remark(
                say("{name}: the photo of a board shows no wallet: add {option}", name=player.name, option=",wallet=N")
            )
        if "vault" not in player.money:
            output.remark(
                say("{name}: the photo of a board shows no vault: add {option}", name=player.name, option=",vault=N")
            )
    told = {pot: money for pot, money in player.money.items() if isinstance(money, int)}
    seen = {pot: coins.total for pot, coins in counted.items()}
    factory = factory.with_money(**({"wallet": factory.wallet, "vault": factory.vault} | told | seen))
    final = scoring.score(factory)
    if reading is not None or counted:
        from vision.scores import unsure_coins, unsure_places  # noqa: PLC0415 (heavy)

        unsure = [] if reading is None else [*unsure_places(reading)]
        for pot, coins in counted.items():
            unsure += unsure_coins(pot, coins)
        final = replace(final, unsure=tuple(unsure))
    return _Board(factory, final, reading, given.content)


def _coins(photo: str) -> CoinReading:
    """The coins in a photo. Raises :class:`Refusal` if it shows none."""
    need_reader(say("counting coins needs the photo reader"))
    from service.cli.coins import count_coins  # noqa: PLC0415 (heavy)
    from service.cli.photos import refusal  # noqa: PLC0415 (heavy)
    from vision import PhotoError  # noqa: PLC0415 (heavy)

    outcome = count_coins(read(photo).content)
    if isinstance(outcome, PhotoError):
        raise refusal(photo, outcome)
    return outcome


def _draw(folder: str, name: str, board: _Board, output: Output, known: _Copies) -> None:
    """Write the pictures of a board, and tell their files."""
    try:
        Path(folder).mkdir(parents=True, exist_ok=True)
    except (OSError, ValueError) as error:
        raise Refusal(say("{file}: cannot be written: {why}", file=folder or "''", why=why_not(error))) from None
    files = [str(Path(folder) / f"{name}.svg")]
    with writing(files[0]) as opened:
        opened.write(f"{score_svg(board.factory, board.score, language=output.language)}\n")
    if board.reading is not None:
        from service.scanning import copy_of  # noqa: PLC0415 (heavy)
        from vision import load_photo, overlay  # noqa: PLC0415 (heavy)

        photo, copy = load_photo(board.photo), copy_of(board.reading, known())
        drawn = overlay.draw_score(photo, board.reading, copy, board.score, language=output.language)
        files.append(str(Path(folder) / f"{name}.jpg"))
        with writing(files[1]) as opened:
            opened.buffer.write(overlay.encoded(drawn, ".jpg"))
    for file in files:
        output.remark(file)


def _told_apart(arguments: list[str]) -> list[_Player]:
    """All arguments taken apart. Raises :class:`Refusal` unless each name and standard input come once."""
    players: dict[str, _Player] = {}
    for number, argument in enumerate(arguments, start=1):
        player = _player(argument, number)
        if player.name in players:
            raise Refusal(
                say("the name {name} comes twice; give each factory its own, {form}", name=player.name, form=_FORM)
            )
        players[player.name] = player
    if [file for player in players.values() for file in (player.board, *player.money.values())].count("-") > 1:
        raise Refusal(say("standard input can be read only once"))
    return list(players.values())


def _player(argument: str, number: int) -> _Player:
    given = _MONEY.sub("", argument)
    name, board = _named(given, number)
    if not name.strip() or not board:
        raise Refusal(say("{given}: wanted a name and a factory, {form}", given=argument or "''", form=_FORM))
    money: dict[str, int | str] = {}
    for entry in argument[len(given) :].split(",")[1:]:
        pot, _, amount = entry.partition("=")
        if pot in money:
            raise Refusal(say("{name}: {pot} comes twice; give it once", name=name, pot=pot))
        if amount.isascii() and amount.isdecimal() and len(amount) <= len(str(MAX_MONEY)):
            money[pot] = int(amount)
        elif amount == "-" or os.path.isfile(amount):
            money[pot] = amount
        else:
            raise Refusal(
                say(
                    "{name}: {pot} is a whole number from 0 to {most} or a photo of coins, not {amount}",
                    name=name,
                    pot=pot,
                    most=MAX_MONEY,
                    amount=amount or "''",
                )
            )
    return _Player(name, board, money)


def _named(given: str, number: int) -> tuple[str, str]:
    """A name and a board. A file without a name is called by its own, all else by its number among the arguments."""
    name, equals, board = given.partition("=")
    if equals and (can_be_read(board) or not can_be_read(given)):
        return name, board
    is_file = given != "-" and (not equals or os.path.exists(given))
    return Path(given).stem if is_file else f"player {number}", given


def _show_score(output: Output, heading: Message | str, factory: Factory, final: Score) -> None:
    """Every part of a score; what is doubtful with its range, and what is assumed as that."""
    unsure = {part.where: part for part in final.unsure}
    end_values = factory.machinery.components.end_values
    table = output.table(heading, "")
    table.columns[1].justify = "right"
    for pot, name in (("wallet", say("wallet")), ("vault", say("vault"))):
        table.add_row(output.words(name), output.words(_range(final.counted(pot), unsure.pop(pot, None))))
    for improvement in final.improvements:
        name = place_words(factory.machinery, improvement.place)
        if end_values[improvement.kind].source is Source.ASSUMED:
            name = say("{piece}, assumed", piece=name)
        table.add_row(output.words(name), output.words(_range(improvement.value, unsure.pop(improvement.place, None))))
    for place, part in unsure.items():
        table.add_row(output.words(place_words(factory.machinery, place)), output.words(_range(0, part)))
    table.add_section()
    whole = Unsure("", final.least, final.most) if final.least < final.most else None
    table.add_row(output.words(say("total")), output.words(_range(final.total, whole)), style="bold")
    output.say(table, "")


def _range(value: int, part: Unsure | None) -> Message | str:
    """What is counted, and if that is doubtful what it may be: "3 (0 to 4)"."""
    if part is None:
        return str(value)
    return say("{value} ({least} to {most})", value=value, least=part.least, most=part.most)
