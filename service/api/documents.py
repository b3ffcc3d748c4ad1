"""Requests and answers that several resources share; a factory is always the document of section 12."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, Any, Final, Literal, TypeAlias

from fastapi import File, Form, UploadFile
from pydantic import BaseModel, ConfigDict, Field, Json

from mechanica_core.choices import Choice, Decision, Option
from mechanica_core.document import FactoryDocument, layout_document
from mechanica_core.editions import Assumption
from mechanica_core.errors import ProblemKind
from mechanica_core.factory import Factory
from mechanica_core.geometry import Facing
from mechanica_core.layout import MAX_MONEY
from mechanica_core.messages import Language, Message
from mechanica_core.pieces import Kind, Model, Piece

EXAMPLE_FACTORY: Final[dict[str, Any]] = {
    "format": "mechanica-factory/1",
    "rules": "print_2019",
    "components": "demo",
    "floor": [
        {"row": "middle", "col": 1, "kind": "fork", "facing": "east", "flipped": False, "bots": {}},
        {"row": "middle", "col": 2, "kind": "gift_wrapper", "facing": "east", "flipped": False, "bots": {}},
    ],
    "start": {
        "top": {"kind": None, "bots": {}},
        "middle": {"kind": "basic_fabricator", "bots": {"centre": "basic"}},
        "bottom": {"kind": None, "bots": {}},
    },
    "dock": {
        "top": {"kind": "small_truck", "bots": []},
        "middle": {"kind": "small_truck", "bots": []},
        "bottom": {"kind": "small_truck", "bots": []},
    },
    "wallet": 8,
    "vault": 0,
}
EXAMPLE_CHOICE: Final = "floor/middle/1<start/middle/centre"
EXAMPLE_ID: Final = "Zm9yIGV4YW1wbGUgb25seQ"

Name: TypeAlias = Annotated[str, Field(min_length=1, max_length=60)]
Money: TypeAlias = Annotated[int, Field(ge=0, le=MAX_MONEY)]
AFactory: TypeAlias = Annotated[
    FactoryDocument, Field(description="A factory (section 12 of the rules).", examples=[EXAMPLE_FACTORY])
]


Forgivable: TypeAlias = Literal[
    ProblemKind.DOES_NOT_FIT,
    ProblemKind.NOT_FLIPPABLE,
    ProblemKind.NO_SUCH_HOLE,
    ProblemKind.TRUCK_OVERFULL,
    ProblemKind.NO_MIDDLE_FABRICATOR,
]
"""As :data:`mechanica_core.FORGIVABLE`, which is a set and so cannot be named in a type; a test compares them."""


class Asked(BaseModel):
    """What is sent: nothing but its own keys."""

    model_config = ConfigDict(extra="forbid")


class DecisionDocument(Asked):
    """The settling of one choice."""

    choice: Annotated[str, Field(max_length=200, examples=[EXAMPLE_CHOICE])]
    take: Annotated[str, Field(max_length=100, examples=["ahead"])]

    @property
    def decision(self) -> Decision:
        """The same for the library."""
        return Decision(self.choice, self.take)


Decisions: TypeAlias = Annotated[
    list[DecisionDocument], Field(default_factory=list, max_length=400, description="In any order; each choice once.")
]


def decisions_of(documents: Iterable[DecisionDocument]) -> list[Decision]:
    """The decisions for the library."""
    return [document.decision for document in documents]


class OptionDocument(BaseModel):
    """One way to decide, and what comes of it."""

    take: Annotated[str, Field(description="What a decision says.", examples=["ahead"])]
    words: Annotated[str, Field(examples=["right: into Gift Wrapper (middle 2)"])]
    heading: Annotated[Facing | None, Field(description="For a bot on its way: where it goes.")]
    place: Annotated[
        str | None, Field(description="Where its way ends or forks next, null if it is lost.", examples=["dock/middle"])
    ]
    wallet: Annotated[int, Field(description="What the bot earns until then.")]
    vault: int
    models: Annotated[list[Model], Field(description="For collisions and what pieces make: the bots kept or made.")]


class ChoiceDocument(BaseModel):
    """An open choice as a question."""

    choice: Annotated[str, Field(examples=[EXAMPLE_CHOICE])]
    kind: Annotated[str, Field(examples=["exit"])]
    place: Annotated[str, Field(examples=["floor/middle/1"])]
    bot: Annotated[str | None, Field(description="The hole that the bot it is about started in, if there is one.")]
    rule: Annotated[str, Field(examples=["R-5.8"])]
    words: Annotated[str, Field(examples=["Fork (middle 1): which way for the bot from Basic Fabricator?"])]
    options: list[OptionDocument]


def choice_json(choice: Choice, language: Language) -> dict[str, Any]:
    """A choice as :class:`ChoiceDocument` has it."""
    return {
        "choice": choice.id,
        "kind": choice.kind,
        "place": choice.place,
        "bot": choice.bot,
        "rule": choice.rule,
        "words": choice.words(language),
        "options": [_option_json(option, language) for option in choice.options],
    }


def _option_json(option: Option, language: Language) -> dict[str, Any]:
    return {
        "take": option.take,
        "words": option.words(language),
        "heading": option.heading,
        "place": option.place,
        "wallet": option.wallet,
        "vault": option.vault,
        "models": option.models,
    }


class WithFactory(Asked):
    """A factory, and what is to be overlooked about it."""

    factory: AFactory
    forgive: Annotated[
        list[Forgivable],
        Field(
            default_factory=list,
            max_length=4,
            description="Kinds of problems that are mended instead of refused: pieces read from a photo need not fit.",
        ),
    ]

    def checked(self) -> Factory:
        """The factory. Raises :class:`mechanica_core.LayoutError` for what is wrong with it."""
        return Factory.from_layout(self.factory.layout(), self.forgive)


class GainedDocument(BaseModel):
    """Money earned."""

    wallet: int
    vault: int


class AssumptionDocument(BaseModel):
    """An assumed number that a result rests on."""

    what: Annotated[str, Field(examples=["pieces.gift_wrapper.end_value"])]
    value: int | str


def assumed_json(assumed: Iterable[Assumption]) -> list[dict[str, Any]]:
    """Assumptions as :class:`AssumptionDocument` has them."""
    return [assumption.as_json() for assumption in assumed]


class StateDocument(BaseModel):
    """A factory as JSON and as a line of notation."""

    factory: AFactory
    text: Annotated[
        str,
        Field(description="The same as a line of notation.", examples=[".=4=1/B(b)=FG2=1/.=4=1 8+0 print_2019 demo"]),
    ]

    def checked(self) -> Factory:
        """The factory; what was read in a photo need not fit (D-3.7)."""
        return Factory.from_layout(self.factory.layout(), (ProblemKind.DOES_NOT_FIT,))


def state_json(factory: Factory) -> dict[str, Any]:
    """A factory as :class:`StateDocument` has it."""
    return {"factory": layout_document(factory.layout), "text": factory.to_text()}


def text_of(words: Message | str, language: Language) -> str:
    """Words that may be a name that is the same in all languages."""
    return words if isinstance(words, str) else words.text(language)


class PieceDocument(BaseModel):
    """A piece as it lies; ``facing`` and ``flipped`` count on the floor alone."""

    kind: Kind | None
    facing: Facing | None = None
    flipped: bool = False


def piece_json(piece: Piece | None) -> dict[str, Any] | None:
    """A piece as :class:`PieceDocument` has it."""
    return piece and {"kind": piece.kind, "facing": piece.facing, "flipped": piece.flipped}


XY: TypeAlias = Annotated[
    list[Annotated[float, Field(ge=-1e6, le=1e6, allow_inf_nan=False)]],
    Field(min_length=2, max_length=2, description="x to the right, y down.", examples=[[210.5, 180]]),
]


class CornersDocument(Asked):
    """Corners of the board's outer edge, as printed on it, in pixels of the upright photo."""

    NW: XY
    NE: XY
    SE: XY
    SW: XY

    @property
    def points(self) -> dict[str, tuple[float, float]]:
        """The corners by name."""
        return {name: (x, y) for name, (x, y) in self.model_dump().items()}


