"""The one-line notation, and the text board: what is written, what is read, and what is said about the rest."""

from __future__ import annotations

import gettext
from collections import Counter
from contextlib import suppress
from importlib.resources import files
from pathlib import Path
from typing import Final

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mechanica_core import (
    EditionError,
    Facing,
    Factory,
    Kind,
    LayoutError,
    MechanicaError,
    Model,
    NotationError,
    Piece,
    ProblemKind,
)
from mechanica_core.editions import RULE_SETS
from mechanica_core.messages import LANGUAGES, Language
from mechanica_core.notation import MAX_LENGTH
from mechanica_core.render.text import draw_factory
from tests.core.strategies import factories

DATA: Final = Path(__file__).parents[1] / "data"
EMPTY: Final = ".=4=1/B=4=1/.=4=1"
"""The rows of an empty factory; what follows them may be left out."""
REGENERATE: Final = "python -m tests.core.test_notation"

SHORT: Final = Factory.from_text("A(b-)=2U(b-)1=1/B(b)=4=2(p)/.=Xnf(-bp)3=3(bbd) 8+0 print_2019 demo")
LONG: Final = Factory.from_text(
    "O(dp)=R(bp-)GS(bb)T2=3(bpd)/B(p)=D(b-pd)3Xf(-dd)1=2(d)/A(-b)=1Tn2Fs1=1 12+34 web_es published"
)


def refused(line: str) -> tuple[int, str]:
    """Position and sentence of what is wrong with a line."""
    with pytest.raises(NotationError) as error:
        Factory.from_text(line)
    assert error.value.notation == line
    assert str(error.value) == f"character {error.value.position + 1}: {error.value.reason}"
    return error.value.position, str(error.value.reason)


def rows(top: str = ".=4=1", middle: str = "B=4=1", bottom: str = ".=4=1") -> str:
    """An empty factory but for the given rows."""
    return f"{top}/{middle}/{bottom}"


# -- what is written -----------------------------------------------------------------------------------------


def test_a_new_factory_as_a_line() -> None:
    assert Factory.new().to_text() == ".=4=1/B(b)=4=1/.=4=1 8+0 print_2019 demo"
    assert Factory.new("web_es", "published").to_text() == ".=4=1/B(b)=4=1/.=4=1 8+0 web_es published"


@pytest.mark.parametrize(
    ("piece", "text"),
    [
        (Piece(Kind.UPGRADER), "U"),
        (Piece(Kind.DOWNGRADER, Facing.NORTH), "Dn"),
        (Piece(Kind.DUPLICATOR), "X"),
        (Piece(Kind.DUPLICATOR, Facing.EAST, flipped=True), "Xf"),
        (Piece(Kind.DUPLICATOR, Facing.WEST, flipped=True), "Xwf"),
        (Piece(Kind.REPURPOSER, Facing.WEST), "Rw"),
        (Piece(Kind.GIFT_WRAPPER, Facing.SOUTH), "Gs"),
        (Piece(Kind.STATIC_CHARGER), "S"),
        (Piece(Kind.FLIGHT_TESTER, Facing.NORTH), "Tn"),
        (Piece(Kind.FORK, Facing.SOUTH), "Fs"),
    ],
)
def test_a_floor_piece_is_its_letter_the_way_it_faces_and_f_for_flipped(piece: Piece, text: str) -> None:
    factory = Factory.from_text(EMPTY).install("floor/top/2", *piece[:2], flipped=piece.flipped)
    assert factory.to_text() == f"{rows(f'.=1{text}2=1')} 0+0 print_2019 demo"
    assert Factory.from_text(rows(f".=1{text}2=1")).piece_at("floor/top/2") == piece


@pytest.mark.parametrize(
    ("place", "kind", "line"),
    [
        ("start/top", "advanced_fabricator", rows(top="A=4=1")),
        ("start/middle", "advanced_fabricator", rows(middle="A=4=1")),
        ("start/bottom", "overactive_fabricator", rows(bottom="O=4=1")),
        ("dock/top", "big_truck", rows(top=".=4=2")),
        ("dock/middle", "huge_truck", rows(middle="B=4=3")),
    ],
)
def test_fabricators_and_trucks_are_a_sign_each(place: str, kind: str, line: str) -> None:
    assert Factory.from_text(EMPTY).install(place, kind).to_text() == f"{line} 0+0 print_2019 demo"


