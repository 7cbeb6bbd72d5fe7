"""uvicorn as this site uses it: in each worker of gunicorn, or alone where there is no gunicorn."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Callable
from contextlib import suppress
from importlib import import_module
from socket import socket
from typing import TYPE_CHECKING

import uvicorn

from crokinole_site.connections import Patient
from crokinole_site.garbage import Garbage
from crokinole_site.report_activity import REPORTS
from leagues.access.shared_counts import SHARED_COUNTS
from leagues.live.process_counts import COUNTS

if TYPE_CHECKING:  # it is imported in the process that serves
    from crokinole_site.edge import Edge

SWITCH_INTERVAL = 0.001  # seconds that a thread of Django may keep the streams waiting
TICKS = 10  # ticks of uvicorn from one heartbeat to the next: one second
KEEP_ALIVE = 65  # seconds that a connection may rest between two requests
GRACE = 10  # seconds for requests in progress when the server stops


class Server(uvicorn.Server):
    """A server that ends its streams on shutdown, and finishes requests in progress."""

    def __init__(self, edge: Edge, process: int, beat: Callable[[], None]) -> None:
        """``process`` is its number among the processes that share memory."""
        super().__init__(
            uvicorn.Config(
                edge,
                loop="none",
                http=Patient,
                ws="none",
                lifespan="on",
                interface="asgi3",
                log_config=None,
                access_log=False,
                proxy_headers=False,  # Django decides which proxy it believes
                server_header=False,
                timeout_keep_alive=KEEP_ALIVE,
                timeout_graceful_shutdown=GRACE,
            )
        )
        self.edge, self.process, self.beat, self.garbage = edge, process, beat, Garbage()

    async def startup(self, sockets: list[socket] | None = None) -> None:
        sys.setswitchinterval(SWITCH_INTERVAL)
        for shared in (REPORTS, COUNTS, SHARED_COUNTS):
            shared.begin(self.process)
        await super().startup(sockets)

    async def on_tick(self, counter: int) -> bool:
        """Look for garbage and send a heartbeat every second.

        uvicorn's ``callback_notify`` uses the wall clock: when that was set back, no heartbeat
        came, and gunicorn aborted all workers.
        """
        if counter % TICKS == 0:
            self.garbage.look(self.edge.django.requests)
            self.beat()
        return await super().on_tick(counter)

    async def shutdown(self, sockets: list[socket] | None = None) -> None:
        self.edge.streams.end()
        await super().shutdown(sockets)


def serve_alone(door: socket) -> None:
    """Serve in this process until a signal ends it."""
    edge: Edge = import_module("crokinole_site.edge").application
    with suppress(KeyboardInterrupt):
        asyncio.run(Server(edge, 0, lambda: None).serve([door]))
