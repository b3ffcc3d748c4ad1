"""Editions as data: rule sets (section 11) and component sets (every A-n)."""

from mechanica_core.editions.model import (
    MAX_COLUMNS,
    Assumption,
    Blueprint,
    ComponentSet,
    Fact,
    RuleSet,
    Source,
    StartShape,
)
from mechanica_core.editions.registry import (
    BUILT_IN,
    RULE_SETS,
    component_set,
    component_set_names,
    register_components,
    rule_set,
)

__all__ = [
    "BUILT_IN",
    "MAX_COLUMNS",
    "RULE_SETS",
    "Assumption",
    "Blueprint",
    "ComponentSet",
    "Fact",
    "RuleSet",
    "Source",
    "StartShape",
    "component_set",
    "component_set_names",
    "register_components",
    "rule_set",
]
