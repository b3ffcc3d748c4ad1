"""One register, segment by segment (RR-S), on numbers: the loop that everything else is built around."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Final, TypeVar

from mechanica_core.errors import ImpossibleDecision
from mechanica_core.geometry import COLUMN_STEP, FACING_INDEX, FACINGS, ROW_STEP
from mechanica_core.messages import say
from mechanica_core.other_games.robo_rally import events as told
from mechanica_core.other_games.robo_rally.board import At
from mechanica_core.other_games.robo_rally.cards import STEPS, TURNS, Card, Order
from mechanica_core.other_games.robo_rally.course import (
    BLOCKED,
    CHOP_SHOP,
    DOUBLE_REPAIR,
    FALL,
    FLAMES,
    FREE,
    HOLE,
    HOLES,
    LAVA,
    NOT_FLAT,
    OIL,
    PORTAL,
    RADIATION,
    RANDOMIZER,
    REPAIR,
    REPELS,
    TELEPORTER,
    UPHILL,
    WASTE,
    WATER,
    course,
)
from mechanica_core.other_games.robo_rally.decisions import (
    OFFERS,
    UNKNOWN_OPTION,
    Decision,
    Draws,
    MissingDraw,
    Take,
)
from mechanica_core.other_games.robo_rally.elements import ElementKind
from mechanica_core.other_games.robo_rally.events import By, Event, Harm, Segment
from mechanica_core.other_games.robo_rally.robots import Option, Robot, Situation

T = TypeVar("T")
K: Final = ElementKind
FALL_DAMAGE: Final = 2
"""For each level."""
LAST_REGISTER: Final = 5
_ARRIVAL: Final = HOLE | LAVA | FLAMES | PORTAL
"""What happens on arrival; all else is asked for when its time comes."""
_OUT: Final = -1
"""The square of a robot that is destroyed, and the robot on an empty square.

