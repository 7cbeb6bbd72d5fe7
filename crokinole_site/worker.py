"""The server process: gunicorn starts and watches it, uvicorn serves HTTP in it."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Awaitable, Callable
from importlib import import_module
from socket import socket
from typing import TYPE_CHECKING, cast

import django
import uvicorn
import uvloop
from gunicorn.arbiter import Arbiter
from gunicorn.workers.base import Worker

from crokinole_site.connections import Patient
from crokinole_site.report_activity import REPORTS
from leagues.access.shared_counts import SHARED_COUNTS
from leagues.live.process_counts import COUNTS

if TYPE_CHECKING:  # gunicorn imports it in the process that serves
    from crokinole_site.edge import Edge

SWITCH_INTERVAL = 0.001  # seconds that a thread of Django may keep the streams waiting
TICKS = 10  # ticks of uvicorn from one heartbeat to the next: one second


class Server(uvicorn.Server):
    """A server that ends its streams on shutdown, and finishes requests in progress."""

    def __init__(self, config: uvicorn.Config, beat: Callable[[], Awaitable[None]]) -> None:
        super().__init__(config)
        self.beat = beat

    async def on_tick(self, counter: int) -> bool:
        """Send a heartbeat to gunicorn every second.

        uvicorn's ``callback_notify`` uses the wall clock: when that was set back, no heartbeat
        came, and gunicorn aborted all workers.
        """
        if counter % TICKS == 0:
            await self.beat()
        return await super().on_tick(counter)

    async def shutdown(self, sockets: list[socket] | None = None) -> None:
        cast("Edge", self.config.app).streams.end()
        await super().shutdown(sockets)


def pre_fork(arbiter: Arbiter, worker: EdgeWorker) -> None:
    """Give each worker one SO_REUSEPORT socket; a replacement inherits the dead worker's.

    With one shared socket, the kernel wakes the same worker until it is busy: sixteen phones that
    came in a quiet moment would all be served by one. (gunicorn calls these hooks by their
    names, see ``serve``.)
    """
    taken = [each.socket_index for each in arbiter.WORKERS.values()]
    worker.socket_index = min(range(len(arbiter.LISTENERS)), key=taken.count)


def when_ready(arbiter: Arbiter) -> None:
    """Keep as many workers as sockets: no worker would accept connections of a socket left over.

    The site's code is loaded once for all of them. It opens nothing and starts no thread: that is
    left to the edge, which each worker loads itself.
    """
    for one_more_or_less in (signal.SIGTTIN, signal.SIGTTOU):
        signal.signal(one_more_or_less, signal.SIG_IGN)
    import_module("crokinole_site.wsgi")


class EdgeWorker(Worker):  # type: ignore[misc]
    socket_index: int

    def init_signals(self) -> None:
        """Leave signals to the server; gunicorn's handlers would swallow them."""
        for each in self.SIGNALS:
            signal.signal(each, signal.SIG_DFL)

    def load_wsgi(self) -> None:
        """Load the edge, which needs the models, so Django must be set up first."""
        django.setup()
        super().load_wsgi()

    def run(self) -> None:
        sys.setswitchinterval(SWITCH_INTERVAL)
        REPORTS.begin(self.socket_index)
        COUNTS.begin(self.socket_index)
        SHARED_COUNTS.begin(self.socket_index)
        server = Server(
            uvicorn.Config(
                self.wsgi,
                loop="uvloop",
                http=Patient,
                ws="none",
                lifespan="on",
                interface="asgi3",
                log_config=None,
                access_log=False,
                proxy_headers=False,  # Django decides which proxy it believes
                server_header=False,
                timeout_keep_alive=self.cfg.keepalive,
                timeout_graceful_shutdown=self.cfg.graceful_timeout,
            ),
            self.beat,
        )
        uvloop.run(server.serve([self.sockets[self.socket_index]]))
        if not server.started:
            sys.exit(Arbiter.WORKER_BOOT_ERROR)

    async def beat(self) -> None:
        """Send a heartbeat to the master; without a master, finish open requests and stop.

        A worker whose master was killed would keep its port, and the site could not start.
        """
        self.notify()
        if os.getppid() != self.ppid:
            signal.raise_signal(signal.SIGTERM)
