"""``mechanica replay``: what happened in a recorded game, day by day, and how it ended."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from typing import Annotated, Any, Final, NamedTuple

import typer

from mechanica_core.errors import RecordError
from mechanica_core.game import Game, Phase, Step
from mechanica_core.game.action_text import write_action
from mechanica_core.game.events import DayBegan, GameOver, PhaseBegan
from mechanica_core.game.final import final_standings
from mechanica_core.game.game_document import event_document, game_document
from mechanica_core.game.narration import tell, what_happened, whose
from mechanica_core.game.record import Record, replay_while_valid
from mechanica_core.messages import Listed, Message, say
from mechanica_core.scoring import Standings
from service.cli.inputs import read_given_record
from service.cli.options import AsJson, Lang
from service.cli.output import Output, print_json
from service.cli.refusal import NO, Refusal

NOT_TOLD: Final = (PhaseBegan, DayBegan, GameOver)
"""Events that the layout of the story tells."""

RecordFile = Annotated[
    str,
    typer.Argument(
        metavar="RECORD", show_default=False, help="A file with the record of a game, or - for standard input."
    ),
]


def replay(file: RecordFile, *, as_json: AsJson = False, lang: Lang) -> None:
    """Replay a recorded game: what happened day by day, and the final scores.

    A record that breaks the rules is told as far as it goes; then comes the line that breaks them, with exit code 1.
    """
    output = Output(lang)
    given = read_given_record(file)
    record = given.record()
    steps, broken = replay_while_valid(record)
    end = steps[-1].game if steps else record.start
    if as_json:
        print_json(_as_json(record, steps, end, broken, output))
        if broken:
            raise typer.Exit(NO)
        return
    _tell_game(output, record.start, steps)
    if broken:
        raise Refusal(say("{file}: {why}", file=given.name, why=broken.message), NO)
    if end.is_over:
        tell_scores(output, final_standings(end))
    else:
        output.say(say("The record ends here; the game is not over."))


class _Turn(NamedTuple):
    """What one player did on one day, or, as ``player`` None, what happened to all."""

    day: int
    player: int | None


def _tell_game(output: Output, start: Game, steps: Sequence[Step]) -> None:
    """A heading for each day, below it a line for each turn."""
    games = (start, *(step.game for step in steps))
    told_day = None
    moves = zip(games, steps, strict=False)
    for turn, moments in itertools.groupby(moves, lambda move: _turn(move[0])):
        sentences = [sentence for _, step in moments for sentence in _sentences(step, turn.player)]
        if not sentences:
            continue
        if turn.day != told_day:
            if told_day is not None:
                output.say("")
            output.say(say("Day {day}", day=turn.day) if turn.day else say("Before the first day"))
            told_day = turn.day
        story = Listed(tuple(_counted(sentences)))
        if turn.player is None:
            output.say(say("  {story}", story=story))
        else:
            output.say(say("  {player}: {story}", player=start.players[turn.player], story=story))
    output.say("")


def _turn(game: Game) -> _Turn:
    return _Turn(game.day, None if game.by_chance and game.phase is Phase.RUN else game.turn)


def _sentences(step: Step, player: int | None) -> Iterator[Message]:
    """What happened in a step, told of the player; what happened to another names that one."""
    for event in step.events:
        if not isinstance(event, NOT_TOLD):
            yield what_happened(event, step.game) if whose(event) == player else tell(event, step.game)


def _counted(sentences: Sequence[Message]) -> Iterator[Message]:
    """Each once, with how often it comes in a row."""
    for sentence, again in itertools.groupby(sentences):
        number = len(list(again))
        yield sentence if number == 1 else say("{what} ({number} ×)", what=sentence, number=number)


def tell_scores(output: Output, result: Standings) -> None:
    """A table of final scores, and the assumptions that they rest on."""
    table = output.table(say("final score"), say("wallet"), say("vault"), say("improvements"), say("total"))
    for column in table.columns[1:]:
        column.justify = "right"
    for player in result.players:
        score = player.score
        pieces = score.total - score.wallet - score.vault
        name = output.words(say("{rank}. {name}", rank=player.rank, name=player.name))
        table.add_row(name, *map(str, (score.wallet, score.vault, pieces, score.total)))
    output.say(table)
    output.assumptions(dict.fromkeys(assumption for player in result.players for assumption in player.score.assumed))


def _as_json(
    record: Record, steps: Sequence[Step], end: Game, broken: RecordError | None, output: Output
) -> dict[str, Any]:
    """The start, every step with its line, action and events, the end, and what is wrong, if anything is."""
    told = zip(record.lines, record.actions, steps, strict=False)
    return {
        "start": game_document(record.start),
        "steps": [
            {"line": line, "action": write_action(action), "events": [event_document(event) for event in step.events]}
            for line, action, step in told
        ],
        "end": game_document(end),
        "result": final_standings(end).as_json() if end.is_over else None,
        "error": None if broken is None else _error_json(broken, output),
    }


def _error_json(error: RecordError, output: Output) -> dict[str, Any]:
    return {
        "line": error.line,
        "action": error.action,
        "rule": error.rule,
        "message": error.reason.text(output.language),
    }
