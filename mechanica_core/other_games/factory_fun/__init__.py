"""Factory Fun: check a factory hall, tell what changing it costs, play rounds and whole games, add up scores.

>>> from mechanica_core.other_games.factory_fun import Container, Hall, Square, check
>>> [str(violation) for violation in check(Hall(containers=(Container(Square.named("c4"), Product.RED),)))]
['c4: the supply container (red) is joined to nothing (loose part)']

Values are frozen. Rules are called by the letters and sections of docs/FACTORY_FUN.md. Machines come from files:
``made_up_machines`` gives the set that comes with this library, ``read_machines`` reads one of your own.
"""

from mechanica_core.other_games.factory_fun.checking import Rule, Violation, check, is_legal
from mechanica_core.other_games.factory_fun.costs import Act, Change, changes, cost, new_machines
from mechanica_core.other_games.factory_fun.errors import BuildError, ConnectError, GameSetupError, TakingError
from mechanica_core.other_games.factory_fun.game import (
    Account,
    Build,
    Game,
    Player,
    Round,
    Taking,
    play_round,
    winners,
)
from mechanica_core.other_games.factory_fun.hall import Hall
from mechanica_core.other_games.factory_fun.parts import (
    Connector,
    ConnectorKind,
    Container,
    Flow,
    Machine,
    PipeEnd,
    PlacedMachine,
    Product,
    Reservoir,
    Square,
    Store,
)

__all__ = [
    "Account",
    "Act",
    "Build",
    "BuildError",
    "Change",
    "ConnectError",
    "Connector",
    "ConnectorKind",
    "Container",
    "Flow",
    "Game",
    "GameSetupError",
    "Hall",
    "Machine",
    "PipeEnd",
    "PlacedMachine",
    "Player",
    "Product",
    "Reservoir",
    "Round",
    "Rule",
    "Square",
    "Store",
    "Taking",
    "TakingError",
    "Violation",
    "changes",
    "check",
    "cost",
    "is_legal",
    "new_machines",
    "play_round",
    "winners",
]
