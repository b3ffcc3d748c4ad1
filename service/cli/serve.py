"""``mechanica serve``: the service over HTTP, for browsers and other programs."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Annotated

import typer

from mechanica_core.messages import say
from service.api.settings import Settings
from service.cli.needs import need, need_reader
from service.home import home


def serve(
    *,
    host: Annotated[
        str,
        typer.Option(envvar="MECHANICA_HOST", help="The address to listen on; 0.0.0.0 lets other machines in."),
    ] = "127.0.0.1",
    port: Annotated[int, typer.Option(envvar="MECHANICA_PORT", min=0, max=65535, help="The port.")] = 8000,
    data: Annotated[
        Path | None,
        typer.Option(
            envvar="MECHANICA_DATA",
            show_default="where your copies are",
            help="The folder that holds games, copies and kept photos.",
        ),
    ] = None,
    scans: Annotated[
        int | None,
        typer.Option(
            envvar="MECHANICA_SCANS", min=1, max=64, show_default="processors", help="Photos read at the same time."
        ),
    ] = None,
    waiting: Annotated[
        int,
        typer.Option(
            envvar="MECHANICA_WAITING", min=0, max=1000, help="Photos that may wait; one more is told to come again."
        ),
    ] = Settings.scans_waiting,
    hours: Annotated[
        float,
        typer.Option(envvar="MECHANICA_HOURS", min=0.1, max=48, help="So long an unused reading is remembered."),
    ] = Settings.reading_seconds / 3600,
    proxies: Annotated[
        str,
        typer.Option(
            envvar="MECHANICA_PROXIES",
            metavar="ADDRESSES",
            help="Reverse proxies whose forwarded headers are believed.",
        ),
    ] = "127.0.0.1",
) -> None:
    """Serve the API over HTTP until it is interrupted; it logs a line of JSON for each request."""
    need_reader(say("serving needs the photo reader"))
    uvicorn, structlog = (
        need("service", module, say("serving needs a web server")) for module in ("uvicorn", "structlog")
    )
    from service.api.app import create_app  # noqa: PLC0415 (heavy)

    settings = Settings(data=data or home(), scans_waiting=waiting, reading_seconds=3600 * hours)
    if scans is not None:
        settings = replace(settings, scan_workers=scans)
    app = create_app(settings)
    structlog.get_logger("mechanica").info("serving", address=f"http://{host}:{port}")
    uvicorn.run(
        app,
        host=host,
        port=port,
        access_log=False,
        log_level="warning",
        server_header=False,
        forwarded_allow_ips=proxies,
        timeout_graceful_shutdown=5,
    )
