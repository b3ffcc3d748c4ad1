"""A client of the service: a method for each operation, answers as the service's own documents.

>>> from service.client import Client
>>> with Client("http://127.0.0.1:8000") as client:  # doctest: +SKIP
...     reading = client.read_board(Path("photo.jpg").read_bytes())
...     workday = client.run_workday(reading.checked(), policy="first")
"""

from __future__ import annotations

import json
import secrets
from collections.abc import Iterable, Iterator, Mapping, Sequence
from types import TracebackType
from typing import Any, Final, Literal, Self, TypeVar

import httpx
from pydantic import BaseModel

from mechanica_core.best import Aim
from mechanica_core.choices import Decision
from mechanica_core.factory import Factory
from mechanica_core.game.game_document import GameDocument
from mechanica_core.messages import Language
from mechanica_core.pieces import Kind
from service.api.coins import CoinsAnswer
from service.api.copies import CopiesAnswer, CopyDocument, DraftAnswer
from service.api.evenings import Evening
from service.api.game_documents import Comparison, GameState, History
from service.api.health import Health, Version
from service.api.other_games import HallAnswer, RegistersAnswer
from service.api.photos import PhotosAnswer
from service.api.pieces import EditionsAnswer, FactoryAnswer, PiecesAnswer
from service.api.problems import ProblemDocument
from service.api.reading_documents import ReadingAnswer, correction_json
from service.api.scores import ScoresAnswer
from service.api.workdays import BestAnswer, OutcomesAnswer, PlacementsAnswer, WorkdayAnswer
from service.readings import Corners, Value
from service.tables import TableDocument
from service.tables.entries import Follow

T = TypeVar("T", bound=BaseModel)

SECONDS: Final = 60
"""So long an answer may take."""


class Refused(Exception):
    """A request that the service refused: a stable ``code``, the ``problem`` with all it tells, when to try again."""

    def __init__(self, problem: ProblemDocument, retry_after: int | None = None) -> None:
        self.problem = problem
        self.code = problem.code
        self.retry_after = retry_after
        super().__init__(f"{problem.detail} {problem.tip}")


