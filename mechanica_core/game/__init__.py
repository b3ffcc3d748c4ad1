"""The whole game: set up, what may be done, what comes of it (sections 7 to 10).

>>> from mechanica_core.game import Game, apply, legal_actions
>>> game = Game.new(2, seed=1)
>>> legal_actions(game)
(Run(),)
>>> apply(game, legal_actions(game)[0]).game.turn
1
"""

from mechanica_core.game.action_text import read_action, write_action
from mechanica_core.game.actions import Action
from mechanica_core.game.engine import Step, apply
from mechanica_core.game.events import GameEvent
from mechanica_core.game.final import final_standings
from mechanica_core.game.legal import legal_actions
from mechanica_core.game.record import Record, Replay, read_record, replay, replay_while_valid, write_record
from mechanica_core.game.setup import chance
from mechanica_core.game.state import Game, Phase

__all__ = [
    "Action",
    "Game",
    "GameEvent",
    "Phase",
    "Record",
    "Replay",
    "Step",
    "apply",
    "chance",
    "final_standings",
    "legal_actions",
    "read_action",
    "read_record",
    "replay",
    "replay_while_valid",
    "write_action",
    "write_record",
]
