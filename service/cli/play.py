"""``mechanica play``: a whole game at the terminal, on one keyboard, against programs or alone."""

from __future__ import annotations

import random
import secrets
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Final, NamedTuple

import typer

from mechanica_core.errors import IllegalAction, NotationError
from mechanica_core.game import Action, Game, Phase, apply, chance, legal_actions
from mechanica_core.game.action_text import read_action, write_action
from mechanica_core.game.actions import Install
from mechanica_core.game.final import final_standings
from mechanica_core.game.narration import tell
from mechanica_core.game.offers import action_words
from mechanica_core.game.record import Record, replay_while_valid, write_record
from mechanica_core.game.state import ARMAND, PHASES, Bought, Gift
from mechanica_core.geometry import FACING_INDEX, FACINGS
from mechanica_core.messages import Listed, Message, say
from mechanica_core.places import where_words
from mechanica_core.players import PLAYERS, Player, make_player
from mechanica_core.wording import ARROWS, models_words
from service.cli import own_components
from service.cli.inputs import read_given_record
from service.cli.options import Lang
from service.cli.output import Output, writing
from service.cli.refusal import NO, Refusal
from service.cli.replay import NOT_TOLD, tell_scores

RULES: Final = "print_2019"
COMPONENTS: Final = "demo"
_UNDO: Final = say("undo")
_QUIT: Final = say("quit")
MOST_ENTRIES: Final = 40
"""Longer menus than this are tables."""

Players = Annotated[
    list[str],
    typer.Argument(
        default_factory=list,
        metavar="NAME[=PROGRAM]",
        show_default=False,
        help=f"Who plays, 1 to 4: a name for a person, or with = for a program ({', '.join(PLAYERS)}). One plays "
        "against ARMAND-0; nobody named is you alone.",
    ),
]


def play(
    players: Players,
    *,
    rules: Annotated[
        str | None, typer.Option(metavar="NAME", help="The rule set that is played, else print_2019.")
    ] = None,
    components: Annotated[
        str | None, typer.Option(metavar="NAME", help="The component set that is played with, else demo.")
    ] = None,
    difficulty: Annotated[
        str | None, typer.Option(metavar="LEVEL", help="Alone: how far ARMAND-0 is ahead (normal, hard, ...).")
    ] = None,
    seed: Annotated[
        int | None, typer.Option(metavar="N", help="Shuffle as this number says; without it, anew.", show_default=False)
    ] = None,
    at_table: Annotated[
        bool, typer.Option("--at-table", help="Play along with a physical game: you tell what is drawn and flipped.")
    ] = False,
    record: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Keep the game in this record; if it is there, go on with it."),
    ] = None,
    quiet: Annotated[bool, typer.Option("--quiet", "-q", help="Do not tell what happens, only the scores.")] = False,
    lang: Lang,
) -> None:
    """Play a whole game. Answer by the number of a menu's entry, or type the action as a record has it (go on).

    Also: ? shows all again, undo takes back, quit stops (the question tells these in your language); a game with
    --record goes on next time.
    """
    output = Output(lang)
    if record is not None and not record.absolute().parent.is_dir():
        raise Refusal(say("{file}: there is no such folder to keep the record in", file=str(record)))
    own_components.know(components or COMPONENTS)
    seats = [_seat(argument) for argument in players] or [_Seat(str(say("you").text(lang)), None)]
    known = _known(record)
    if known is None:
        names = [seat.name for seat in seats]
        if at_table:
            game = Game.at_table(names, rules or RULES, components or COMPONENTS, difficulty=difficulty)
        else:
            number = secrets.randbelow(10**9) if seed is None else seed
            game = Game.new(names, rules or RULES, components or COMPONENTS, seed=number, difficulty=difficulty)
        known = Record(game)
    else:
        start = known.start
        if players and [seat.name for seat in seats] != list(start.players):
            there = ", ".join(start.players)
            raise Refusal(say("{file}: this game is played by {players}", file=str(record), players=there))
        level = start.armand.difficulty if start.armand else None
        had = (start.rules_name, start.components_name, level, start.seed)
        asked = (rules, components, difficulty, seed)
        if any(wish is not None and wish != there for wish, there in zip(asked, had, strict=True)):
            raise Refusal(say("{file}: this game began otherwise; go on without such options", file=str(record)))
    _Session(output, known, seats, record, quiet).run()