As an index of a table over squares it means the rim's last square, on which nothing lies that matters there.
"""


class Play:
    """Robots on a board while a register is played. ``log`` takes the events, if anybody wants them."""

    def __init__(
        self,
        situation: Situation,
        register: int,
        draws: Draws,
        decisions: Iterable[Decision],
        log: Callable[[Event], None] | None = None,
    ) -> None:
        self.situation = situation
        self.rules = situation.rules
        self.register = register
        self.course = course(situation.board, situation.rules)
        track = self.course.tracks[register - 1]
        self.step, self.beam, self.ground, self.delta = track.step, track.beam, track.ground, self.course.delta
        self.track = track
        self.log = log
        self.names = [robot.name for robot in situation.robots]
        number = self.course.number
        self.at = [_OUT if robot.at is None else number(robot.at) for robot in situation.robots]
        self.facing = [FACING_INDEX[robot.facing] for robot in situation.robots]
        self.damage = [robot.damage for robot in situation.robots]
        self.archive = [robot.archive for robot in situation.robots]
        self.options = [robot.options for robot in situation.robots]
        self.who = [_OUT] * self.course.size
        for robot, square in enumerate(self.at):
            if square >= 0:
                self.who[square] = robot
        self.cards_drawn: dict[str, int] = {}
        self.options_drawn: dict[str, int] = {}
        self.draws = draws
        self.decisions = {(d.robot, d.element): d for d in decisions if d.register == register}
        self.moves_now = False
        """Whether this is the segment of moves."""
        self.mover = _OUT
        """Whose card is carried out."""
        self.repelled = _OUT
        """The robot that could not move because of a repulsor, if that was the reason when last one could not."""
        self.throws = 0
        """How often repulsors have thrown a robot on this card."""

    # -- a register ----------------------------------------------------------------------------------------

    def play(self, cards: Mapping[str, Card]) -> None:
        """All segments from A to E."""
        held = {robot: cards[name] for robot, name in enumerate(self.names) if name in cards and self.at[robot] >= 0}
        self._reveal(held)
        self._begin(Segment.MOVES)
        self.moves_now = True
        for robot in sorted(held, key=lambda robot: -held[robot].priority):  # keeps the order of equals
            if self.at[robot] >= 0:
                self._carry_out(robot, held[robot])
        self.moves_now, self.mover = False, _OUT
        course, rules = self.course, self.rules
        pushing, mass = rules.belt_into_robot == "push", rules.belt_follower == "push"
        if course.fast_belts:
            self._begin(Segment.FAST_BELTS)
            self._carry(course.fast_belts, By.BELT, pushing, mass)
        if course.belts:
            self._begin(Segment.ALL_BELTS)
            self._carry(course.belts, By.BELT, pushing, mass)
        if course.currents:
            self._begin(Segment.CURRENTS)
            self._carry(course.currents, By.CURRENT, pushing, mass)
        if self.track.pushers:
            self._begin(Segment.PUSHERS)
            self._carry(self.track.pushers, By.PUSHER, pushing=True, held_too=True)
        self._gears()
        self._crushers()
        self._fire()
        self._checkpoints()

    def end_round(self) -> None:
        """Segment F: repairs and what is drawn at the end of a round."""
        self._begin(Segment.END)
        for robot, square in enumerate(self.at):
            if square < 0:
                continue
            ground = self.ground[square]
            if ground & DOUBLE_REPAIR:
                if self._taken(robot, K.DOUBLE_REPAIR).take is Take.DRAW:
                    self._draw_option(robot, K.DOUBLE_REPAIR)
                else:
                    self._repair(robot, 2)
            if ground & REPAIR:
                self._repair(robot, 1)
            if ground & CHOP_SHOP and self._taken(robot, K.CHOP_SHOP).take is Take.DRAW:
                self._draw_option(robot, K.CHOP_SHOP)

    def robots(self) -> tuple[Robot, ...]:
        """The robots as they are now."""
        square = self.course.at
        return tuple(
            Robot(name, None if at < 0 else square(at), FACINGS[facing], damage, archive, options)
            for name, at, facing, damage, archive, options in zip(
                self.names, self.at, self.facing, self.damage, self.archive, self.options, strict=True
            )
        )

    def draws_left(self) -> Draws:
        """The draws that were not used."""
        return Draws(_rest(self.draws.cards, self.cards_drawn), _rest(self.draws.options, self.options_drawn))

    def _begin(self, segment: Segment) -> None:
        if self.log:
            self.log(told.SegmentBegan(self.register, segment))

    # -- A: cards ------------------------------------------------------------------------------------------

    def _reveal(self, held: dict[int, Card]) -> None:
        self._begin(Segment.REVEAL)
        if self.course.flags & RANDOMIZER:
            for robot, square in enumerate(self.at):
                if square >= 0 and self.ground[square] & RANDOMIZER:
                    self._exchange_card(robot, held)
        if self.course.flags & HOLE:  # a robot may stand on a trapdoor that opens
            for robot, square in enumerate(self.at):
                if square >= 0 and self.ground[square] & HOLE:
                    self._destroy(robot, self._hole_kind(square))

    def _exchange_card(self, robot: int, held: dict[int, Card]) -> None:
        """A robot without a card has none to exchange, unless a card is recorded that it drew."""
        name, old = self.names[robot], held.get(robot)
        recorded, drawn = self.draws.cards.get(name, ()), self.cards_drawn.get(name, 0)
        if drawn == len(recorded):
            if old is None:
                return
            raise MissingDraw(name, self.register)
        self.cards_drawn[name] = drawn + 1
        held[robot] = recorded[drawn]
        if self.log:
            self.log(told.CardExchanged(name, old, recorded[drawn]))

    # -- B: moves ------------------------------------------------------------------------------------------

    def _carry_out(self, robot: int, card: Card) -> None:
        self.mover, self.throws = robot, 0
        if self.log:
            self.log(told.CardBegan(self.names[robot], card))
        order = card.order
        if order in TURNS:
            self._turn(robot, TURNS[order], By.CARD)
            if self.ground[self.at[robot]] & FLAMES:
                self._hurt(robot, 1, K.FLAMER)
            return
        steps, square = STEPS[order], self.at[robot]
        ground = self.ground[square]
        if ground & (WATER | OIL):
            steps -= 1
            if self.log:
                element = K.WATER if ground & WATER else K.OIL
                self.log(told.StepLost(self.names[robot], self.course.at(square), element))
            if not steps:
                return
        way = self.facing[robot]
        if ground & TELEPORTER and self._teleport(robot, order, steps):
            self._slide(robot, way)
            return
        if order is Order.BACK_UP:
            way = (way + 2) % 4
        if self._walk(robot, way, steps, STEPS[order]):
            self._slide(robot, way)

    def _walk(self, robot: int, way: int, steps: int, shown: int) -> bool:
        """Go so many steps on a card that shows so many squares; whether nothing ended it early."""
        while steps:
            if self.step[self.at[robot] * 4 + way] == UPHILL:
                steps -= 1
                if not steps:
                    if self.log:
                        self.log(told.SlidBack(self.names[robot], self.course.at(self.at[robot])))
                    return False
            line = self._line(robot, way)
            if line is None:
                if self.repelled >= 0:
                    self._throw(self.repelled, (way + 2) % 4, shown)
                elif self.log:
                    self.log(told.Stopped(self.names[robot], self.course.at(self.at[robot]), FACINGS[way]))
                return False
            self._shift(line, way, By.CARD, By.PUSH)
            if self.at[robot] < 0:
                return False
            steps -= 1
        return True

    def _throw(self, robot: int, way: int, squares: int) -> None:
        """A repulsor throws a robot, and one more if that is thrown or pushed into another; then they are walls."""
        self.throws += 1
        if self.log:
            self.log(told.Repelled(self.names[robot], self.course.at(self.at[robot]), FACINGS[way], squares))
        for _ in range(squares):
            line = self._line(robot, way)
            if line is None:
                if self.repelled >= 0 and self.throws == 1:
                    self._throw(self.repelled, (way + 2) % 4, squares)
                return
            self._shift(line, way, By.REPULSOR, By.PUSH)
            if self.at[robot] < 0:
                return

    def _slide(self, robot: int, way: int) -> None:
        """After a robot's own move: if it ended on oil, on to where there is none, along with others on oil."""
        slid_from = set()  # portals could lead it round and round
        while (square := self.at[robot]) not in slid_from and self.ground[square] & OIL:
            slid_from.add(square)
            line = self._line(robot, way)
            if line is None or not all(self.ground[self.at[other]] & OIL for other in line):
                return
            self._shift(line, way, By.OIL, By.OIL)

    def _teleport(self, robot: int, order: Order, steps: int) -> bool:
        """Set a robot down beyond all that is ahead, if nothing is in the way there."""
        squares = self.rules.teleporter_back_up if order is Order.BACK_UP else steps + 2
        way, square = self.facing[robot], self.at[robot]
        start = self.course.at(square)
        to = start[0] + squares * COLUMN_STEP[way], start[1] + squares * ROW_STEP[way]
        inside = self.situation.board.has(to)
        target = self.course.number(to) if inside else _OUT
        if inside and (self.who[target] >= 0 or self.ground[target] & NOT_FLAT):
            return False
        if self.log:
            self.log(told.Moved(self.names[robot], start, to, By.TELEPORTER))
        self.who[square] = _OUT
        self.at[robot] = target
        if inside:
            self.who[target] = robot
            self._arrive(robot, FREE, walked=True)
        elif self.log:
            self.log(told.Destroyed(self.names[robot], to, Harm.RIM))
        return True

    # -- moving and arriving -------------------------------------------------------------------------------

    def _line(self, robot: int, way: int) -> list[int] | None:
        """The robots that move if this one goes a square that way, itself first; None if they cannot.

        ``repelled`` tells then which of them meets a repulsor, if that is the reason.
        """
        step, who, delta = self.step, self.who, self.delta[way]
        line, square = [robot], self.at[robot]
        while True:
            meets = step[square * 4 + way]
            if meets in (BLOCKED, REPELS):
                self.repelled = line[-1] if meets == REPELS else _OUT
                return None
            square += delta
            if who[square] < 0:
                return line
            line.append(who[square])

    def _shift(self, line: Sequence[int], way: int, by: By, others_by: By) -> None:
        """Move robots in a row by a square; the farthest arrives first."""
        at, who, delta = self.at, self.who, self.delta[way]
        for robot in reversed(line):
            start = at[robot]
            who[start] = _OUT
            who[start + delta] = robot
            at[robot] = start + delta
            if self.log:
                self._tell_move(robot, start, by if robot == line[0] else others_by)
        for robot in reversed(line):
            self._arrive(robot, self.step[(at[robot] - delta) * 4 + way], by is By.CARD and robot == line[0])

    def _tell_move(self, robot: int, start: int, by: By) -> None:
        if self.log:
            square = self.course.at
            self.log(told.Moved(self.names[robot], square(start), square(self.at[robot]), by))

    def _arrive(self, robot: int, met: int, walked: bool, through_portal: bool = False) -> None:
        """What happens to a robot on its square, to which it came past what it ``met``."""
        if met > FALL:
            self._hurt(robot, FALL_DAMAGE * (met - FALL), Harm.FALL)
        square = self.at[robot]
        here = self.ground[square] & _ARRIVAL if square >= 0 else 0
        if not here:
            return
        if here & HOLE:
            self._destroy(robot, self._hole_kind(square))
            return
        if here & LAVA and self.moves_now:
            self._hurt(robot, 1, K.LAVA_PIT)
        if here & FLAMES and walked:
            self._hurt(robot, 1, K.FLAMER)
        if here & PORTAL and not through_portal and self.at[robot] >= 0:
            twin = self.course.twins[square]
            if self.who[twin] < 0 and (robot == self.mover or self.rules.portal_moves == "any"):
                self.who[square], self.who[twin], self.at[robot] = _OUT, robot, twin
                self._tell_move(robot, square, By.PORTAL)
                self._arrive(robot, FREE, walked, through_portal=True)

    def _hurt(self, robot: int, amount: int, by: ElementKind | Harm) -> None:
        if self.at[robot] < 0:
            return
        self.damage[robot] += amount
        if self.log:
            self.log(told.Damaged(self.names[robot], amount, by, self.damage[robot]))
        if self.damage[robot] >= self.rules.damage_limit:
            self._destroy(robot, Harm.DAMAGE)

    def _destroy(self, robot: int, by: ElementKind | Harm) -> None:
        square = self.at[robot]
        self.who[square] = self.at[robot] = _OUT
        if self.log:
            self.log(told.Destroyed(self.names[robot], self.course.at(square), by))

    def _hole_kind(self, square: int) -> ElementKind | Harm:
        """What destroys a robot on a square."""
        at = self.course.at(square)
        kinds = (e.kind for place in self.situation.board.squares if place.at == at for e in place.elements)
        return next((kind for kind in kinds if kind in HOLES), Harm.RIM) if self.log else Harm.RIM

    def _turn(self, robot: int, quarters: int, by: By | ElementKind) -> None:
        self.facing[robot] = (self.facing[robot] + quarters) % 4
        if self.log:
            self.log(told.Turned(self.names[robot], FACINGS[self.facing[robot]], by))

    # -- C: moves of the board -----------------------------------------------------------------------------

    def _carry(self, ways: list[int], by: By, pushing: bool, held_too: bool) -> None:
        """Move all robots on belts, currents or pushers at once (RR-M).

        ``pushing`` says whether they push robots that are not carried, ``held_too`` whether also those that are on
        such an element and cannot be moved by it.
        """
        at, who, step, delta = self.at, self.who, self.step, self.delta
        carried = {robot: ways[square] for robot, square in enumerate(at) if ways[square] >= 0}
        if not carried:
            return
        going = {}
        for robot, way in carried.items():
            square = at[robot]
            if step[square * 4 + way] not in (BLOCKED, REPELS):
                going[robot] = square + delta[way]
        if len(going) > 1:
            targets = list(going.values())
            if len(set(targets)) < len(targets):
                going = {robot: to for robot, to in going.items() if targets.count(to) == 1}
            swapping = [robot for robot, to in going.items() if going.get(who[to]) == at[robot]]
            for robot in swapping:
                del going[robot]
        unmoved = {} if held_too else carried
        while True:
            held: list[int] = []
            lines: dict[int, list[int]] = {}
            for robot, to in going.items():
                ahead = who[to]
                if ahead >= 0 and ahead not in going:
                    line = self._pushed(ahead, carried[robot], going, unmoved) if pushing else None
                    if line is None:
                        held.append(robot)
                    else:
                        lines[robot] = line
            held += self._clashing(lines, carried)
            if not held:
                break
            for robot in held:
                going.pop(robot, None)
        self._carry_on(going, lines, carried, by)

    def _pushed(self, first: int, way: int, going: Mapping[int, int], unmoved: Mapping[int, int]) -> list[int] | None:
        """The robots that are pushed if this one is; None if they cannot be.

        They cannot go where another is carried to, nor move those that are ``unmoved``.
        """
        line: list[int] = []
        robot, targets = first, going.values()
        while robot not in unmoved:
            square = self.at[robot]
            meets = self.step[square * 4 + way]
            square += self.delta[way]
            if meets in (BLOCKED, REPELS) or square in targets:
                return None
            line.append(robot)
            robot = self.who[square]
            if robot < 0 or robot in going:
                return line
        return None

    def _clashing(self, lines: Mapping[int, list[int]], carried: Mapping[int, int]) -> list[int]:
        """Of the robots that push others, those whose pushed robots would meet on one square."""
        if len(lines) < 2:
            return []
        claims: dict[int, list[int]] = {}
        for robot, line in lines.items():
            for pushed in line:
                claims.setdefault(self.at[pushed] + self.delta[carried[robot]], []).append(robot)
        return [robot for claimants in claims.values() if len(claimants) > 1 for robot in claimants]

    def _carry_on(
        self, going: Mapping[int, int], lines: Mapping[int, list[int]], carried: Mapping[int, int], by: By
    ) -> None:
        """Carry out the moves that were found possible, all at once."""
        moves = [(robot, carried[robot], by) for robot in going]
        moves += [(pushed, carried[robot], By.PUSH) for robot, line in lines.items() for pushed in line]
        at, who, delta = self.at, self.who, self.delta
        for robot, _, _ in moves:
            who[at[robot]] = _OUT
        for robot, way, cause in moves:
            at[robot] += delta[way]
            who[at[robot]] = robot
            if self.log:
                self._tell_move(robot, at[robot] - delta[way], cause)
        came = [(robot, at[robot], way, cause) for robot, way, cause in moves]
        for robot, square, way, cause in came:
            turn = self.course.curves.get(square * 4 + way) if cause is By.BELT else None
            if turn:
                self._turn(robot, turn, K.TURNING_BELT)
            self._arrive(robot, self.step[(square - delta[way]) * 4 + way], walked=False)

    def _gears(self) -> None:
        gears = self.course.gears
        if gears:
            self._begin(Segment.GEARS)
            for robot, square in enumerate(self.at):
                if square in gears:
                    self._turn(robot, gears[square], K.GEAR)

    def _crushers(self) -> None:
        crushers = self.track.crushers
        if crushers:
            self._begin(Segment.CRUSHERS)
            for robot, square in enumerate(self.at):
                if square in crushers:
                    self._destroy(robot, K.CRUSHER)

    # -- D: fire -------------------------------------------------------------------------------------------

    def _fire(self) -> None:
        """All damage of the segment at once: a robot that it destroys has still fired."""
        self._begin(Segment.FIRE)
        at, ground, flags = self.at, self.ground, self.course.flags
        hits: list[tuple[int, int, ElementKind | Harm]] = []
        for start, beams in self.course.lasers:
            hit = self._hit(start, start, _OUT, beams)
            if hit >= 0:
                hits.append((hit, beams, K.LASER))
        for robot, square in enumerate(at):
            if square >= 0:
                start = square * 4 + self.facing[robot]
                hit = self._hit(self.beam[start], start, robot, 1)
                if hit >= 0 and hit != robot:
                    hits.append((hit, 1, Harm.ROBOT))
        if flags & FLAMES:
            hits += [(robot, 1, K.FLAMER) for robot, square in enumerate(at) if ground[square] & FLAMES]
        for pit, beside in self.track.lava:
            for robot, square in enumerate(at):
                if square == pit:
                    hits.append((robot, 2, K.LAVA_PIT))
                elif square in beside:
                    hits.append((robot, 1, K.LAVA_PIT))
        if self.register == LAST_REGISTER and flags & (RADIATION | WASTE):
            for flag, kind in ((RADIATION, K.RADIATION), (WASTE, K.WASTE)):
                hits += [(robot, 1, kind) for robot, square in enumerate(at) if ground[square] & flag]
        for robot, amount, by in hits:
            self.damage[robot] += amount
            if self.log:
                self.log(told.Damaged(self.names[robot], amount, by, self.damage[robot]))
        for robot in sorted({robot for robot, _, _ in hits}):
            if self.damage[robot] >= self.rules.damage_limit:
                self._destroy(robot, Harm.DAMAGE)

    def _hit(self, place: int, start: int, shooter: int, beams: int) -> int:
        """The robot that a beam hits which has come to this place, a square and direction; _OUT if none.

        It ends where it began if mirrors lead it round.
        """
        who, beam = self.who, self.beam
        first, hit = place, _OUT
        while place >= 0:
            hit = who[place >> 2]
            if hit >= 0:
                break
            place = beam[place]
            if place == start:
                break
        if self.log:
            self._tell_beam(first, place, shooter, beams, hit)
        return hit

    def _tell_beam(self, place: int, end: int, shooter: int, beams: int, hit: int) -> None:
        path: list[At] = []
        while place >= 0:
            path.append(self.course.at(place >> 2))
            if place == end:
                break
            place = self.beam[place]
        names = self.names
        if self.log:
            told_hit = names[hit] if hit >= 0 and hit != shooter else None
            self.log(told.Fired(names[shooter] if shooter >= 0 else None, tuple(path), beams, told_hit))

    # -- E and F: checkpoints and the end of a round -------------------------------------------------------

    def _checkpoints(self) -> None:
        self._begin(Segment.CHECKPOINTS)
        if not self.course.flags & (REPAIR | DOUBLE_REPAIR | CHOP_SHOP | WASTE):
            return
        for robot, square in enumerate(self.at):
            ground = self.ground[square]
            if ground & (REPAIR | DOUBLE_REPAIR):
                self.archive[robot] = self.course.at(square)
                if self.log:
                    self.log(told.Archived(self.names[robot], self.course.at(square)))
            if ground & CHOP_SHOP:
                self._use_chop_shop(robot)
            waste = ground & WASTE and self.register == LAST_REGISTER
            if waste and self._taken(robot, K.WASTE).take is Take.DRAW:
                self._draw_option(robot, K.WASTE)

    def _use_chop_shop(self, robot: int) -> None:
        decision, options = self._taken(robot, K.CHOP_SHOP), self.options[robot]
        if decision.option is None:
            return
        number = next((n for n, option in enumerate(options) if option.name == decision.option), None)
        if number is None:
            reason = say("{robot} has no option {option}", robot=decision.robot, option=decision.option)
            raise ImpossibleDecision(decision.name, reason)
        if decision.take is Take.SCRAP:
            self.options[robot] = options[:number] + options[number + 1 :]
            self._draw_option(robot, K.CHOP_SHOP, scrapped=decision.option)
        else:
            full = replace(options[number], ammunition=options[number].capacity)
            self.options[robot] = (*options[:number], full, *options[number + 1 :])
            if self.log:
                self.log(told.OptionRefilled(self.names[robot], full.name))

    def _taken(self, robot: int, element: ElementKind) -> Decision:
        """What a robot decides where it is, or takes if it has not decided."""
        name = self.names[robot]
        default = Decision(name, self.register, element, OFFERS[element][0])
        return self.decisions.get((name, element), default)

    def _draw_option(self, robot: int, by: ElementKind, scrapped: str | None = None) -> None:
        name = self.names[robot]
        recorded, drawn = self.draws.options.get(name, ()), self.options_drawn.get(name, 0)
        option = recorded[drawn] if drawn < len(recorded) else Option(UNKNOWN_OPTION)
        self.options_drawn[name] = drawn + 1
        self.options[robot] += (option,)
        if self.log:
            self.log(told.OptionDrawn(name, option.name, by, scrapped))

    def _repair(self, robot: int, most: int) -> None:
        amount = min(most, self.damage[robot])
        self.damage[robot] -= amount
        if amount and self.log:
            self.log(told.Repaired(self.names[robot], amount, self.damage[robot]))


def _rest(recorded: Mapping[str, Sequence[T]], used: Mapping[str, int]) -> dict[str, tuple[T, ...]]:
    """What of recorded draws was not used."""
    return {robot: tuple(draws[used.get(robot, 0) :]) for robot, draws in recorded.items()}