class PhotoSize(BaseModel):
    """Of the upright photo, in pixels."""

    width: int
    height: int


PhotoFile: TypeAlias = Annotated[
    UploadFile,
    File(description="JPEG, PNG, WebP or HEIC, told apart by content and not by name; up to 64 MB and 80 megapixels."),
]
Keep: TypeAlias = Annotated[
    bool, Form(description="Keep the photo in the database until somebody deletes it; else it is forgotten.")
]
CornersForm: TypeAlias = Annotated[
    Json[CornersDocument] | None,
    Form(description='Corners by hand, as JSON: {"NW": [x, y], "NE": [x, y], "SE": [x, y], "SW": [x, y]}.'),
]
Theme: TypeAlias = Literal["light", "dark"]


def example_body(example: Any) -> dict[str, Any]:
    """What a route adds to its description: an example of its JSON body."""
    return {"requestBody": {"content": {"application/json": {"example": example}}}}


def picture(*media_types: str) -> dict[int | str, dict[str, Any]]:
    """How routes that answer with a picture or a file describe that."""
    binary = {"schema": {"type": "string", "format": "binary"}}
    text = {"schema": {"type": "string"}}
    content = {kind: text if kind.endswith("svg+xml") else binary for kind in media_types}
    return {200: {"description": "The picture.", "content": content}}
