"""A workday as a picture: the evening, how it came about, and what was decided, earned, made and lost."""

from __future__ import annotations

import hashlib
import itertools
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from typing import Final, Literal

from mechanica_core.choices import Choice
from mechanica_core.events import Activated, Charged, Earned, Event, Lost, Stopped
from mechanica_core.messages import Language, say
from mechanica_core.narration import decision_words, event_words, taken_options
from mechanica_core.pieces import Model
from mechanica_core.render import artwork
from mechanica_core.render.animation import Animation, Frame
from mechanica_core.render.board import (
    MONEY,
    Table,
    draw_board,
    draw_money,
    draw_notes,
    draw_pieces,
    picture,
)
from mechanica_core.render.jigsaw import HALF, turned
from mechanica_core.render.pieces import CORNER, HOLE
from mechanica_core.render.svg import Markup, Picture, element, group, joined, moved, path
from mechanica_core.render.theme import THEMES, Theme, ThemeName
from mechanica_core.render.ways import BEFORE, Way, Waypoint, flight, lanes, path_data, shifted, ways_of
from mechanica_core.routes import Loss
from mechanica_core.workday import Workday

DASHES: Final = {Model.BASIC: None, Model.PLUS: "11 7", Model.DELUXE: "1.5 8"}
"""Ways are told apart by their lines too."""
BESIDE: Final = 13.0
"""How far beside a hole, up and to the right, those are marked who were lost there: who stays is seen in it."""
MARKS_IN_A_ROW: Final = 4
"""Numbers of decisions; so many have room over one square."""
SOON: Final = 0.12
"""In ticks: what appears or vanishes takes that long."""


def workday_svg(
    workday: Workday, *, theme: ThemeName = "light", language: Language = "en", animated: bool = False
) -> Picture:
    """A workday as an SVG picture: the evening's bots, an arrow for every way, marks, and the decisions by number.

    If ``animated``, bots first go their ways square by square, all at the same time, and pieces act; then the picture
    stands still as it would otherwise, and at once where no movement is wanted (``prefers-reduced-motion``).
    """
    return _Day(workday, THEMES[theme], language, animated).svg()