@pytest.mark.parametrize(
    ("line", "bots", "written"),
    [
        (rows(), {"start/middle/centre": "basic"}, rows(middle="B(b)=4=1")),
        (rows(top="A=4=1"), {"start/top/side": "plus"}, rows(top="A(-p)=4=1")),
        (rows(top="A=4=1"), {"start/top/centre": "plus"}, rows(top="A(p-)=4=1")),
        (rows(top=".=U3=1"), {"floor/top/1/ahead": "deluxe"}, rows(top=".=U(-d)3=1")),
        (rows(top=".=U3=1"), {"floor/top/1/in": "deluxe"}, rows(top=".=U(d-)3=1")),
        (rows(top=".=D3=1"), {"floor/top/1/in": "plus", "floor/top/1/right": "basic"}, rows(top=".=D(p--b)3=1")),
        (rows(top=".=X3=1"), {"floor/top/1/left": "plus"}, rows(top=".=X(--p)3=1")),
        (rows(top=".=R3=1"), {"floor/top/1/in2": "deluxe"}, rows(top=".=R(d--)3=1")),
        (rows(top=".=S3=1"), {"floor/top/1/left": "basic"}, rows(top=".=S(b-)3=1")),
        (rows(top=".=4=3"), {"dock/top/3": "deluxe", "dock/top/1": "plus"}, rows(top=".=4=3(pd)")),
    ],
)
def test_bots_are_written_by_hole_and_in_trucks_without_empty_holes(
    line: str, bots: dict[str, str], written: str
) -> None:
    assert Factory.from_text(line).with_bots(bots).to_text() == f"{written} 0+0 print_2019 demo"


@pytest.mark.parametrize("line", [rows(".=99=1", "B=99=1", ".=49U49=1"), rows(".=1=1", "B=U=1", ".=1=1")])
def test_a_number_stands_for_that_many_empty_squares(line: str) -> None:
    assert Factory.from_text(line).to_text() == f"{line} 0+0 print_2019 demo"
    assert Factory.from_text(line).columns == (99 if "9" in line else 1)
    assert isinstance(Factory.from_text(line).columns, int)


@pytest.mark.parametrize("rules", RULE_SETS)
def test_money_and_edition_end_the_line(rules: str) -> None:
    factory = Factory.from_text(f"{EMPTY} 9999999+1234567 {rules} published")
    assert (factory.wallet, factory.vault) == (9_999_999, 1_234_567)
    assert (factory.rules, factory.components) == (rules, "published")
    assert factory.to_text() == f"{EMPTY} 9999999+1234567 {rules} published"


def test_the_line_of_the_module_is_canonical() -> None:
    line = "A(b-)=2U(b-)1=1/B(b)=4=2(p)/.=Xnf(-bp)3=3(bbd) 8+0 print_2019 demo"
    factory = Factory.from_text(line)
    assert factory.to_text() == line
    assert factory.bots() == {
        "start/top/centre": Model.BASIC,
        "floor/top/3/in": Model.BASIC,
        "start/middle/centre": Model.BASIC,
        "dock/middle/1": Model.PLUS,
        "floor/bottom/1/ahead": Model.BASIC,
        "floor/bottom/1/right": Model.PLUS,
        "dock/bottom/1": Model.BASIC,
        "dock/bottom/2": Model.BASIC,
        "dock/bottom/3": Model.DELUXE,
    }


# -- what is also read ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("lenient", "line"),
    [
        ("  .=4=1/B=4=1/.=4=1  ", EMPTY),
        (".=4=1 / B=4=1 / .=4=1", EMPTY),
        (". = 4 = 1/B =4= 1/.= 4 =1", EMPTY),
        (".=4=1\n/B=4=1\r\n/\t.=4=1\n", EMPTY),
        (".=U X 2=1/B=4=1/.=4=1", rows(".=UX2=1")),
        (rows(".=1 1 2=1"), EMPTY),
        (rows(".=1_2=1"), EMPTY),
        (rows(".=____=1"), EMPTY),
        (rows(".=_ _ 2=1"), EMPTY),
        (rows(".=04=1"), EMPTY),
        (rows(".=UeDeReGe=1"), rows(".=UDRG=1")),
        (rows(".=Xef3=1"), rows(".=Xf3=1")),
        (rows(top="A(b)=4=1"), rows(top="A(b-)=4=1")),
        (rows(top="A()=4=1"), rows(top="A=4=1")),
        (rows(top="A(--)=4=1"), rows(top="A=4=1")),
        (rows(top=".=U(b)3=1"), rows(top=".=U(b-)3=1")),
        (rows(top=".=D(-b)3=1"), rows(top=".=D(-b--)3=1")),
        (rows(top=".=F()3=1"), rows(top=".=F3=1")),
        (rows(top=".=4=3(dpb)"), rows(top=".=4=3(bpd)")),
        (rows(top=".=4=3(d-b)"), rows(top=".=4=3(bd)")),
        (rows(top=".=4=3(--p)"), rows(top=".=4=3(p)")),
        (rows(top=".=4=1()"), EMPTY),
        (rows(top=".=R(-p)3=1"), rows(top=".=R(p--)3=1")),
        (rows(top=".=R(dbp)3=1"), rows(top=".=R(bdp)3=1")),
    ],
)
def test_the_reader_is_lenient_and_the_writer_is_not(lenient: str, line: str) -> None:
    assert Factory.from_text(lenient).to_text() == f"{line} 0+0 print_2019 demo"


