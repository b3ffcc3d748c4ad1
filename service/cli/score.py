"""``mechanica score``: final scores piece by piece, and who won."""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import Annotated, Final, NamedTuple

import typer

from mechanica_core import scoring
from mechanica_core.factory import Factory
from mechanica_core.layout import MAX_MONEY
from mechanica_core.machinery import Machinery
from mechanica_core.messages import Message, say
from mechanica_core.scoring import Score, Standings
from mechanica_core.wording import place_words
from service.cli.inputs import can_be_read, read_factory
from service.cli.options import AsJson, Lang
from service.cli.output import Output, print_json
from service.cli.refusal import Refusal

_MONEY: Final = re.compile(r"(?:,(?:wallet|vault)=[^,]*)*\Z")
"""A board may hold commas and equals signs itself, so only money at its very end is split off."""
_FORM: Final = "NAME=BOARD[,wallet=N][,vault=N]"

Players = Annotated[
    list[str],
    typer.Argument(
        metavar="NAME=BOARD",
        show_default=False,
        help="A player's name and factory: a file with its document (JSON), its line of notation or a photo of it, "
        "- for standard input, or the line itself. Behind it, ,wallet=N and ,vault=N count instead of its own money. "
        "Without NAME=, a factory is called as its file.",
    ),
]


class _Player(NamedTuple):
    """One argument taken apart."""

    name: str
    board: str
    money: dict[str, int]

    def factory(self, output: Output) -> Factory:
        """The player's factory with the money that was told. Raises :class:`Refusal` if it is none."""
        try:
            factory = read_factory(self.board, output)
        except Refusal as error:  # of several lines of notation it would not say which
            raise Refusal(say("{name}: {why}", name=self.name, why=error.message), error.exit_code) from None
        money = {"wallet": factory.wallet, "vault": factory.vault} | self.money
        return factory.with_money(**money)


def score(players: Players, *, as_json: AsJson = False, lang: Lang) -> None:
    """Add up final scores: wallet, vault and the end value of each improvement. Equal scores share the win."""
    output = Output(lang)
    factories = {player.name: player.factory(output) for player in _told_apart(players)}
    result = scoring.standings({name: scoring.score(factory) for name, factory in factories.items()})
    if as_json:
        print_json(result.as_json())
        return
    for player in result.players:
        heading = say("{rank}. {name}", rank=player.rank, name=player.name) if len(factories) > 1 else player.name
        _show_score(output, heading, factories[player.name].machinery, player.score)
    if len(factories) > 1:
        output.say(_who_won(result))
    output.assumptions(dict.fromkeys(assumption for player in result.players for assumption in player.score.assumed))


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
    if [player.board for player in players.values()].count("-") > 1:
        raise Refusal(say("standard input can be read only once"))
    return list(players.values())


def _player(argument: str, number: int) -> _Player:
    given = _MONEY.sub("", argument)
    name, board = _named(given, number)
    if not name.strip() or not board:
        raise Refusal(say("{given}: wanted a name and a factory, {form}", given=argument or "''", form=_FORM))
    money: dict[str, int] = {}
    for entry in argument[len(given) :].split(",")[1:]:
        pot, _, amount = entry.partition("=")
        if pot in money:
            raise Refusal(say("{name}: {pot} comes twice; give it once", name=name, pot=pot))
        if not (amount.isascii() and amount.isdecimal() and len(amount) <= len(str(MAX_MONEY))):
            raise Refusal(
                say(
                    "{name}: {pot} is a whole number from 0 to {most}, not {amount}",
                    name=name,
                    pot=pot,
                    most=MAX_MONEY,
                    amount=amount or "''",
                )
            )
        money[pot] = int(amount)
    return _Player(name, board, money)


def _named(given: str, number: int) -> tuple[str, str]:
    """A name and a board. A file without a name is called by its own, all else by its number among the arguments."""
    name, equals, board = given.partition("=")
    if equals and (can_be_read(board) or not can_be_read(given)):
        return name, board
    is_file = given != "-" and (not equals or os.path.exists(given))
    return Path(given).stem if is_file else f"player {number}", given


def _show_score(output: Output, heading: Message | str, machinery: Machinery, final: Score) -> None:
    table = output.table(heading, "")
    table.columns[1].justify = "right"
    table.add_row(output.words(say("wallet")), str(final.wallet))
    table.add_row(output.words(say("vault")), str(final.vault))
    for improvement in final.improvements:
        table.add_row(output.words(place_words(machinery, improvement.place)), str(improvement.value))
    table.add_section()
    table.add_row(output.words(say("total")), str(final.total), style="bold")
    output.say(table, "")


def _who_won(result: Standings) -> Message:
    *others, last = result.winners
    if others:
        return say("{others} and {last} share the win", others=", ".join(others), last=last)
    return say("{name} wins", name=last)