class _Day:
    def __init__(self, workday: Workday, theme: Theme, language: Language, animated: bool) -> None:
        self.workday = workday
        self.theme = theme
        self.language: Language = language
        self.morning = Table(workday.before.layout)
        self.evening = Table(workday.factory.layout)
        self.ways = ways_of(workday.events, self.morning)
        self.last = max((event.tick for event in workday.events), default=0)
        self.animation = Animation(self._name(), self.last + 2) if animated else None

    def _name(self) -> str:
        """A name of this picture alone, the same each time."""
        told = f"{self.workday.before.to_text()} {self.workday.decisions} {self.theme.page} {self.language}"
        return "m" + hashlib.sha256(told.encode()).hexdigest()[:8]

    def _moving(self, *frames: Frame) -> str | None:
        return self.animation.moving(frames) if self.animation else None

    def _appearing(self, tick: float) -> str | None:
        return self._moving(*_fading_in(tick))

    def svg(self) -> Picture:
        """The whole picture."""
        grid, theme, language = self.morning.grid, self.theme, self.language
        after = self.last + 1
        machinery, events = self.workday.factory.machinery, self.workday.events
        taken = taken_options(self.workday)
        content = [
            draw_board(grid, theme, language),
            draw_pieces(self.morning, theme, language),
            group(*self._ghosts(), *self._arrows(), class_=self._appearing(after), data_part="ways"),
            *self._made_marks(),
            *self._bots(),
            *self._lost_marks(),
            *self._coins(),
            group(
                *_number_marks((choice for choice, _ in taken), self.morning, theme),
                class_=self._appearing(after),
                data_part="decisions",
            ),
            self._money(grid.height + 34),
        ]
        told = [decision_words(machinery, *each).text(language) for each in taken]
        height, notes = draw_notes(told, grid, grid.height + 72, theme, numbered=True)
        title = say("A workday of a factory").text(language)
        css = self.animation.css() if self.animation else ""
        happened = " ".join(event_words(machinery, event).text(language) for event in events if _matters(event))
        return picture(
            grid,
            [*content, notes],
            theme,
            title=title,
            told=happened,
            language=language,
            below=MONEY + height,
            style=css,
        )

    # -- bots ---------------------------------------------------------------------------------------------------

    def _bots(self) -> Iterator[Markup]:
        """Every bot of the day: those of the evening as they stand, the others only while they move."""
        by_bot = {way.bot: way for way in self.ways}
        used = {hole for event in self.workday.events if isinstance(event, Activated) for hole, _ in event.used}
        acting = self.last
        for hole, model in self.morning.bots:
            way = by_bot.get(hole, Way(hole, model, (Waypoint(0, *self.morning.spot(hole)[:2]),), None, hole, False))
            gone = None
            if way.lost is not None:
                gone = max(way.lost.tick, way.points[-1].tick)
            elif way.rests in used:
                gone = acting
            if gone is None or self.animation is not None:
                yield self._bot(model, way, gone)
        for hole, model, tick in self._made():
            x, y, radius, _ = self.morning.spot(hole)
            yield self._standing(model, hole, x, y, radius, self._appearing(tick), gone=False)

    def _made(self) -> Iterator[tuple[str, Model, int]]:
        for event in self.workday.events:
            if isinstance(event, Activated):
                for hole, model in event.made:
                    yield hole, model, event.tick
            elif isinstance(event, Charged) and event.hole is not None:
                yield event.hole, Model.BASIC, event.tick

    def _bot(self, model: Model, way: Way, gone: float | None) -> Markup:
        last = way.points[-1]
        frames = [Frame(-9, way.points[0].x - last.x, way.points[0].y - last.y)]
        previous = way.points[0]
        for point in way.points:
            frames += [
                Frame(tick, x - last.x, y - last.y, scale=scale) for tick, x, y, scale in flight(previous, point)
            ]
            previous = point
        if gone is not None:
            frames += _fading_out(gone + SOON)
        hole = way.rests or way.bot
        radius = self.morning.spot(hole).radius
        moving = self._moving(*frames) if len(way.points) > 1 or gone is not None else None
        return self._standing(model, hole, last.x, last.y, radius, moving, gone=gone is not None)

    def _standing(
        self, model: Model, hole: str, x: float, y: float, radius: float, moving: str | None, *, gone: bool
    ) -> Markup:
        names = self.morning.components.model_names
        scale = round(min(1.0, radius / HOLE), 3)
        art = group(artwork.bot(model, self.theme), transform=moved(0, 0, scale=scale) or None)
        return group(
            group(element("title", names[model].text(self.language)), art, class_=moving, opacity=0 if gone else None),
            transform=moved(x, y),
            data_part="passing" if gone else "bot",
            data_hole=hole,
            data_model=model,
        )

    # -- what happened ------------------------------------------------------------------------------------------

    def _ghosts(self) -> Iterator[Markup]:
        """Where bots were in the morning, if nobody is there in the evening."""
        taken = {hole for hole, _ in self.evening.bots}
        for way in self.ways:
            if way.rode and way.bot not in taken:
                start = way.points[0]
                art = group(artwork.bot(way.model, self.theme), opacity=0.42)
                yield group(art, transform=moved(start.x, start.y), data_part="ghost", data_hole=way.bot)

    def _arrows(self) -> Iterator[Markup]:
        riding = [way for way in self.ways if way.rode]
        lane_of = lanes(riding)
        for way in riding:
            shift, wide = lane_of[way.bot]
            points = shifted(way, shift)
            d, end, origin = path_data(points, 12.0 if way.lost else BEFORE)
            colour = self.theme.paths[way.model]
            line = {"fill": "none", "stroke_linecap": "round", "stroke_linejoin": "round"}
            parts = [
                path(d, stroke=self.theme.path_edge, stroke_width=wide, **line),
                path(d, stroke=colour, stroke_width=0.54 * wide, stroke_dasharray=DASHES[way.model], **line),
            ]
            if way.lost is None:
                parts.append(_head(end, origin, colour, self.theme.path_edge))
            yield group(*parts, data_part="way", data_bot=way.bot, data_model=way.model)

    def _lost_marks(self) -> Iterator[Markup]:
        """A cross wherever bots were lost, with their number if there were several."""
        lost: defaultdict[tuple[float, float], list[tuple[float, Lost]]] = defaultdict(list)
        for way in self.ways:
            if way.lost is not None:
                _, x, y, _ = way.points[-1]
                aside = BESIDE if way.lost.loss is Loss.COLLISION else 0
                lost[x + aside, y - aside].append((max(way.lost.tick, way.points[-1].tick) + SOON, way.lost))
        machinery = self.workday.factory.machinery
        for (x, y), losses in lost.items():
            losses.sort(key=lambda loss: loss[0])
            told = " ".join(event_words(machinery, event).text(self.language) for _, event in losses)
            stages = [(tick, artwork.lost_mark(self.theme, count)) for count, (tick, _) in enumerate(losses, start=1)]
            yield group(
                element("title", told),
                *self._growing(stages),
                transform=moved(x, y, scale=0.86),
                data_part="lost",
                data_bots=" ".join(event.bot for _, event in losses),
            )

    def _growing(self, stages: Sequence[tuple[float, Markup]]) -> Iterator[Markup]:
        """A mark that changes at those ticks; only its last stage is to be seen in the end."""
        *earlier, (tick, last) = stages
        if self.animation is not None:
            ticks = [tick for tick, _ in stages]
            for (begin, mark), end in zip(earlier, ticks[1:], strict=True):
                if begin < end:
                    yield group(mark, class_=self._moving(*_fading_in(begin), *_fading_out(end)), opacity=0)
        yield group(last, class_=self._appearing(tick))

    def _made_marks(self) -> Iterator[Markup]:
        for hole, model, tick in self._made():
            x, y, _, _ = self.morning.spot(hole)
            mark = group(artwork.made_mark(self.theme), class_=self._appearing(tick))
            yield group(mark, transform=moved(x, y), data_part="made", data_hole=hole, data_model=model)

    def _coins(self) -> Iterator[Markup]:
        """What was earned where, in one mark for each place and pot."""
        earned: defaultdict[tuple[str, Literal["wallet", "vault"]], list[Earned]] = defaultdict(list)
        for event in self.workday.events:
            if isinstance(event, Earned):
                earned[event.place, event.pot].append(event)
        for (place, pot), events in earned.items():
            x, y = self.morning.grid.middle(place)
            dx, dy = turned((CORNER, -CORNER), self.morning.facing(place))
            art = artwork.wallet_coin if pot == "wallet" else artwork.vault_coin
            sums = itertools.accumulate(event.coins for event in events)
            stages = [(event.tick, art(self.theme, f"+{coins}")) for event, coins in zip(events, sums, strict=True)]
            at = moved(x + dx, y + dy, scale=1.25)
            yield group(*self._growing(stages), transform=at, data_part="earned", data_place=place, data_pot=pot)

    def _money(self, y: float) -> Markup:
        """Wallet and vault, which grow as they earn."""

        def drawn(wallet: str, vault: str) -> Markup:
            return draw_money(y, self.morning.grid.width, wallet, vault, self.theme, self.language)

        before, evening, gained = self.workday.before, self.workday.factory, self.workday.gained
        amounts = {"wallet": before.wallet, "vault": before.vault}
        stages = {-1.0: drawn(*map(str, amounts.values()))}
        for event in self.workday.events:
            if isinstance(event, Earned):
                amounts[event.pot] += event.coins
                stages[event.tick] = drawn(*map(str, amounts.values()))
        stages[self.last + 1.0] = drawn(_grown(evening.wallet, gained.wallet), _grown(evening.vault, gained.vault))
        return joined(self._growing([*stages.items()]))


