"""Workdays, everything that can come of one, the best of them, and where pieces earn most."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Annotated, Any, Final, Literal, TypeAlias

from fastapi import APIRouter
from fastapi.responses import JSONResponse
from pydantic import BaseModel, ConfigDict, Field

from mechanica_core.best import MOST_DAYS, Aim, Change, Objective, Plan
from mechanica_core.choices import Decision
from mechanica_core.events import event_json
from mechanica_core.factory import Factory
from mechanica_core.messages import Language
from mechanica_core.narration import decision_words, event_words, matters, taken_options
from mechanica_core.pieces import Kind, Model
from mechanica_core.places import where_words
from mechanica_core.render.board import LEFT, TOP, Table
from mechanica_core.render.jigsaw import SQUARE
from mechanica_core.render.ways import ways_of
from mechanica_core.wording import loss_words
from mechanica_core.workday import Workday, by_choice, next_choice, open_choices, run_workday
from service.api.dependencies import Lang, TheService
from service.api.documents import (
    EXAMPLE_CHOICE,
    EXAMPLE_FACTORY,
    AssumptionDocument,
    ChoiceDocument,
    DecisionDocument,
    Decisions,
    GainedDocument,
    Money,
    PieceDocument,
    StateDocument,
    WithFactory,
    assumed_json,
    choice_json,
    decisions_of,
    example_body,
    piece_json,
    state_json,
    text_of,
)
from service.api.problems import PROBLEMS
from service.searches import all_outcomes, best_changes, best_plan

router = APIRouter(tags=["workdays"], responses=PROBLEMS)

Detail: TypeAlias = Literal["events", "words", "ways"]
EVERYTHING: Final[tuple[Detail, ...]] = ("events", "words", "ways")
POLICY: Final = "What the decisions leave open is decided by it: first takes the first option of each choice."


class WorkdayRequest(WithFactory):
    """A factory in the morning and what its player decides."""

    decisions: Decisions
    policy: Annotated[Literal["first"] | None, Field(description=POLICY)] = None
    details: Annotated[
        list[Detail],
        Field(
            default_factory=lambda: [*EVERYTHING],
            max_length=3,
            description="What to tell of the day: its events, these in words, the way of every bot.",
        ),
    ]


class EventDocument(BaseModel):
    """Something that happened, as the library's events have it; events of one tick happen at the same time."""

    model_config = ConfigDict(extra="allow")

    event: Literal["left", "rode", "passed", "thrown", "earned", "charged", "lost", "stopped", "activated"]
    tick: Annotated[int, Field(description="Bots leave in tick 0 and ride one square a tick; pieces act in the last.")]
    rule: Annotated[str, Field(examples=["R-5.2"])]
    matters: Annotated[bool, Field(description="Whether the short story tells it too.")]
    words: Annotated[str | None, Field(examples=["The bot from Basic Fabricator rides right to Fork (middle 1)."])] = (
        None
    )
    bot: Annotated[
        str | None, Field(description="The hole that the bot was in in the morning.", examples=["start/middle/centre"])
    ] = None


class WayPoint(BaseModel):
    """Where a bot is at a tick; halves are on the edges of squares."""

    tick: float
    x: Annotated[float, Field(description="In squares from the west edge of the Start Zone.")]
    y: Annotated[float, Field(description="In squares from the north edge of the top row.")]
    flown: Annotated[bool, Field(description="Whether it was thrown here.")]


class WayDocument(BaseModel):
    """The way of one bot, to draw or to animate: all bots move at the same time, point by point."""

    bot: Annotated[str, Field(examples=["start/middle/centre"])]
    model: Model
    points: Annotated[
        list[WayPoint],
        Field(
            description=f"The pictures of this service have squares of {SQUARE:g}, the first at ({LEFT:g}, {TOP:g}); "
            "the `plane` of a reading maps squares to pixels of its photo."
        ),
    ]
    rests: Annotated[str | None, Field(description="The hole that it ends in.", examples=["dock/middle/1"])]
    lost: Annotated[str | None, Field(description="Why it is lost, in words.")]


class WorkdayAnswer(BaseModel):
    """A workday that has run, or the choices that keep it from running."""

    finished: Annotated[bool, Field(description="False while choices are open: nothing but those is told then.")]
    open: Annotated[
        list[ChoiceDocument], Field(description="Ways come first; what meets is asked once they are settled.")
    ]
    next: Annotated[StateDocument | None, Field(description="The factory in the evening, its money grown.")]
    gained: GainedDocument | None
    decisions: Annotated[list[DecisionDocument], Field(description="All that was decided, the policy's choices too.")]
    events: list[EventDocument]
    ways: list[WayDocument]
    assumed: list[AssumptionDocument]


