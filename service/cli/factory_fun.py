"""``mechanica factory-fun``: check, price and score halls of Factory Fun, and go through whole games."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any, TypeAlias

import typer

from mechanica_core.errors import DocumentError, EditionError
from mechanica_core.messages import Message, say
from mechanica_core.other_games.factory_fun import Change, Hall, changes, check, new_machines, winners
from mechanica_core.other_games.factory_fun.document import HallChange, PlayedGame, read_document
from mechanica_core.other_games.factory_fun.errors import BrokenRound
from mechanica_core.other_games.factory_fun.game import LEAST_MONEY, TOKEN_WORTH, Account, Game, forbidden_changes
from mechanica_core.other_games.factory_fun.machines import made_up_machines, read_machine_set
from mechanica_core.other_games.factory_fun.parts import Machine
from mechanica_core.other_games.factory_fun.picture import hall_svg
from mechanica_core.other_games.factory_fun.report import hall_report
from mechanica_core.other_games.factory_fun.text import read_hall_text
from mechanica_core.other_games.factory_fun.words import changed_words
from mechanica_core.places import where_words
from service.cli.inputs import read
from service.cli.options import AsJson, Lang
from service.cli.output import Output, print_json, writing
from service.cli.refusal import NO, Refusal

File: TypeAlias = Annotated[
    str,
    typer.Argument(
        metavar="FILE", show_default=False, help="A document (JSON), a hall drawn as text, or - for standard input."
    ),
]
MachinesFile: TypeAlias = Annotated[
    str | None,
    typer.Option("--machines", metavar="FILE", help="Your own machines (TOML); without it those made up for us."),
]

app = typer.Typer(help="Factory Fun, another factory game: check, price and score halls, go through games.")


@app.command("check")
def check_hall(
    file: File,
    *,
    machines: MachinesFile = None,
    picture: Annotated[
        str | None,
        typer.Option("-o", "--output", metavar="FILE", help="Draw the hall there (SVG), what is broken too."),
    ] = None,
    as_json: AsJson = False,
    lang: Lang,
) -> None:
    """List every rule that a hall breaks, by letter and square. Exit code 1 if there is one."""
    hall = _read(file, machines)
    if not isinstance(hall, Hall):
        raise Refusal(say("{file}: wanted: a hall", file=file))
    broken = check(hall)
    if picture is not None:
        with writing(picture, (file, machines)) as opened:
            opened.write(hall_svg(hall, broken, language=lang))
    if as_json:
        print_json(hall_report(hall, language=lang))
    elif picture != "-":
        output = Output(lang)
        output.say(*(violation.sentence for violation in broken))
        if broken:
            output.say(say("{file}: no legal hall; broken rules: {count}", file=file, count=len(broken)))
        else:
            output.say(say("{file}: a legal hall", file=file))
    if broken:
        raise typer.Exit(NO)


@app.command("cost")
def cost_of_change(file: File, *, machines: MachinesFile = None, as_json: AsJson = False, lang: Lang) -> None:
    """Tell what building costs, from a hall before and after. Exit code 1 if the rules forbid it."""
    change = _read(file, machines)
    if not isinstance(change, HallChange):
        raise Refusal(say("{file}: wanted: a hall before and after building", file=file))
    done = changes(change.before, change.after)
    new = new_machines(change.before, change.after)
    costs, income = sum(each.cost for each in done), sum(placed.machine.income for placed in new)
    money = None if change.money is None else change.money + income - costs
    forbidden = [violation.sentence for violation in check(change.after)] + list(forbidden_changes(done))
    if money is not None and money < LEAST_MONEY:
        forbidden.append(say("money would fall to {money}, below {least}", money=money, least=LEAST_MONEY))
    if as_json:
        print_json(
            {
                "ok": not forbidden,
                "problems": [why.text(lang) for why in forbidden],
                "changes": [_change_json(each) for each in done],
                "cost": costs,
                "income": income,
                "net": income - costs,
                "money": money,
            }
        )
    else:
        output = Output(lang)
        table = output.table(say("space"), say("what"), say("part"), say("cost"))
        for each in done:
            table.add_row(
                str(each.square), output.words(_act_words(each)), output.words(changed_words(each.part)), str(each.cost)
            )
        output.say(table)
        output.say(
            say("cost {cost}, income {income}, net {net}", cost=costs, income=income, net=f"{income - costs:+d}")
        )
        if money is not None:
            output.say(say("money afterwards: {money}", money=money))
        output.say(*forbidden)
    if forbidden:
        raise typer.Exit(NO)


@app.command("score")
def score(file: File, *, machines: MachinesFile = None, as_json: AsJson = False, lang: Lang) -> None:
    """Add up the bonus of a hall's clear tokens, or the final scores of a game as it stands."""
    read_file = _read(file, machines)
    output = Output(lang)
    if isinstance(read_file, Hall):
        report = hall_report(read_file, language=lang)
        if as_json:
            print_json({"tokens": report["tokens"], "bonus": report["bonus"]})
        else:
            numbers = "+".join(str(token["number"]) for token in report["tokens"]) or "0"
            told = say(
                "clear tokens: {numbers}; at the end × {worth}: {bonus}",
                numbers=numbers,
                worth=TOKEN_WORTH,
                bonus=report["bonus"],
            )
            output.say(told)
    elif isinstance(read_file, PlayedGame):
        if as_json:
            print_json(_scores_json(read_file.end))
        else:
            _tell_scores(output, read_file.end)
    else:
        raise Refusal(say("{file}: wanted: a hall or a game", file=file))


