"""The command line: ``mechanica show FILE`` and its siblings. ``main`` puts the commands together."""

from service.cli.main import app

__all__ = ["app"]