def _fading_in(tick: float) -> tuple[Frame, ...]:
    return Frame(-9, opacity=0), Frame(tick - SOON, opacity=0), Frame(tick)


def _fading_out(tick: float) -> tuple[Frame, ...]:
    return Frame(tick - SOON), Frame(tick, opacity=0)


def _matters(event: Event) -> bool:
    """Whether an event is told to those who cannot see the picture: not each square that bots ride over."""
    return isinstance(event, Activated | Charged | Earned | Lost | Stopped)


def _grown(amount: int, gained: int) -> str:
    return f"{amount} (+{gained})" if gained else str(amount)


def _number_marks(choices: Iterable[Choice], table: Table, theme: Theme) -> Iterator[Markup]:
    """The number of each decision over the edge of its place, in rows where there are several."""
    crowd: Counter[str] = Counter()
    for number, choice in enumerate(choices, start=1):
        x, y = table.grid.middle(choice.place)
        above, beside = divmod(crowd[choice.place], MARKS_IN_A_ROW)
        at = moved(x - HALF + 15 + 21 * beside, y - HALF - 8 - 20 * above, scale=0.92)
        crowd[choice.place] += 1
        yield group(artwork.number_mark(number, theme), transform=at, data_part="decision", data_choice=choice.id)


def _head(end: tuple[float, float], origin: tuple[float, float], colour: str, edge: str) -> Markup:
    """The head of an arrow that comes from ``origin``."""
    dx, dy = end[0] - origin[0], end[1] - origin[1]
    length = max(0.01, (dx * dx + dy * dy) ** 0.5)
    ux, uy = dx / length, dy / length
    corners = [(7.5 * ux, 7.5 * uy), (-5 * ux - 7.5 * uy, -5 * uy + 7.5 * ux), (-5 * ux + 7.5 * uy, -5 * uy - 7.5 * ux)]
    d = "M" + "L".join(f"{end[0] + x:.2f} {end[1] + y:.2f}" for x, y in corners) + "Z"
    return path(d, fill=colour, stroke=edge, stroke_width=2, stroke_linejoin="round", data_part="head")
