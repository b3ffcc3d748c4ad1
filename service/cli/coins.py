"""``mechanica coins``: how much money lies in a photo."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from mechanica_core.messages import Message, say
from service.cli.inputs import read
from service.cli.needs import need_reader
from service.cli.options import AsJson, Lang, Photos
from service.cli.output import Output, print_json_line
from service.cli.refusal import NO, Refusal

if TYPE_CHECKING:
    from vision import PhotoError
    from vision.coins import Coin, CoinReading


def coins(photos: Photos, *, as_json: AsJson = False, lang: Lang) -> None:
    """Count the coins in photos by their numerals, of any copy.

    Exit code 1 if one of the photos shows none, or hardly one that is sure.

    With --json: a line for each photo, with coins, total and doubts, or an error. A coin whose numeral is hidden is a
    doubt, and not counted.
    """
    need_reader(say("counting coins needs the photo reader"))
    from service.cli.photos import failure_json, failure_words  # noqa: PLC0415 (heavy)
    from vision import PhotoError  # noqa: PLC0415 (heavy)

    output = Output(lang)
    if photos.count("-") > 1:
        raise Refusal(say("standard input can be read only once"))
    failed = False
    with output.bar(len(photos), say("reading photos")) as bar:
        for photo in photos:
            outcome = count_coins(read("-").content if photo == "-" else photo)
            name = say("standard input") if photo == "-" else photo
            bar.step()
            with bar.away():
                if isinstance(outcome, PhotoError):
                    failed = True
                    if as_json:
                        print_json_line({"photo": photo} | failure_json(outcome, lang))
                    else:
                        output.complain(failure_words(name, outcome))
                elif as_json:
                    print_json_line({"photo": photo} | outcome.as_json())
                else:
                    output.say(sum_words(name, outcome), *doubt_words(outcome))
    if failed:
        raise typer.Exit(NO)


def count_coins(photo: str | bytes) -> CoinReading | PhotoError:
    """The coins in a photo, or why they cannot be told; never raises, whatever the photo holds."""
    from service.scanning import unforeseen  # noqa: PLC0415 (heavy)
    from vision import PhotoError  # noqa: PLC0415 (heavy)
    from vision.coins import read_coins  # noqa: PLC0415 (heavy)

    try:
        return read_coins(Path(photo) if isinstance(photo, str) else photo)
    except PhotoError as error:
        return error
    except Exception as error:  # nobody can foresee all photos, and each of many must get its answer
        return unforeseen(error)


def sum_words(photo: str | Message, reading: CoinReading) -> Message:
    """What the coins in a photo come to, and which they are."""
    if not reading.values:
        return say("{photo}: coins, of which none shows its number", photo=photo)
    counted = Counter(reading.values)
    listed = ", ".join(f"{counted[value]} × {value}" for value in sorted(counted, reverse=True))
    return say("{photo}: {total} in coins: {coins}", photo=photo, total=reading.total, coins=listed)


def doubt_words(reading: CoinReading) -> Iterator[Message]:
    """The coins to look at again, and where they lie."""
    for coin in reading.doubts:
        place = _place_words(coin, reading)
        if coin.value is None:
            yield say(
                "{place}: not recognised and left out, perhaps {other}: look again", place=place, other=coin.runner_up
            )
        else:
            yield say(
                "{place}: {read}, {percent} % sure, perhaps {other}: look again",
                place=place,
                read=coin.value,
                percent=int(100 * coin.confidence),
                other=coin.runner_up,
            )


def _place_words(coin: Coin, reading: CoinReading) -> Message:
    right, down = (round(100 * at / whole) for at, whole in zip(coin.centre, reading.size, strict=True))
    return say("the coin {right} % from the left and {down} % from the top", right=right, down=down)