@router.post(
    "/api/workdays",
    operation_id="runWorkday",
    responses={200: {"model": WorkdayAnswer}},
    openapi_extra=example_body(
        {"factory": EXAMPLE_FACTORY, "decisions": [{"choice": EXAMPLE_CHOICE, "take": "ahead"}]}
    ),
)
async def run(asked: WorkdayRequest, language: Lang) -> JSONResponse:
    """Run one workday under decisions, or tell which choices are open.

    Send the factory alone to learn its choices; send them back decided, again and again, until it is finished.
    """
    factory, decisions = asked.checked(), decisions_of(asked.decisions)
    taken = settled(factory, decisions, asked.policy)
    if next_choice(factory, by_choice(taken)) is not None:
        waiting = [choice_json(choice, language) for choice in open_choices(factory, taken)]
        unfinished = {"finished": False, "open": waiting, "next": None, "gained": None}
        told = [decision._asdict() for decision in taken]
        return JSONResponse(
            unfinished | {"decisions": told, "events": [], "ways": [], "assumed": assumed_json(factory.assumed)}
        )
    return JSONResponse(workday_json(run_workday(factory, taken), language, asked.details))


def settled(factory: Factory, decisions: Sequence[Decision], policy: str | None) -> list[Decision]:
    """The decisions, with those of the policy for what they leave open."""
    taken = by_choice(decisions)
    if policy is not None:
        while (choice := next_choice(factory, taken)) is not None:
            taken[choice.id] = choice.takes[0]
    return [Decision(*decision) for decision in taken.items()]


def workday_json(workday: Workday, language: Language, details: Collection[Detail] = EVERYTHING) -> dict[str, Any]:
    """A finished workday as :class:`WorkdayAnswer` has it."""
    return {
        "finished": True,
        "open": [],
        "next": state_json(workday.factory),
        "gained": workday.gained._asdict(),
        "decisions": [decision._asdict() for decision in workday.decisions],
        "events": _events(workday, language, words="words" in details) if "events" in details else [],
        "ways": _ways(workday, language) if "ways" in details else [],
        "assumed": assumed_json(workday.assumed),
    }


def _events(workday: Workday, language: Language, *, words: bool) -> list[dict[str, Any]]:
    machinery = workday.factory.machinery
    told = [event_json(event) | {"matters": matters(event)} for event in workday.events]
    if words:
        for document, event in zip(told, workday.events, strict=True):
            document["words"] = event_words(machinery, event).text(language)
    return told


def _ways(workday: Workday, language: Language) -> list[dict[str, Any]]:
    return [
        {
            "bot": way.bot,
            "model": way.model,
            "points": [
                {
                    "tick": point.tick,
                    "x": round((point.x - LEFT) / SQUARE, 3),
                    "y": round((point.y - TOP) / SQUARE, 3),
                    "flown": point.flown,
                }
                for point in way.points
            ],
            "rests": way.rests,
            "lost": way.lost and loss_words(way.lost.loss).text(language),
        }
        for way in ways_of(workday.events, Table(workday.before.layout))
    ]


class OutcomesRequest(WithFactory):
    """A factory, and decisions that narrow down what can come of it."""

    decisions: Decisions
    most: Annotated[int, Field(ge=0, le=500, description="So many outcomes are listed.")] = 20


class OutcomeDocument(StateDocument):
    """One outcome."""

    gained: GainedDocument


class OutcomesAnswer(BaseModel):
    """Everything that can come of a workday."""

    count: Annotated[int, Field(description="How many different outcomes there are.")]
    outcomes: Annotated[list[OutcomeDocument], Field(description="The first of them, in a fixed order.")]
    divided: Annotated[
        dict[str, int],
        Field(
            description='Their number under each option of the first open way, as "choice take"; under "" without one.',
            examples=[{f"{EXAMPLE_CHOICE} ahead": 1}],
        ),
    ]
    assumed: list[AssumptionDocument]


@router.post(
    "/api/outcomes",
    operation_id="listOutcomes",
    responses={200: {"model": OutcomesAnswer}},
    openapi_extra=example_body({"factory": EXAMPLE_FACTORY, "most": 5}),
)
async def outcomes(asked: OutcomesRequest, service: TheService, language: Lang) -> JSONResponse:
    """Count and list the distinct outcomes of one workday."""
    factory = asked.checked()
    found = await service.search(all_outcomes, factory, decisions_of(asked.decisions), asked.most)
    listed = [
        state_json(outcome)
        | {"gained": {"wallet": outcome.wallet - factory.wallet, "vault": outcome.vault - factory.vault}}
        for outcome in found.first
    ]
    return JSONResponse(
        {
            "count": found.count,
            "outcomes": listed,
            "divided": dict(found.divided),
            "assumed": assumed_json(factory.assumed),
        }
    )


class BestRequest(WithFactory):
    """What the days are to be best for."""

    objective: Annotated[
        Aim,
        Field(
            description="money: earned, with what the bots in trucks sell for; value: with all bots that can come to a "
            "truck; blueprint: what the cards pay."
        ),
    ] = Aim.MONEY
    blueprints: Annotated[
        list[Annotated[int, Field(ge=1, le=1000)]],
        Field(
            default_factory=list,
            max_length=15,
            description="For the objective blueprint: the cards, by their numbers from 1.",
        ),
    ]
    days: Annotated[int, Field(ge=1, le=MOST_DAYS)] = 1
    decisions: Decisions


