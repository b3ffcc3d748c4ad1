"""Pictures of factories: as text, and as SVG with the project's own artwork.

>>> from mechanica_core import Factory, run_workday
>>> from mechanica_core.render import factory_svg, workday_svg
>>> factory_svg(Factory.new())[:39]
'<svg xmlns="http://www.w3.org/2000/svg"'

SVG is text; write it to a file, or let a notebook show it, which draws factories, layouts and workdays by themselves.
"""

from mechanica_core.render.board import factory_svg
from mechanica_core.render.day import workday_svg
from mechanica_core.render.prints import board_svg, piece_svg
from mechanica_core.render.scored import score_svg
from mechanica_core.render.theme import THEMES, ThemeName

__all__ = ["THEMES", "ThemeName", "board_svg", "factory_svg", "piece_svg", "score_svg", "workday_svg"]
