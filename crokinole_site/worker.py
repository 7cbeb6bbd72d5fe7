"""The processes of a server: gunicorn starts and watches them, each serves HTTP."""

from __future__ import annotations

import os
import signal
import sys
from importlib import import_module
from socket import socket

import django
import uvloop
from gunicorn.arbiter import Arbiter
from gunicorn.workers.base import Worker

from crokinole_site.server import Server

ACCEPTED_AT_ONCE = 16  # connections, before the requests of others get their turn again


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


def listen_often(door: socket) -> list[socket]:
    """Return a socket several times: an event loop accepts one connection of each in its round.

    With one socket, 250 connections that came together took 250 rounds, each longer than the one
    before; the last were answered after four seconds (libuv 1.52).
    """
    return [door.dup() for _ in range(ACCEPTED_AT_ONCE)]


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
        server = Server(self.wsgi, self.socket_index, self.beat)
        uvloop.run(server.serve(listen_often(self.sockets[self.socket_index])))
        if not server.started:
            sys.exit(Arbiter.WORKER_BOOT_ERROR)

    def beat(self) -> None:
        """Send a heartbeat to the master; without a master, finish open requests and stop.

        A worker whose master was killed would keep its port, and the site could not start.
        """
        self.notify()
        if os.getppid() != self.ppid:
            signal.raise_signal(signal.SIGTERM)
