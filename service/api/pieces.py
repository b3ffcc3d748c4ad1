"""What there is in the game: pieces with what they do, rule sets and component sets; factories checked and drawn."""

from __future__ import annotations

from typing import Annotated, Any, Literal, TypeAlias

from fastapi import APIRouter, Path, Query, Response
from fastapi.responses import JSONResponse
from pydantic import BaseModel, Field

from mechanica_core.editions import ComponentSet, component_set, component_set_names, rule_set
from mechanica_core.editions.registry import RULE_SETS
from mechanica_core.explanations import explain
from mechanica_core.factory import Factory
from mechanica_core.messages import Language, say
from mechanica_core.pieces import FABRICATORS, FLOOR_KINDS, KINDS, PRINTED, Kind, Model
from mechanica_core.render import factory_svg, piece_svg, score_svg, workday_svg
from mechanica_core.scoring import score
from mechanica_core.workday import run_workday
from service.api.dependencies import Lang
from service.api.documents import (
    EXAMPLE_FACTORY,
    AFactory,
    Asked,
    AssumptionDocument,
    Decisions,
    Forgivable,
    StateDocument,
    Theme,
    WithFactory,
    assumed_json,
    decisions_of,
    example_body,
    picture,
    state_json,
)
from service.api.problems import PROBLEMS, bad_request, not_found
from service.api.reading_documents import WarningDocument, warnings_json
from service.api.workdays import settled

router = APIRouter(tags=["game"], responses=PROBLEMS)

ComponentsName: TypeAlias = Annotated[
    str, Query(max_length=40, description="The component set whose numbers are told.", examples=["demo"])
]


class PieceHelp(BaseModel):
    """What a kind of piece does."""

    kind: Kind
    area: Annotated[Literal["floor", "start", "dock"], Field(description="Where it goes.")]
    printed: Annotated[bool, Field(description="Whether it is printed on the board, so never installed.")]
    flips: Annotated[bool, Field(description="Whether it has another side.")]
    holes: Annotated[dict[str, list[str]], Field(description='By side: "" and, if it flips, "flipped".')]
    name: Annotated[str, Field(examples=["Upgrader"])]
    summary: Annotated[str, Field(examples=["Makes the bot that arrives one model better."])]
    details: list[str]
    facts: list[str]
    rules: Annotated[str, Field(examples=["R-6.2"])]
    picture: Annotated[str, Field(description="Where its picture is.", examples=["/api/pieces/upgrader.svg"])]


class PiecesAnswer(BaseModel):
    """All pieces, and the bots."""

    components: str
    pieces: list[PieceHelp]
    models: Annotated[dict[Model, str], Field(description="The bots' names.")]


@router.get("/api/pieces", operation_id="explainPieces", responses={200: {"model": PiecesAnswer}})
async def pieces(language: Lang, components: ComponentsName = "demo") -> JSONResponse:
    """Tell what every piece does and what is printed on it."""
    known = component_set(components)
    return JSONResponse(
        {
            "components": known.name,
            "pieces": [_help(kind, known, language) for kind in KINDS],
            "models": {model.value: known.model_names[model].text(language) for model in Model},
        }
    )


def _help(kind: Kind, components: ComponentSet, language: Language) -> dict[str, Any]:
    told = explain(kind, components)
    return {
        "kind": kind,
        "area": "floor" if kind in FLOOR_KINDS else "start" if kind in FABRICATORS else "dock",
        "printed": kind in PRINTED,
        "flips": (kind, True) in components.shapes,
        "holes": _holes(kind, components),
        "name": components.piece_names[kind].text(language),
        "summary": told.summary.text(language),
        "details": [words.text(language) for words in told.details],
        "facts": [words.text(language) for words in told.facts],
        "rules": told.rules,
        "picture": f"/api/pieces/{kind.value}.svg",
    }


def _holes(kind: Kind, components: ComponentSet) -> dict[str, list[str]]:
    if kind in components.truck_holes:
        return {"": [str(number) for number in range(1, components.truck_holes[kind].value + 1)]}
    if kind in components.start_shapes:
        return {"": list(components.start_shapes[kind].value.holes)}
    sides = {"": False, "flipped": True}
    return {
        name: list(components.shapes[kind, flipped].value.holes)
        for name, flipped in sides.items()
        if (kind, flipped) in components.shapes
    }


@router.get(
    "/api/pieces/{kind}.svg", operation_id="drawPiece", responses=picture("image/svg+xml"), response_class=Response
)
async def piece_picture(
    kind: Annotated[Kind, Path(examples=["upgrader"])],
    language: Lang,
    flipped: bool = False,
    components: ComponentsName = "demo",
) -> Response:
    """Draw a piece that faces east, true to scale."""
    if flipped and (kind, True) not in component_set(components).shapes:
        raise not_found(say("this piece has no other side"))
    drawn = piece_svg(kind, flipped=flipped, components=components, language=language)
    return Response(drawn, media_type="image/svg+xml")


class RuleSetDocument(BaseModel):
    """A rule set: one of the rulebooks."""

    name: Annotated[str, Field(examples=["print_2019"])]
    title: str
    difficulties: Annotated[dict[str, int], Field(description="Of the game alone: what ARMAND-0 has in his vault.")]


