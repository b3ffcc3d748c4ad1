"""All that is told of a hall at once, as JSON: what a command or a service answers."""

from __future__ import annotations

from typing import Any

from mechanica_core.messages import Language
from mechanica_core.other_games.factory_fun.checking import check
from mechanica_core.other_games.factory_fun.document import hall_document
from mechanica_core.other_games.factory_fun.flows import token_inputs
from mechanica_core.other_games.factory_fun.game import TOKEN_WORTH
from mechanica_core.other_games.factory_fun.hall import Hall
from mechanica_core.other_games.factory_fun.picture import hall_svg


def hall_report(hall: Hall, *, language: Language = "en", picture: bool = False) -> dict[str, Any]:
    """Whether a hall is legal, each broken rule, its tokens with their bonus, the hall itself and, if asked, its SVG.

    ``hall`` may come from ``read_document``; tokens are told of an illegal hall too, as it lies.
    """
    broken, fed = check(hall), token_inputs(hall)
    numbers = [{"square": str(joint.square), "number": joint.end.number} for joint in fed]
    report: dict[str, Any] = {
        "ok": not broken,
        "violations": [violation.as_json(language) for violation in broken],
        "tokens": numbers,
        "bonus": TOKEN_WORTH * sum(joint.end.number for joint in fed),
        "hall": hall_document(hall),
    }
    return report | {"svg": str(hall_svg(hall, broken, language=language))} if picture else report
