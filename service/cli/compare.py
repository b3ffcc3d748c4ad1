"""``mechanica compare``: what at the table differs from how it should be."""

from __future__ import annotations

from typing import Annotated

import typer

from mechanica_core import comparison
from mechanica_core.comparison import Difference, difference_json, difference_words
from mechanica_core.factory import Factory
from mechanica_core.messages import say
from service.cli.inputs import Given, factory_of, read_factory, read_given_factory
from service.cli.options import AsJson, CopyName, Lang
from service.cli.output import Output, print_json
from service.cli.refusal import BROKEN, NO, Refusal

Before = Annotated[
    str | None,
    typer.Option(
        metavar="STATE", help="The factory before the workday that leads to STATE; tells which bots did not move."
    ),
]


def compare(
    state: Annotated[
        str,
        typer.Argument(
            metavar="STATE", show_default=False, help="The factory as it should be, as other commands take it."
        ),
    ],
    photo: Annotated[
        str, typer.Argument(metavar="PHOTO", show_default=False, help="A photo of the table, or another factory.")
    ],
    *,
    before: Before = None,
    copy: CopyName = None,
    as_json: AsJson = False,
    lang: Lang,
) -> None:
    """Tell what at the table differs from the predicted state.

    Exit code 0 if nothing differs, 1 if something does or perhaps does, 2 if that cannot be told.
    """
    output = Output(lang)
    if [state, photo, before].count("-") > 1:
        raise Refusal(say("standard input can be read only once"))
    try:
        predicted = read_factory(state, output, copy)
        morning = None if before is None else read_factory(before, output, copy)
        given = read_given_factory(photo)
        if given.is_photo:
            found, differences = _in_photo(given, predicted, morning, output, copy)
        else:
            found = factory_of(given)
            differences = comparison.compare(predicted, found, before=morning)
    except Refusal as error:  # here "no" means that they differ
        raise Refusal(error.message, BROKEN) from None
    if as_json:
        told = [
            difference_json(each) | {"words": difference_words(predicted, found, each).text(lang)}
            for each in differences
        ]
        print_json({"equal": not differences, "differences": told})
    elif differences:
        output.say(*(difference_words(predicted, found, each) for each in differences))
    else:
        output.say(say("nothing differs"))
    if differences:
        raise typer.Exit(NO)


def _in_photo(
    given: Given, predicted: Factory, before: Factory | None, output: Output, copy: str | None
) -> tuple[Factory, tuple[Difference, ...]]:
    """What a photo shows, and what differs there: read with the prediction and without."""
    known = given.copies(output, copy)
    from service.cli.photos import refusal  # noqa: PLC0415 (heavy)
    from service.scanning import read_photo  # noqa: PLC0415 (heavy)
    from vision import PhotoError  # noqa: PLC0415 (heavy)
    from vision.comparing import differences, found_in  # noqa: PLC0415 (heavy)

    settled = given.reading(output, known, predicted)
    plain = read_photo(given.content, known, rules=predicted.rules)
    if isinstance(plain, PhotoError):
        raise refusal(given.name, plain)
    return found_in(settled, predicted), differences(predicted, settled, plain, before)