class Client:
    """One service at a base address; it may be shared between threads. All methods raise :class:`Refused`."""

    def __init__(
        self, address: str, *, language: Language = "en", transport: httpx.BaseTransport | None = None
    ) -> None:
        headers = {"Accept-Language": language}
        self._http = httpx.Client(base_url=address, headers=headers, timeout=SECONDS, transport=transport)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Close all connections."""
        self._http.close()

    # -- the service ---------------------------------------------------------------------------------------------

    def health(self) -> Health:
        """Whether the service lives."""
        return self._get(Health, "/api/health")

    def ready(self) -> Health:
        """Whether it takes on another photo now."""
        return self._get(Health, "/api/ready")

    def version(self) -> Version:
        """Its release."""
        return self._get(Version, "/api/version")

    # -- boards in photos ----------------------------------------------------------------------------------------

    def read_board(
        self,
        photo: bytes,
        *,
        copy: str | None = None,
        corners: Corners | None = None,
        rules: str = "print_2019",
        expected: Factory | None = None,
        keep: bool = False,
    ) -> ReadingAnswer:
        """Read a board from a photo."""
        form = {
            "copy": copy,
            "corners": _as_text(corners),
            "rules": rules,
            "expected": None if expected is None else _as_text(expected.to_json()),
            "keep": str(keep).lower(),
        }
        return self._send(ReadingAnswer, "POST", "/api/readings", form, photo=photo)

    def reading(self, reading: str) -> ReadingAnswer:
        """A reading again."""
        return self._get(ReadingAnswer, f"/api/readings/{reading}")

    def correct_reading(
        self,
        reading: str,
        corrections: Iterable[tuple[str, Value]] | None = None,
        *,
        corners: Corners | None = None,
    ) -> ReadingAnswer:
        """Put all corrections of a reading in place of those before, or read its photo anew with other corners."""
        change: dict[str, Any] = {}
        if corrections is not None:
            change["corrections"] = [
                {"place": place, "value": correction_json(place, value)} for place, value in corrections
            ]
        if corners is not None:
            change["corners"] = corners
        return self._ask(ReadingAnswer, "PATCH", f"/api/readings/{reading}", json=change)

    def forget_reading(self, reading: str) -> None:
        """Forget a reading now."""
        self._call("DELETE", f"/api/readings/{reading}")

    def reading_photo(self, reading: str) -> bytes:
        """Its photo upright, as a JPEG."""
        return self._call("GET", f"/api/readings/{reading}/photo").content

    def outline_reading(self, reading: str) -> str:
        """What was read as SVG to lay over the photo."""
        return self._call("GET", f"/api/readings/{reading}/overlay.svg").text

    def draw_reading(
        self,
        reading: str,
        suffix: Literal["png", "jpg", "webp", "gif"] = "png",
        *,
        show: Literal["reading", "workday", "film", "score"] = "reading",
        decisions: Iterable[Decision] = (),
        wallet: int = 0,
        vault: int = 0,
    ) -> bytes:
        """A picture on its photo."""
        asked = {
            "show": show,
            "wallet": wallet,
            "vault": vault,
            "decision": [f"{d.choice}={d.take}" for d in decisions],
        }
        return self._call("GET", f"/api/readings/{reading}/overlay.{suffix}", params=asked).content

    def count_coins(self, photo: bytes, *, keep: bool = False) -> CoinsAnswer:
        """Count the coins in a photo."""
        return self._send(CoinsAnswer, "POST", "/api/coins", {"keep": str(keep).lower()}, photo=photo)

    def coins(self, coins: str) -> CoinsAnswer:
        """Coins again."""
        return self._get(CoinsAnswer, f"/api/coins/{coins}")

    def coins_photo(self, coins: str) -> bytes:
        """Their photo upright, as a JPEG."""
        return self._call("GET", f"/api/coins/{coins}/photo").content

    def forget_coins(self, coins: str) -> None:
        """Forget coins now."""
        self._call("DELETE", f"/api/coins/{coins}")

    def photos(self) -> PhotosAnswer:
        """All kept photos."""
        return self._get(PhotosAnswer, "/api/photos")

    def photo(self, photo: str) -> bytes:
        """A kept photo as it was sent."""
        return self._call("GET", f"/api/photos/{photo}").content

    def delete_photo(self, photo: str) -> None:
        """Delete a kept photo for good."""
        self._call("DELETE", f"/api/photos/{photo}")

    # -- factories -----------------------------------------------------------------------------------------------

    def check_factory(self, text: str, forgive: Iterable[str] = ()) -> FactoryAnswer:
        """Check a line of notation."""
        return self._ask(FactoryAnswer, "POST", "/api/factories", json={"text": text, "forgive": [*forgive]})

    def draw_factory(
        self,
        factory: Factory,
        *,
        show: Literal["factory", "workday", "film", "score"] = "factory",
        decisions: Iterable[Decision] = (),
        policy: Literal["first"] | None = None,
        theme: Literal["light", "dark"] = "light",
    ) -> str:
        """A factory, its workday or its score as SVG."""
        asked = {"factory": factory.to_json(), "show": show, "policy": policy, "theme": theme}
        return self._call("POST", "/api/pictures", json=asked | {"decisions": _decided(decisions)}).text

    def run_workday(
        self, factory: Factory, decisions: Iterable[Decision] = (), *, policy: Literal["first"] | None = None
    ) -> WorkdayAnswer:
        """Run one workday, or learn which choices are open."""
        asked = {"factory": factory.to_json(), "decisions": _decided(decisions), "policy": policy}
        return self._ask(WorkdayAnswer, "POST", "/api/workdays", json=asked)

    def outcomes(self, factory: Factory, decisions: Iterable[Decision] = (), *, most: int = 20) -> OutcomesAnswer:
        """Everything that can come of a workday."""
        asked = {"factory": factory.to_json(), "decisions": _decided(decisions), "most": most}
        return self._ask(OutcomesAnswer, "POST", "/api/outcomes", json=asked)

    def best_day(
        self,
        factory: Factory,
        objective: Aim | str = Aim.MONEY,
        days: int = 1,
        *,
        blueprints: Iterable[int] = (),
        decisions: Iterable[Decision] = (),
    ) -> BestAnswer:
        """The best workday, or the best of several that follow each other; blueprints count from 1."""
        asked = {"factory": factory.to_json(), "objective": objective, "days": days, "blueprints": [*blueprints]}
        return self._ask(BestAnswer, "POST", "/api/best", json=asked | {"decisions": _decided(decisions)})

    def placements(
        self, factory: Factory, pieces: Mapping[Kind, int] | None = None, days: int = 1, *, most: int = 20
    ) -> PlacementsAnswer:
        """Where pieces earn most, each with its price; without any, what to demolish."""
        asked = {"factory": factory.to_json(), "pieces": dict(pieces or {}), "days": days, "most": most}
        return self._ask(PlacementsAnswer, "POST", "/api/placements", json=asked)

    def scores(self, players: Iterable[Mapping[str, Any]]) -> ScoresAnswer:
        """Final scores; each player with ``name``, ``factory`` or ``reading``, and perhaps ``wallet`` and ``vault``."""
        told = [
            {key: value.to_json() if isinstance(value, Factory) else value for key, value in player.items()}
            for player in players
        ]
        return self._ask(ScoresAnswer, "POST", "/api/scores", json={"players": told})

    def pieces(self, components: str = "demo") -> PiecesAnswer:
        """What every piece does."""
        return self._get(PiecesAnswer, "/api/pieces", components=components)

    def draw_piece(self, kind: Kind, *, flipped: bool = False, components: str = "demo") -> str:
        """A piece as SVG."""
        asked = {"flipped": flipped, "components": components}
        return self._call("GET", f"/api/pieces/{kind}.svg", params=asked).text

    def editions(self) -> EditionsAnswer:
        """All rule sets and component sets."""
        return self._get(EditionsAnswer, "/api/editions")

    # -- copies of the game --------------------------------------------------------------------------------------

    def copies(self) -> CopiesAnswer:
        """All copies."""
        return self._get(CopiesAnswer, "/api/copies")

    def copy(self, name: str) -> CopyDocument:
        """One copy."""
        return self._get(CopyDocument, f"/api/copies/{name}")

    def draw_copy(self, name: str) -> bytes:
        """Its empty board, as a JPEG."""
        return self._call("GET", f"/api/copies/{name}/board.jpg").content

    def export_copy(self, name: str) -> bytes:
        """A copy as a file."""
        return self._call("GET", f"/api/copies/{name}/file").content

    def import_copy(self, file: bytes, *, name: str | None = None, overwrite: bool = False) -> CopyDocument:
        """Take on a copy that was exported."""
        form = {"name": name, "overwrite": str(overwrite).lower()}
        return self._send(CopyDocument, "POST", "/api/copies", form, file=file)

    def delete_copy(self, name: str) -> None:
        """Delete a copy for good."""
        self._call("DELETE", f"/api/copies/{name}")

    def begin_teaching(self, name: str, *, columns: int | None = None, components: str | None = None) -> DraftAnswer:
        """Begin to teach a copy."""
        asked = {"name": name, "columns": columns, "components": components}
        return self._ask(DraftAnswer, "POST", "/api/drafts", json=asked)

    def draft(self, draft: str) -> DraftAnswer:
        """What was taught until now."""
        return self._get(DraftAnswer, f"/api/drafts/{draft}")

    def teach_board(
        self, draft: str, photo: bytes, *, corners: Corners | None = None, grid: Corners | None = None
    ) -> DraftAnswer:
        """Teach the empty board."""
        form = {"corners": _as_text(corners), "grid": _as_text(grid)}
        return self._send(DraftAnswer, "PUT", f"/api/drafts/{draft}/board", form, photo=photo)

    def teach_piece(self, draft: str, piece: str, photo: bytes, *, more: bool = False) -> DraftAnswer:
        """Teach a piece, such as ``upgrader`` or ``duplicator_flipped``."""
        form = {"more": str(more).lower()}
        return self._send(DraftAnswer, "PUT", f"/api/drafts/{draft}/pieces/{piece}", form, photo=photo)

    def unteach_piece(self, draft: str, piece: str) -> DraftAnswer:
        """Take a piece back."""
        return self._ask(DraftAnswer, "DELETE", f"/api/drafts/{draft}/pieces/{piece}")

    def finish_teaching(self, draft: str, *, overwrite: bool = False) -> CopyDocument:
        """Make a copy of what was taught."""
        return self._ask(CopyDocument, "POST", f"/api/drafts/{draft}/copy", json={"overwrite": overwrite})

    def forget_draft(self, draft: str) -> None:
        """Forget what was taught."""
        self._call("DELETE", f"/api/drafts/{draft}")

    # -- games at a table ----------------------------------------------------------------------------------------

    def create_game(
        self,
        players: Sequence[str],
        *,
        title: str = "",
        rules: str = "print_2019",
        components: str | None = None,
        difficulty: str | None = None,
        follow: Follow = "turns",
        copy: str | None = None,
    ) -> GameState:
        """Begin a game at a table; ``links`` of the answer open it."""
        asked = {"players": [*players], "title": title, "rules": rules, "components": components}
        asked |= {"difficulty": difficulty, "follow": follow, "copy": copy}
        return self._ask(GameState, "POST", "/api/games", json=asked)

    def import_game(
        self,
        *,
        journal: TableDocument | None = None,
        record: str | None = None,
        position: GameDocument | None = None,
        title: str = "",
        follow: Follow = "turns",
        copy: str | None = None,
    ) -> GameState:
        """Go on with a game from elsewhere: one of journal, record and position."""
        asked = {"journal": _plain(journal), "record": record, "position": _plain(position)}
        return self._ask(
            GameState, "POST", "/api/games/import", json=asked | {"title": title, "follow": follow, "copy": copy}
        )

    def game(self, link: str, version: int | None = None) -> GameState:
        """A game as it stands, or as it stood at a version."""
        return self._get(GameState, f"/api/games/{link}", **({} if version is None else {"version": version}))

    def delete_game(self, link: str) -> None:
        """Delete a game for good."""
        self._call("DELETE", f"/api/games/{link}")

    def do_actions(self, game: GameState, *actions: str) -> GameState:
        """Tell what was done, as the offers of that state say it."""
        return self._write(game, "actions", actions=[*actions])

    def tell_board(
        self,
        game: GameState,
        player: int,
        board: Factory | str,
        *,
        wallet: int | Mapping[str, str] | None = None,
        vault: int | Mapping[str, str] | None = None,
    ) -> GameState:
        """Tell what lies on a player's board: a factory, or the id of a reading; money as numbers or coins."""
        return self._write(game, "boards", player=player, wallet=wallet, vault=vault, **_board(board))

    def compare_board(
        self,
        game: GameState,
        player: int,
        board: Factory | str,
        *,
        wallet: int | Mapping[str, str] | None = None,
        vault: int | Mapping[str, str] | None = None,
    ) -> Comparison:
        """Compare what lies on a player's board with what should; nothing is written."""
        asked = {"player": player, "wallet": wallet, "vault": vault} | _board(board)
        return self._ask(Comparison, "POST", f"/api/games/{game.links.players}/comparisons", json=asked)

    def correct_game(self, game: GameState, position: GameDocument) -> GameState:
        """Tell how the whole game really stands."""
        return self._write(game, "position", position=_plain(position))

    def undo(self, game: GameState) -> GameState:
        """Take the last entry back."""
        return self._write(game, "undo")

    def watch_game(self, link: str, since: int | None = None) -> Iterator[GameState]:
        """A game as it stands, then every change as it is written; ends when it is deleted or the service ends."""
        asked = {} if since is None else {"since": since}
        with self._http.stream("GET", f"/api/games/{link}/events", params=asked) as answer:
            if answer.is_error:
                answer.read()
                raise _refused(answer)
            for line in answer.iter_lines():
                if line.startswith("data: ") and line != "data: {}":
                    yield GameState.model_validate_json(line.removeprefix("data: "))

    def history(self, link: str, *, before: int | None = None, limit: int = 50) -> History:
        """What was told, the newest first."""
        return self._get(History, f"/api/games/{link}/history", limit=limit, **({"before": before} if before else {}))

    def journal(self, link: str) -> TableDocument:
        """The whole game to import elsewhere."""
        return self._get(TableDocument, f"/api/games/{link}/journal")

    def record(self, link: str) -> str:
        """The game as text that replays."""
        return self._call("GET", f"/api/games/{link}/record").text

    def qr_code(self, link: str, of: Literal["players", "watching"] = "watching") -> str:
        """A link of a game as a QR code in SVG."""
        return self._call("GET", f"/api/games/{link}/qr", params={"of": of}).text

    # -- evenings ------------------------------------------------------------------------------------------------

    def create_evening(self, name: str) -> Evening:
        """Begin an evening of several games."""
        return self._ask(Evening, "POST", "/api/evenings", json={"name": name})

    def evening(self, link: str) -> Evening:
        """An evening as it stands."""
        return self._get(Evening, f"/api/evenings/{link}")

    def evening_qr_code(self, link: str, of: Literal["hosting", "watching"] = "watching") -> str:
        """A link of an evening as a QR code in SVG."""
        return self._call("GET", f"/api/evenings/{link}/qr", params={"of": of}).text

    def delete_evening(self, link: str) -> None:
        """Delete an evening for good; its games stay."""
        self._call("DELETE", f"/api/evenings/{link}")

    def add_game(self, evening: str, game: str) -> Evening:
        """Add a game by one of its links."""
        return self._ask(Evening, "POST", f"/api/evenings/{evening}/games", json={"game": game})

    def remove_game(self, evening: str, number: int) -> Evening:
        """Take a game out of an evening."""
        return self._ask(Evening, "DELETE", f"/api/evenings/{evening}/games/{number}")

    def standings(self, evening: str) -> bytes:
        """The standings for a spreadsheet."""
        return self._call("GET", f"/api/evenings/{evening}/standings").content

    def archive(self, evening: str) -> bytes:
        """All of an evening in a ZIP file."""
        return self._call("GET", f"/api/evenings/{evening}/archive").content

    # -- other games -------------------------------------------------------------------------------------------

    def play_registers(
        self, case: Mapping[str, Any], *, seed: int = 0, events: bool = False, picture: bool = False
    ) -> RegistersAnswer:
        """Play registers of RoboRally; the case is a document as ``mechanica robo-rally`` reads it."""
        asked = {"seed": seed, "events": events, "picture": picture}
        return self._ask(RegistersAnswer, "POST", "/api/robo-rally/registers", params=asked, json=case)

    def check_hall(self, hall: Mapping[str, Any], *, picture: bool = False) -> HallAnswer:
        """Check a hall of Factory Fun, told as a document."""
        return self._ask(HallAnswer, "POST", "/api/factory-fun/halls", params={"picture": picture}, json=hall)

    # -- over HTTP -----------------------------------------------------------------------------------------------

    def _write(self, game: GameState, what: str, **told: Any) -> GameState:
        """Write to a game at the version of that state; sent once more, and not done twice, if no answer comes."""
        path, key = f"/api/games/{game.links.players}/{what}", {"Idempotency-Key": secrets.token_urlsafe()}
        asked = {"version": game.version} | told
        try:
            return self._ask(GameState, "POST", path, json=asked, headers=key)
        except httpx.TransportError:
            return self._ask(GameState, "POST", path, json=asked, headers=key)

    def _get(self, answer: type[T], path: str, **asked: Any) -> T:
        return self._ask(answer, "GET", path, params=asked)

    def _send(self, answer: type[T], method: str, path: str, form: Mapping[str, str | None], **files: bytes) -> T:
        told = {key: value for key, value in form.items() if value is not None}
        return self._ask(answer, method, path, data=told, files={name: (name, data) for name, data in files.items()})

    def _ask(self, answer: type[T], method: str, path: str, **sent: Any) -> T:
        return answer.model_validate_json(self._call(method, path, **sent).content)

    def _call(self, method: str, path: str, **sent: Any) -> httpx.Response:
        answer = self._http.request(method, path, **sent)
        if answer.is_error:
            raise _refused(answer)
        return answer


def _refused(answer: httpx.Response) -> Refused:
    after = answer.headers.get("retry-after", "")
    return Refused(ProblemDocument.model_validate_json(answer.content), int(after) if after.isdecimal() else None)


def _board(board: Factory | str) -> dict[str, Any]:
    return {"reading": board} if isinstance(board, str) else {"factory": board.to_json()}


def _plain(document: BaseModel | None) -> Any:
    return None if document is None else document.model_dump(mode="json", by_alias=True)


def _as_text(document: Mapping[str, Any] | None) -> str | None:
    return None if document is None else json.dumps(document)


def _decided(decisions: Iterable[Decision]) -> list[dict[str, str]]:
    return [decision._asdict() for decision in decisions]
