"""The factory game Mechanica as a typed library: pieces, factories, the workday and, in ``game``, whole games.

>>> from mechanica_core import Factory, run_workday
>>> factory = Factory.new()
>>> run_workday(factory).factory.bot_at("dock/middle/1")
<Model.BASIC: 'basic'>

Values are frozen. Sentences for players come in English, German and Spanish. Rule numbers in errors and events are
those of docs/RULES.md. What is not exported here or from ``mechanica_core.game`` (and its ``actions``, ``events`` and
``narration``), ``best``, ``document``, ``events``, ``narration``, ``players``, ``render`` and ``simulation`` may change
without notice.
"""

from mechanica_core.choices import Choice, ChoiceKind, Decision, Option, Policy, take_first
from mechanica_core.editions import (
    Assumption,
    ComponentSet,
    RuleSet,
    component_set,
    component_set_names,
    register_components,
    rule_set,
)
from mechanica_core.errors import (
    DecisionError,
    DocumentError,
    EditionError,
    ImpossibleDecision,
    InstallError,
    LayoutError,
    MechanicaError,
    MissingDecision,
    NotationError,
    Problem,
    ProblemKind,
)
from mechanica_core.explanations import Explanation, explain
from mechanica_core.factory import FORGIVABLE, Factory
from mechanica_core.geometry import Facing, Row
from mechanica_core.layout import FloorPiece, Layout, StartSlot, Truck
from mechanica_core.outcomes import count_outcomes, divide, outcomes
from mechanica_core.pieces import Kind, Model, Piece
from mechanica_core.scoring import EndValue, Score, Standing, Standings, score, standings
from mechanica_core.workday import Decisions, Gained, Workday, open_choices, run_workday

__all__ = [
    "FORGIVABLE",
    "Assumption",
    "Choice",
    "ChoiceKind",
    "ComponentSet",
    "Decision",
    "DecisionError",
    "Decisions",
    "DocumentError",
    "EditionError",
    "EndValue",
    "Explanation",
    "Facing",
    "Factory",
    "FloorPiece",
    "Gained",
    "ImpossibleDecision",
    "InstallError",
    "Kind",
    "Layout",
    "LayoutError",
    "MechanicaError",
    "MissingDecision",
    "Model",
    "NotationError",
    "Option",
    "Piece",
    "Policy",
    "Problem",
    "ProblemKind",
    "Row",
    "RuleSet",
    "Score",
    "Standing",
    "Standings",
    "StartSlot",
    "Truck",
    "Workday",
    "component_set",
    "component_set_names",
    "count_outcomes",
    "divide",
    "explain",
    "open_choices",
    "outcomes",
    "register_components",
    "rule_set",
    "run_workday",
    "score",
    "standings",
    "take_first",
]
