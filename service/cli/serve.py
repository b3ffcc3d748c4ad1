"""``mechanica serve``: the service over HTTP, for browsers and other programs."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from mechanica_core.messages import say
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
    uvicorn = need("service", "uvicorn", say("serving needs a web server"))
    from service.api.app import create_app  # noqa: PLC0415 (heavy)
    from service.api.settings import Settings  # noqa: PLC0415

    uvicorn.run(
        create_app(Settings(data=data or home())),
        host=host,
        port=port,
        access_log=False,
        log_level="warning",
        server_header=False,
        forwarded_allow_ips=proxies,
        timeout_graceful_shutdown=5,
    )