class _Seat(NamedTuple):
    """Who sits there: a name, and the program that chooses, if it is none of the people."""

    name: str
    program: str | None


def _seat(argument: str) -> _Seat:
    name, equals, program = argument.partition("=")
    return _Seat(name, program if equals else None)


def _known(file: Path | None) -> Record | None:
    """The record to go on with, if it is there."""
    if file is None or not file.exists():
        return None
    return read_given_record(str(file)).record()


class _Session:
    """A game being played: its steps so far, and how to go on."""

    def __init__(self, output: Output, record: Record, seats: Sequence[_Seat], file: Path | None, quiet: bool) -> None:
        self.output, self.record, self.file, self.quiet = output, record, file, quiet
        replay = replay_while_valid(record)
        if replay.error:
            raise Refusal(say("{file}: {why}", file=str(file), why=replay.error.message), NO)
        self.games = [record.start, *(step.game for step in replay.steps)]
        self.actions: list[Action] = list(record.actions)
        self.asked: list[int] = []
        """How many actions had been done whenever a person was asked: where undo goes back to."""
        seed = record.start.seed
        self.programs: list[Player | None] = [
            None if seat.program is None else make_player(seat.program, random.Random(f"{seed}/{number}"))
            for number, seat in enumerate(seats)
        ]
        self.programs += [None] * (len(record.start.players) - len(seats))

    @property
    def game(self) -> Game:
        return self.games[-1]

    def run(self) -> None:
        """Play on until the game is over, or nobody answers any more."""
        try:
            while not self.game.is_over:
                self._do(self._choice())
        except (EOFError, KeyboardInterrupt, _Quit):
            self.output.remark("")
            self._keep()
            kept = say("The game is kept in {file}.", file=str(self.file))
            self.output.say(say("The game is not over.") if self.file is None else kept)
            return
        self._keep()
        tell_scores(self.output, final_standings(self.game))

    def _choice(self) -> Action | None:
        """What is done next; None to look again, after something was taken back."""
        game = self.game
        if game.by_chance and game.seed is not None:
            return chance(game)
        legal = legal_actions(game)
        program = None if game.actor is None else self.programs[game.actor]
        if program is not None:
            return program.choose(game, legal)
        if len(legal) == 1:
            return legal[0]
        return self._ask(legal)

    def _do(self, action: Action | None) -> None:
        if action is None:
            return
        try:
            step = apply(self.game, action)
        except IllegalAction as error:
            self.output.remark(error.reason)
            return
        self.games.append(step.game)
        self.actions.append(action)
        if not self.quiet:
            self.output.say(*(tell(event, step.game) for event in step.events if not isinstance(event, NOT_TOLD)))

    def _keep(self) -> None:
        """Write the record, if one is kept."""
        if self.file is None:
            return
        played = Record(self.record.start, tuple(self.actions), self.record.date)
        with writing(str(self.file)) as opened:
            opened.write(write_record(played))

    # -- asking ------------------------------------------------------------------------------------------------

    def _ask(self, legal: Sequence[Action]) -> Action | None:
        """What a person answers, asked for until it is something that can be done."""
        self._show(legal)
        while True:
            question = say("1 to {last}, an action, ?, {undo} or {quit}:", last=len(legal), undo=_UNDO, quit=_QUIT)
            self.output.remark(question, end=" ")
            answer = input().strip()
            if answer.isascii() and answer.isdecimal() and 1 <= int(answer[:6]) <= len(legal):
                self.asked.append(len(self.actions))
                return legal[int(answer) - 1]
            if answer == "?":
                self._show(legal)
            elif self._means(answer, _UNDO):
                if self._undo():
                    return None
                self.output.remark(say("There is nothing to take back."))
            elif self._means(answer, _QUIT):
                raise _Quit
            else:
                typed = self._typed(answer, legal)
                if typed is not None:
                    self.asked.append(len(self.actions))
                    return typed

    def _means(self, answer: str, word: Message) -> bool:
        """Whether a word was typed, in the player's language or in English."""
        return answer.casefold() in (str(word), word.text(self.output.language))

    def _typed(self, answer: str, legal: Sequence[Action]) -> Action | None:
        """An action that was typed, if it can be done; else it is told why not."""
        try:
            action = read_action(answer)
            apply(self.game, action)
        except NotationError:
            example = write_action(legal[-1])
            wanted = say(
                "answer a number from 1 to {last}, or an action such as {example}", last=len(legal), example=example
            )
            self.output.remark(wanted)
        except IllegalAction as error:
            self.output.remark(say("{why} ({rule})", why=error.reason, rule=error.rule))
        else:
            return action if action in legal else None
        return None

    def _undo(self) -> bool:
        """Go back to where a person was asked last."""
        if not self.asked:
            return False
        back = self.asked.pop()
        del self.actions[back:], self.games[back + 1 :]
        return True

    # -- showing -----------------------------------------------------------------------------------------------

    def _show(self, legal: Sequence[Action]) -> None:
        """The table as the one who is to act sees it, and what can be done."""
        game, output = self.game, self.output
        output.remark("")
        if game.actor is None:
            output.remark(say("What comes at the table?"))
        else:
            player = game.players[game.actor]
            first = game.waiting[0] if game.waiting else None
            what = PHASES[game.phase]
            if isinstance(first, Gift):
                what = say("a gift from {player}", player=game.players[game.turn])
            output.remark(say("Day {day}, {player}: {phase}", day=game.day, player=player, phase=what))
            output.board(game.factories[game.actor], aside=True)
            for rival in _rivals(game, game.actor):
                output.remark(rival)
            if game.phase is not Phase.RUN:
                for words in (_shop_words(game), *_blueprint_words(game)):
                    output.remark(words)
        bought = game.waiting[0] if game.waiting else None
        if isinstance(bought, Bought):
            output.remark(say("{piece}: where to?", piece=game.components.piece_names[bought.kind]))
        self._menu(legal)

    def _menu(self, legal: Sequence[Action]) -> None:
        """The legal actions, numbered: one a line, ways to install by place and direction."""
        width = len(str(len(legal)))
        table = self.output.table("", *(ARROWS[FACING_INDEX[facing]] for facing in FACINGS))
        rows: dict[tuple[str, bool], dict[int, int]] = {}
        for number, action in enumerate(legal, start=1):
            if isinstance(action, Install) and len(legal) > MOST_ENTRIES:
                rows.setdefault((action.place, action.flipped), {})[FACING_INDEX[action.facing]] = number
        for (place, flipped), numbers in rows.items():
            where = say("{place}, flipped", place=where_words(place)) if flipped else where_words(place)
            table.add_row(self.output.words(where), *(str(numbers.get(way, "")) for way in range(len(FACINGS))))
        if rows:
            self.output.remark(table)
        for number, action in enumerate(legal, start=1):
            if not (rows and isinstance(action, Install)):
                words = self.output.words(action_words(self.game, action))
                self.output.remark(f"  {str(number).rjust(width)}  {words}")


