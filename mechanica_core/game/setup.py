"""Set a game up: shuffled by a seed, or as it lies on a table, with stacks that nobody has looked into."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence

from mechanica_core.editions import component_set, rule_set
from mechanica_core.errors import GameError
from mechanica_core.factory import STARTING_WALLET, Factory
from mechanica_core.game.actions import Action, Draw, Flip, Open
from mechanica_core.game.checks import MAX_STACK, checked, name_problems
from mechanica_core.game.legal import unseen_blueprints
from mechanica_core.game.state import EXTRAS, Armand, Game, Phase, ToDraw, ToOpen, Upkeep, Waiting
from mechanica_core.game.table import Table
from mechanica_core.game.upkeep import carry_on
from mechanica_core.messages import say
from mechanica_core.pieces import IMPROVEMENTS, Kind

UNSEEN = None
"""What nobody has looked at in a stack."""


def new_game(
    players: int | Sequence[str],
    rules: str,
    components: str,
    seed: int | None,
    difficulty: str | None,
) -> Game:
    """A game before its first workday (sections 7 to 10); see :meth:`Game.new` and :meth:`Game.at_table`."""
    names = (
        tuple(f"player {number}" for number in range(1, players + 1)) if isinstance(players, int) else tuple(players)
    )
    problems = tuple(name_problems(names))
    if problems:
        raise GameError.of(problems)
    rule, parts = rule_set(rules), component_set(components)
    stack: list[Kind | None] = [kind for kind in IMPROVEMENTS for _ in range(parts.counts[kind].value)]
    blueprints: list[int | None] = list(range(len(parts.blueprints)))
    if seed is None:
        stack, blueprints = [UNSEEN] * len(stack), [UNSEEN] * len(blueprints)
    else:
        chance = random.Random(seed)
        chance.shuffle(stack)
        chance.shuffle(blueprints)
    half = len(blueprints) // 2
    spots = len(parts.shop_spots.value)
    first: list[Waiting] = [
        ToOpen(number) for number, part in enumerate((blueprints[:half], blueprints[half:])) if part
    ]
    first += [ToDraw(spot=spot) for spot in range(min(2, spots, len(stack) - EXTRAS))]
    table = Table(
        Game(
            players=names,
            rules_name=rules,
            components_name=components,
            factories=(Factory.new(rules, components),) * len(names),
            day=1 if rule.factories_run == "opens_the_workday" else 0,
            phase=Phase.RUN,
            turn=0,
            shop=(None,) * spots,
            stack=tuple(stack[EXTRAS:]),
            extras=tuple(stack[:EXTRAS]),
            blueprints=(tuple(blueprints[:half]), tuple(blueprints[half:])),
            waiting=tuple(first),
            armand=_armand(rule.solo_vault_bonus, difficulty) if len(names) == 1 else None,
            seed=seed,
        )
    )
    if len(names) > 1 and difficulty is not None:
        raise GameError(say("only a single player chooses a difficulty"))
    carry_on(table)
    return table.game()


def position(
    players: Sequence[str],
    factories: Sequence[Factory],
    shop: Sequence[Kind | None],
    stack: int,
    extras: int,
    blueprints: tuple[int | None, int | None],
    day: int,
    turn: int,
    phase: Phase,
    armand: Armand | None,
) -> Game:
    """A game that is under way; see :meth:`Game.from_position`."""
    if not factories:
        raise GameError(say("a game needs the factory of each player"))
    rules, components = factories[0].rules, factories[0].components
    there = len(component_set(components).blueprints)
    sizes = (there // 2, there - there // 2)
    first, second = (
        () if number is None else (number, *[UNSEEN] * (size - 1))
        for number, size in zip(blueprints, sizes, strict=True)
    )
    if not (0 <= stack <= MAX_STACK and 0 <= extras <= MAX_STACK):
        raise GameError(say("a stack holds at most {most}", most=MAX_STACK))
    return checked(
        Game(
            players=tuple(players),
            rules_name=rules,
            components_name=components,
            factories=tuple(factories),
            day=day,
            phase=phase,
            turn=turn,
            shop=tuple(shop),
            stack=(UNSEEN,) * stack,
            extras=(UNSEEN,) * extras,
            blueprints=(first, second),
            armand=armand,
        )
    )


def _armand(bonus: Mapping[str, int], difficulty: str | None) -> Armand:
    if not bonus and difficulty is not None:
        raise GameError(say("this rule set has no levels of difficulty"))
    levels = list(bonus)
    level = difficulty or (levels[0] if levels else None)
    if level is not None and level not in bonus:
        raise GameError(say("unknown difficulty {name}; there are {known}", name=repr(level), known=", ".join(levels)))
    return Armand(STARTING_WALLET, bonus[level] if level else 0, difficulty=level)


def chance(game: Game, seed: int | None = None) -> Action | None:
    """What chance brings now, by the game's seed or another; None if it is not chance that acts.

    The same game and seed always bring the same. What stacks hide is drawn from what is not seen elsewhere.
    """
    if not game.by_chance:
        return None
    dice = random.Random(f"{game.seed if seed is None else seed}/{game.day}/{len(game.stack)}/{len(game.extras)}")
    match game.waiting[0]:
        case Upkeep.FLIP:
            return Flip(dice.choice((1, 5)))
        case ToOpen():
            return Open(dice.choice(unseen_blueprints(game)))
        case _:
            return Draw(dice.choice(unseen_improvements(game)))


def unseen_improvements(game: Game) -> list[Kind]:
    """The improvements of the box that are neither in the shop nor installed nor known in a stack, in a fixed order.

    All kinds, if more are in use than the box holds (D-11.3); what the recycler holds is not known.
    """
    left = {kind: game.components.counts[kind].value for kind in IMPROVEMENTS}
    seen = [*game.shop, *game.stack, *game.extras, *(game.armand.bought if game.armand else ())]
    for factory in game.factories:
        seen += [piece.kind for piece in factory.layout.floor]
        seen += [slot.kind for slot in factory.layout.start]
    for kind in seen:
        if kind in left:
            left[kind] -= 1
    return [kind for kind, count in left.items() for _ in range(count)] or list(IMPROVEMENTS)