@pytest.mark.parametrize(
    ("tail", "written"),
    [
        ("", "0+0 print_2019 demo"),
        (" 8+3", "8+3 print_2019 demo"),
        (" 8+3 web_de", "8+3 web_de demo"),
        (" 8+3 web_de published", "8+3 web_de published"),
        ("  8+3\tweb_de \n published \n", "8+3 web_de published"),
        (" 007+0", "7+0 print_2019 demo"),
    ],
)
def test_a_line_may_end_anywhere_after_the_third_row(tail: str, written: str) -> None:
    assert Factory.from_text(EMPTY + tail).to_text() == f"{EMPTY} {written}"


# -- what is refused -----------------------------------------------------------------------------------------

START: Final = "expected a start slot (. B A O) and ="
MIDDLE: Final = "the middle row, and only it, has at least its Basic Fabricator, B (R-2.4)"
PIECE: Final = "expected a piece (U D X R G S T F), a number of empty squares, or = and a truck"
SQUARES: Final = "expected 1 to 99 squares"
NEXT_ROW: Final = "expected / and the next row"
END: Final = "expected the end of the rows"


@pytest.mark.parametrize(
    ("line", "position", "sentence"),
    [
        ("", 0, START),
        ("hello", 0, START),
        ("b=4=1", 0, START),
        ("A4=1", 0, START),
        ("A(x)=4=1", 0, START),
        (".=4=1/", 6, START),
        (".=4=1/Z=4=1/.=4=1", 6, START),
        (".=4=1/B=4=1/", 12, START),
        ("B=4=1/B=4=1/.=4=1", 0, MIDDLE),
        (".=4=1/.=4=1/.=4=1", 6, MIDDLE),
        (".=4=1/B=4=1/B=4=1", 12, MIDDLE),
        (".==1/B=4=1/.=4=1", 2, SQUARES),
        (".=0=1/B=4=1/.=4=1", 2, SQUARES),
        (".=4=1/B=4=1/.= 1+1", 14, PIECE),
        (".=100=1/B=4=1/.=4=1", 2, SQUARES),
        (".=U9999=1/B=4=1/.=4=1", 3, SQUARES),
        (".=50U49=1/B=4=1/.=4=1", 7, SQUARES),
        (".=4=1/B=3=1/.=4=1", 9, "the rows must have equally many squares"),
        (".=4=1/B=4=1/.=UU3=1", 17, "the rows must have equally many squares"),
        (".=Uf3=1/B=4=1/.=4=1", 2, "only a Duplicator, X, can be flipped (R-3.6)"),
        (".=1Gnf2=1/B=4=1/.=4=1", 3, "only a Duplicator, X, can be flipped (R-3.6)"),
        (".=4Z=1/B=4=1/.=4=1", 3, PIECE),
        (".=3u=1/B=4=1/.=4=1", 3, PIECE),
        (".=3Xfn=1/B=4=1/.=4=1", 5, PIECE),
        (".=3U(q)=1/B=4=1/.=4=1", 4, PIECE),
        (".=4=4/B=4=1/.=4=1", 3, PIECE),
        (".=4=/B=4=1/.=4=1", 3, PIECE),
        (".=4", 3, PIECE),
        (".=4=1", 5, NEXT_ROW),
        (".=4=1B=4=1/.=4=1", 5, NEXT_ROW),
        (".=4=1/B=4=1", 11, NEXT_ROW),
        (".=4=1/B=4=1 8+0", 11, NEXT_ROW),
        (".=4=1/B=4=1/.=4=1/", 17, END),
        (".=4=1/B=4=1/.=4=1/.=4=1", 17, END),
        (".=4=1/B=4=1/.=4=1 8", 18, END),
        (".=4=1/B=4=1/.=4=1 8+", 18, END),
        (".=4=1/B=4=1/.=4=1 -8+0", 18, END),
        (".=4=1/B=4=1/.=4=1 1234567890123456+0", 18, END),
        (".=4=1/B=4=1/.=4=1 8+0 print_2019 demo more", 18, END),
        (".=4=1/B=4=1/.=4=1 8+0 Print_2019", 18, END),
        (".=4=1/B=4=1/.=4=1 ٨+0", 18, END),
        (".=4=1/B(bbp)=4=1/.=4=1", 9, "more bots than holes here"),
        ("A(bpd)=4=1/B=4=1/.=4=1", 4, "more bots than holes here"),
        (".=1U(b-p)2=1/B=4=1/.=4=1", 7, "more bots than holes here"),
        (".=F(b)3=1/B=4=1/.=4=1", 4, "more bots than holes here"),
        (".=4=2(--b)/B=4=1/.=4=1", 8, "more bots than holes here"),
    ],
)
def test_a_line_that_is_no_factory_is_refused_with_its_position(line: str, position: int, sentence: str) -> None:
    assert refused(line) == (position, sentence)