class WorthDocument(BaseModel):
    """What days come to."""

    paid: Annotated[int, Field(description="What blueprints pay.")]
    lacking: Annotated[int, Field(description="How many bots they still lack.")]
    money: int


class ReasonDocument(DecisionDocument):
    """Why a decision of the first day is taken."""

    words: Annotated[str, Field(examples=["Fork (middle 1) right for the bot from Basic Fabricator: 3 more money"])]


class DayDocument(WorkdayAnswer):
    """One of the best days."""

    told: Annotated[list[str], Field(description="Its decisions in words.")]


class BestAnswer(BaseModel):
    """The best days found."""

    objective: Aim
    worth: WorthDocument
    bound: Annotated[WorthDocument, Field(description="No days come to more than this.")]
    exact: Annotated[bool, Field(description="Whether none are better.")]
    reasons: list[ReasonDocument]
    days: list[DayDocument]
    assumed: list[AssumptionDocument]


@router.post(
    "/api/best",
    operation_id="findBestDay",
    responses={200: {"model": BestAnswer}},
    openapi_extra=example_body({"factory": EXAMPLE_FACTORY, "objective": "money", "days": 2}),
)
async def best(asked: BestRequest, service: TheService, language: Lang) -> JSONResponse:
    """Find the best workday, or the best of several that follow each other, with a reason for each decision.

    Between two days all bots in trucks are sold and every fabricator makes its bot; nothing is bought.
    """
    factory = asked.checked()
    objective = Objective(asked.objective, tuple(number - 1 for number in asked.blueprints))
    plan = await service.search(best_plan, factory, objective, asked.days, decisions_of(asked.decisions))
    return JSONResponse(_plan_json(plan, language))


def _plan_json(plan: Plan, language: Language) -> dict[str, Any]:
    return {
        "objective": plan.objective.aim,
        "worth": plan.worth._asdict(),
        "bound": plan.bound._asdict(),
        "exact": plan.exact,
        "reasons": [
            {"choice": reason.choice, "take": reason.take, "words": reason.words(language)} for reason in plan.reasons
        ],
        "days": [
            workday_json(day, language)
            | {"told": [decision_words(day.before.machinery, *each).text(language) for each in taken_options(day)]}
            for day in plan.days
        ],
        "assumed": assumed_json(plan.days[0].assumed),
    }


class PlacementsRequest(WithFactory):
    """Pieces to choose from, each with the price to take off; without any: what to demolish."""

    pieces: Annotated[
        dict[Kind, Money], Field(default_factory=dict, max_length=20, examples=[{"upgrader": 5, "fork": 1}])
    ]
    days: Annotated[int, Field(ge=1, le=MOST_DAYS)] = 1
    most: Annotated[int, Field(ge=1, le=200, description="So many ways are listed.")] = 20


class ChangeDocument(BaseModel):
    """A piece installed, or demolished."""

    place: Annotated[str, Field(examples=["floor/top/2"])]
    words: Annotated[str, Field(description="The place in words.", examples=["top 2"])]
    piece: Annotated[PieceDocument | None, Field(description="What is installed, null to demolish.")]
    replaces: PieceDocument | None
    price: int
    earns: Annotated[int, Field(description="Money beyond the best days without it, less the price.")]
    exact: bool
    next: Annotated[StateDocument, Field(description="The factory with that change, before its workday.")]


class PlacementsAnswer(BaseModel):
    """Ways to place pieces, the one that earns most first."""

    days: int
    changes: list[ChangeDocument]
    assumed: list[AssumptionDocument]


@router.post(
    "/api/placements",
    operation_id="rankPlacements",
    responses={200: {"model": PlacementsAnswer}},
    openapi_extra=example_body({"factory": EXAMPLE_FACTORY, "pieces": {"upgrader": 5, "fork": 1}, "days": 2}),
)
async def placements(asked: PlacementsRequest, service: TheService, language: Lang) -> JSONResponse:
    """Rank the places, facings and sides of pieces by the money that they earn."""
    factory = asked.checked()
    found = await service.search(best_changes, factory, asked.pieces, asked.days, asked.most)
    return JSONResponse(
        {
            "days": asked.days,
            "changes": [_change_json(change, language) for change in found],
            "assumed": assumed_json(factory.assumed),
        }
    )


def _change_json(change: Change, language: Language) -> Mapping[str, Any]:
    return {
        "place": change.place,
        "words": text_of(where_words(change.place), language),
        "piece": piece_json(change.piece),
        "replaces": piece_json(change.replaces),
        "price": change.price,
        "earns": change.earns,
        "exact": change.exact,
        "next": state_json(change.plan.days[0].before),
    }
