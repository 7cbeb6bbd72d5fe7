"""Background threads, separate from those that answer requests."""

import logging
import queue
import threading
from collections.abc import Callable

from django.db import connections

THREADS = 4
MOST_WAITING = 2000

Job = Callable[[], object]

log = logging.getLogger(__name__)
_waiting: queue.Queue[Job] = queue.Queue(MOST_WAITING)
_starting = threading.Lock()
_started: list[threading.Thread] = []


def run_in_background(job: Job) -> None:
    """Run a job once in a thread. If the queue is full it is dropped: pages show the same news."""
    _start_thread()
    try:
        _waiting.put_nowait(job)
    except queue.Full:
        log.warning("%s messages wait already: one was dropped", MOST_WAITING)


def _start_thread() -> None:
    with _starting:
        while len(_started) < THREADS:
            # A daemon, so that stopping the site never waits for a push service.
            thread = threading.Thread(target=_run_jobs, name="push", daemon=True)
            thread.start()
            _started.append(thread)


def _run_jobs() -> None:
    while True:
        job = _waiting.get()
        try:
            job()
        except Exception:
            log.exception("a message was lost")
        finally:
            connections.close_all()
            _waiting.task_done()