class BlueprintDocument(BaseModel):
    """A blueprint card."""

    number: Annotated[int, Field(description="From 1, as the best workday takes it.")]
    asks: list[Model]
    pays: int


class ComponentSetDocument(BaseModel):
    """A component set: what is printed on one set of pieces."""

    name: Annotated[str, Field(examples=["demo"])]
    title: str
    columns: int
    shop_spots: list[int]
    prices: Annotated[dict[Kind, int], Field(description="Of what is always for sale.")]
    end_values: dict[Kind, int]
    recycling: Annotated[dict[Kind, list[Model]], Field(description="The bots that each improvement recycles into.")]
    model_prices: Annotated[dict[Model, int], Field(description="What bots sell for.")]
    blueprints: list[BlueprintDocument]


class EditionsAnswer(BaseModel):
    """All rule sets and component sets that the service knows."""

    rules: list[RuleSetDocument]
    components: list[ComponentSetDocument]


@router.get("/api/editions", operation_id="listEditions")
async def editions(language: Lang) -> EditionsAnswer:
    """List rule sets and component sets."""
    return EditionsAnswer(
        rules=[
            RuleSetDocument(
                name=name,
                title=rule_set(name).title.text(language),
                difficulties=dict(rule_set(name).solo_vault_bonus),
            )
            for name in RULE_SETS
        ],
        components=[_component_set(component_set(name), language) for name in component_set_names()],
    )


def _component_set(known: ComponentSet, language: Language) -> ComponentSetDocument:
    return ComponentSetDocument(
        name=known.name,
        title=known.title.text(language),
        columns=known.columns.value,
        shop_spots=list(known.shop_spots.value),
        prices={kind: fact.value for kind, fact in known.prices.items()},
        end_values={kind: fact.value for kind, fact in known.end_values.items()},
        recycling={kind: list(fact.value) for kind, fact in known.recycling.items()},
        model_prices={model: fact.value for model, fact in known.model_prices.items()},
        blueprints=[
            BlueprintDocument(number=number, asks=list(fact.value.asks), pays=fact.value.pays)
            for number, fact in enumerate(known.blueprints, start=1)
        ],
    )


class FactoryRequest(Asked):
    """A factory as a document or as a line of notation, not both."""

    factory: AFactory | None = None
    text: Annotated[str | None, Field(max_length=20_000, examples=[".=4=1/B(b)=FG2=1/.=4=1 8+0 print_2019 demo"])] = (
        None
    )
    forgive: Annotated[list[Forgivable], Field(default_factory=list, max_length=4)]


class FactoryAnswer(StateDocument):
    """A factory in its canonical form, and what is odd about it."""

    board: Annotated[str, Field(description="Drawn as text.")]
    warnings: list[WarningDocument]
    assumed: list[AssumptionDocument]


@router.post(
    "/api/factories",
    operation_id="checkFactory",
    responses={200: {"model": FactoryAnswer}},
    openapi_extra=example_body({"factory": EXAMPLE_FACTORY}),
)
async def check(asked: FactoryRequest, language: Lang) -> JSONResponse:
    """Check a factory: every problem with place and rule, or its canonical form."""
    if asked.factory is not None and asked.text is None:
        factory = Factory.from_layout(asked.factory.layout(), asked.forgive)
    elif asked.text is not None and asked.factory is None:
        factory = Factory.from_text(asked.text, asked.forgive)
    else:
        raise bad_request(say("wanted is a factory, as a document or as text"), say("Send one of them, not both."))
    return JSONResponse(
        state_json(factory)
        | {
            "board": str(factory),
            "warnings": warnings_json(factory.warnings, language),
            "assumed": assumed_json(factory.assumed),
        }
    )


class PictureRequest(WithFactory):
    """What is to be drawn of a factory."""

    show: Annotated[
        Literal["factory", "workday", "film", "score"],
        Field(description="The factory; its workday, still or moving; its final score."),
    ] = "factory"
    decisions: Decisions
    policy: Annotated[Literal["first"] | None, Field(description="What decides the workday's open choices.")] = None
    theme: Theme = "light"


@router.post(
    "/api/pictures",
    operation_id="drawFactory",
    responses=picture("image/svg+xml"),
    response_class=Response,
    openapi_extra=example_body({"factory": EXAMPLE_FACTORY, "show": "film", "policy": "first", "theme": "dark"}),
)
async def draw(asked: PictureRequest, language: Lang) -> Response:
    """Draw a factory, its workday or its score as SVG."""
    factory, decisions = asked.checked(), decisions_of(asked.decisions)
    if decisions and asked.show in ("factory", "score"):
        raise bad_request(say("decisions are for a workday"), say("Leave them out, or ask for the workday."))
    match asked.show:
        case "factory":
            drawn: str = factory_svg(factory, theme=asked.theme, language=language)
        case "score":
            drawn = score_svg(factory, score(factory), theme=asked.theme, language=language)
        case show:
            workday = run_workday(factory, settled(factory, decisions, asked.policy))
            drawn = workday_svg(workday, theme=asked.theme, language=language, animated=show == "film")
    return Response(drawn, media_type="image/svg+xml")