@pytest.mark.parametrize("line", [".=Z3=1/B=4=1/.=4=1", ".=4=1/B=Z3=1/.=4=1", ".=4=1/B=2Z1=1/.=4=1"])
def test_an_unknown_piece_is_called_so_wherever_it_stands(line: str) -> None:
    assert refused(line) == (line.index("Z"), PIECE)


def test_a_line_that_is_too_long_is_refused_unread() -> None:
    longest = EMPTY.ljust(MAX_LENGTH)
    assert Factory.from_text(longest) == Factory.from_text(EMPTY)
    with pytest.raises(NotationError) as error:
        Factory.from_text(longest + " ")
    assert (error.value.position, str(error.value.reason)) == (MAX_LENGTH, "longer than a factory can be")
    assert len(error.value.notation) == MAX_LENGTH


def test_the_largest_factory_is_not_too_long() -> None:
    row = "Xf(bpd)_" * 49 + "_"
    line = f"A(bp)={row}=3(bpd)/A(bp)={row}=3(bpd)/A(bp)={row}=3(bpd) 9999999+9999999 print_2019 published"
    assert len(Factory.from_text(line).to_text()) < MAX_LENGTH


def test_unknown_editions_are_refused_by_name() -> None:
    with pytest.raises(EditionError, match=r"^unknown rule set 'chess'; there are print_2019, web_de, web_es$"):
        Factory.from_text(f"{EMPTY} 8+0 chess")
    with pytest.raises(EditionError, match=r"^unknown component set 'chess'; there are demo, published$"):
        Factory.from_text(f"{EMPTY} 8+0 web_de chess")


def test_pieces_that_do_not_fit_are_refused_unless_forgiven() -> None:
    line = "A=Gn1UUw=1/B=4=1/.=4=1"
    with pytest.raises(LayoutError) as error:
        Factory.from_text(line)
    assert [(problem.kind, problem.place) for problem in error.value.problems] == [
        (ProblemKind.DOES_NOT_FIT, "floor/top/1"),
        (ProblemKind.DOES_NOT_FIT, "floor/top/4"),
    ]
    assert Factory.from_text(line, ["does_not_fit"]).to_text() == f"{line} 0+0 print_2019 demo"


def test_what_cannot_be_forgiven_is_refused_even_when_nothing_is_wrong() -> None:
    with pytest.raises(ValueError, match=r"^cannot forgive nonsense, hole_taken, only does_not_fit, "):
        Factory.from_text(EMPTY, ["nonsense", "hole_taken"])


@given(st.text(alphabet=".BAO=UDXRGSTFenswf(-bpd)0123456789_/+ \nz", max_size=40))
def test_any_text_is_a_factory_or_an_error_of_the_library(text: str) -> None:
    for line in (text, EMPTY + text, f".=4=1/B={text}=1/.=4=1"):
        try:
            factory = Factory.from_text(line)
        except NotationError as error:
            position = error.position
        except MechanicaError:
            continue
        else:
            assert Factory.from_text(factory.to_text()) == factory
            continue
        assert 0 <= position <= len(line)