def _rivals(game: Game, actor: int) -> list[Message]:
    """What everybody else has; factories in one line each."""
    found = [
        say("{player}: {factory}", player=name, factory=factory.to_text())
        for seat, (name, factory) in enumerate(zip(game.players, game.factories, strict=True))
        if seat != actor
    ]
    if game.armand:
        pots = game.armand
        found.append(
            say("{player}: wallet {wallet}, vault {vault}", player=ARMAND, wallet=pots.wallet, vault=pots.vault)
        )
    return found


class _Quit(Exception):
    """The player stops."""


def _shop_words(game: Game) -> Message:
    prices, names = game.components.shop_spots.value, game.components.piece_names
    spots = [
        say("{price}: {piece}", price=price, piece=say("nothing") if kind is None else names[kind])
        for price, kind in zip(prices, game.shop, strict=True)
    ]
    return say("Shop: {spots}; {left} left in the stack", spots=Listed(tuple(spots), ", "), left=len(game.stack))


def _blueprint_words(game: Game) -> list[Message]:
    found = []
    for stack in game.blueprints:
        if stack and stack[0] is not None:
            blueprint = game.components.blueprints[stack[0]].value
            bots = models_words(game.components, blueprint.asks)
            found.append(say("Blueprint: {bots} for {coins} into the vault", bots=bots, coins=blueprint.pays))
    return found
