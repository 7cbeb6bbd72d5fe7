"""One process that serves: gunicorn starts and watches it, uvicorn serves HTTP in it."""

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

if TYPE_CHECKING:  # gunicorn loads it where it is served
    from crokinole_site.edge import Edge

SWITCH_INTERVAL = 0.001  # seconds a thread of Django may keep the streams waiting
TICKS = 10  # of uvicorn, a second together, from one sign of life to the next


class Server(uvicorn.Server):
    """Lets its streams go when it is told to stop, and finishes what is under way."""

    def __init__(self, config: uvicorn.Config, beat: Callable[[], Awaitable[None]]) -> None:
        super().__init__(config)
        self.beat = beat

    async def on_tick(self, counter: int) -> bool:
        """uvicorn's ``callback_notify`` goes by the wall clock. While that was set back no sign
        of life came, and gunicorn aborted all workers."""
        if counter % TICKS == 0:
            await self.beat()
        return await super().on_tick(counter)

    async def shutdown(self, sockets: list[socket] | None = None) -> None:
        cast("Edge", self.config.app).streams.end()
        await super().shutdown(sockets)


def pre_fork(arbiter: Arbiter, worker: EdgeWorker) -> None:
    """Give each worker a SO_REUSEPORT socket of its own; a replacement inherits the dead one's.

    With one socket for all, the kernel wakes the same worker until that is busy: sixteen phones
    that came in a quiet moment would all be served by one. (gunicorn calls these hooks by their
    names, see ``serve``.)
    """
    taken = [each.socket_index for each in arbiter.WORKERS.values()]
    worker.socket_index = min(range(len(arbiter.LISTENERS)), key=taken.count)


def when_ready(arbiter: Arbiter) -> None:
    """As many workers as sockets, always: nobody would accept from one that is left over.

    The code of the site is loaded once for all of them. It opens nothing and starts no thread:
    that is left to the edge, which each worker loads for itself.
    """
    for one_more_or_less in (signal.SIGTTIN, signal.SIGTTOU):
        signal.signal(one_more_or_less, signal.SIG_IGN)
    import_module("crokinole_site.wsgi")


class EdgeWorker(Worker):  # type: ignore[misc]
    socket_index: int

    def init_signals(self) -> None:
        """The server sets its own; gunicorn's would swallow them."""
        for each in self.SIGNALS:
            signal.signal(each, signal.SIG_DFL)

    def load_wsgi(self) -> None:
        """The edge knows the rows, which can't be had before Django is set up."""
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
        """A sign of life for the master; without a master, what is under way is finished.

        A worker whose master was killed would keep its port, and the site could not start.
        """
        self.notify()
        if os.getppid() != self.ppid:
            signal.raise_signal(signal.SIGTERM)