@given(factories(), st.data())
def test_a_line_with_one_character_changed_is_a_factory_or_an_error_of_the_library(
    factory: Factory, data: st.DataObject
) -> None:
    line = factory.to_text()
    at = data.draw(st.integers(0, len(line) - 1))
    changed = line[:at] + data.draw(st.sampled_from("b(U=9/ ")) + line[at + data.draw(st.integers(0, 1)) :]
    with suppress(MechanicaError):
        assert Factory.from_text(changed).columns


# -- repr and str --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("factory", [Factory.new(), SHORT, LONG], ids=["new", "short", "long"])
def test_repr_rebuilds_the_factory(factory: Factory) -> None:
    assert repr(factory) == f"Factory.from_text({factory.to_text()!r})"
    assert eval(repr(factory), {"Factory": Factory}) == factory


BOARDS: Final = {"board_short": SHORT, "board_long": LONG}


def board_file(name: str, language: Language) -> Path:
    """Where the drawing of a factory is kept."""
    return DATA / f"{name}.{language}.txt"


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", BOARDS)
def test_a_factory_is_drawn_as_in_the_kept_picture(name: str, language: Language) -> None:
    if not translated(language):
        pytest.skip("there is no catalogue for this language")
    drawn = draw_factory(BOARDS[name], language) + "\n"
    assert drawn == board_file(name, language).read_text(encoding="utf-8"), f"look at it, then: {REGENERATE}"


def translated(language: Language) -> bool:
    """Whether the words of the pictures are there in that language."""
    if language == "en":
        return True
    catalogue = files("mechanica_core") / "locale" / language / "LC_MESSAGES" / "mechanica.mo"
    if not catalogue.is_file():
        return False
    with catalogue.open("rb") as file:
        words = gettext.GNUTranslations(file)
    return all(words.gettext(word) != word for word in ("empty slot", "flipped", "wallet {wallet}, vault {vault}"))


def test_a_board_too_wide_for_its_place_is_wrapped() -> None:
    narrow = draw_factory(SHORT, width=80)
    assert max(map(len, board(narrow))) <= 80 < max(map(len, board(draw_factory(SHORT))))
    kept = (DATA / "board_narrow.en.txt").read_text(encoding="utf-8")
    assert narrow + "\n" == kept, f"look at it, then: {REGENERATE}"


@given(factories(), st.sampled_from(LANGUAGES), st.integers(10, 150))
def test_a_wrapped_board_is_even_and_says_the_same(factory: Factory, language: Language, width: int) -> None:
    wide, narrow = draw_factory(factory, language), draw_factory(factory, language, width)
    assert len({len(line) for line in board(narrow)[1:]}) == 1
    assert len(board(narrow)[1]) <= max(width, len(board(draw_factory(factory, language, 1))[1]))
    if len(board(wide)[1]) <= width:
        assert narrow == wide
    assert letters(narrow) == letters(wide)


def board(drawn: str) -> list[str]:
    """The lines of a drawing without the money and the legend below the board."""
    return drawn.splitlines()[:-2]


def letters(drawn: str) -> Counter[str]:
    """The letters and figures of a drawing, wherever they stand."""
    return Counter(character for character in drawn if character.isalnum())


def test_str_draws_in_english() -> None:
    assert str(SHORT) == draw_factory(SHORT, "en")


@given(factories())
def test_every_piece_and_bot_is_in_the_picture(factory: Factory) -> None:
    lines = str(factory).splitlines()
    board = "\n".join(lines[2:-3])
    assert len({line.index("│") for line in lines[2:-3] if "│" in line}) == 1
    assert not any(line != line.rstrip() for line in lines)
    names = factory.machinery.components.piece_names
    for piece in factory.layout.floor:
        assert names[piece.kind].en in board
    for letter, model in zip("bpd", Model, strict=True):
        drawn = sum(cell.split().count(letter) for cell in board.replace("│", "\n").splitlines())
        assert drawn == list(factory.bots().values()).count(model)
    assert f"wallet {factory.wallet}, vault {factory.vault}" in lines[-2]


def draw_anew() -> None:
    """Write the kept pictures, in every language there is."""
    for name, factory in BOARDS.items():
        for language in LANGUAGES:
            if translated(language):
                board_file(name, language).write_text(draw_factory(factory, language) + "\n", encoding="utf-8")
    (DATA / "board_narrow.en.txt").write_text(draw_factory(SHORT, width=80) + "\n", encoding="utf-8")


if __name__ == "__main__":
    draw_anew()