@app.command("play")
def play(file: File, *, machines: MachinesFile = None, as_json: AsJson = False, lang: Lang) -> None:
    """Go through a game round by round as its banker does. Exit code 1 if a round breaks a rule."""
    game = _read(file, machines)
    if not isinstance(game, PlayedGame):
        raise Refusal(say("{file}: wanted: a game", file=file))
    if as_json:
        rounds = [[_account_json(game.start, account) for account in played.accounts] for played in game.rounds]
        money = [[player.money for player in played.game.players] for played in game.rounds]
        print_json({"rounds": rounds, "money": money, "end": _scores_json(game.end)})
        return
    output = Output(lang)
    for number, played in enumerate(game.rounds, start=1):
        output.say(say("Round {number}", number=number))
        for account in played.accounts:
            player = played.game.players[account.player]
            told = say(
                "  {player}: {story}; money {money}", player=player.name, story=_story(account), money=player.money
            )
            output.say(told)
    output.say("")
    _tell_scores(output, game.end)


def _read(file: str, machines: str | None) -> Hall | HallChange | PlayedGame:
    """What a file holds. Raises :class:`Refusal` telling the first thing that is wrong with it."""
    known = _machines(machines)
    given = read(file, say("wanted: a document of Factory Fun"))
    try:
        return read_document(given.parsed(), known) if given.text.startswith(("{", "[")) else read_hall_text(given.text)
    except DocumentError as error:
        raise _refused(given.name, error) from None


def _machines(file: str | None) -> Sequence[Machine]:
    if file is None:
        return made_up_machines()
    given = read(file, say("wanted: a file of machines"))
    try:
        return read_machine_set(given.text, file).all()
    except EditionError as error:
        raise Refusal(error.message) from None
    except DocumentError as error:
        raise _refused(given.name, error) from None


def _refused(name: str | Message, error: DocumentError) -> Refusal:
    (place, why), *others = error.problems
    sentence = say("{file}: {place}: {why}", file=name, place=where_words(place), why=why)
    if others:
        sentence = say("{why}, and {more} more", why=sentence, more=len(others))
    return Refusal(sentence, NO) if isinstance(error, BrokenRound) else Refusal(sentence)


def _act_words(change: Change) -> Message:
    words = {
        "place": say("placed"),
        "move": say("moved"),
        "turn": say("turned"),
        "swap": say("swapped"),
        "remove": say("removed"),
        "place machine": say("new machine"),
        "move machine": say("machine moved"),
        "remove machine": say("machine removed"),
    }
    return words[change.act.value]


def _change_json(change: Change) -> dict[str, Any]:
    return {"act": change.act.value, "part": change.part, "square": str(change.square), "cost": change.cost}


def _story(account: Account) -> Message:
    if account.machine is None:
        return say("takes no machine")
    machine = account.machine.name
    if not account.placed:
        return say("does not place {machine}, pays {penalty}", machine=machine, penalty=account.penalty)
    return say(
        "places {machine}: income {income}, costs {costs}, net {net}",
        machine=machine,
        income=account.income,
        costs=account.costs,
        net=f"{account.net:+d}",
    )


def _account_json(game: Game, account: Account) -> dict[str, Any]:
    return {
        "player": game.players[account.player].name,
        "machine": account.machine and account.machine.name,
        "placed": account.placed,
        "income": account.income,
        "costs": account.costs,
        "penalty": account.penalty,
        "net": account.net,
        "extra": account.extra,
        "changes": [_change_json(change) for change in account.changes],
    }


def _scores_json(game: Game) -> dict[str, Any]:
    return {
        "over": game.is_over,
        "players": [
            {
                "name": player.name,
                "money": player.money,
                "tokens": player.tokens,
                "bonus": TOKEN_WORTH * player.tokens,
                "total": player.final_money,
            }
            for player in game.players
        ],
        "winners": [player.name for player in winners(game)] if game.is_over else [],
    }


def _tell_scores(output: Output, game: Game) -> None:
    table = output.table(say("player"), say("money"), say("bonus"), say("total"))
    for player in sorted(game.players, key=lambda player: -player.final_money):
        bonus = TOKEN_WORTH * player.tokens
        table.add_row(output.words(player.name), str(player.money), str(bonus), str(player.final_money))
    output.say(table)
    if game.is_over:
        names = ", ".join(player.name for player in winners(game))
        output.say(say("won: {names}", names=names))
    else:
        output.say(say("The game is not over: round {number} is next.", number=game.round))
