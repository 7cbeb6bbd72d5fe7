"""A running site of its own, started the way `make run` starts it."""

from __future__ import annotations

import os
import re
import signal
import socket
import subprocess
import sys
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
    return port


@dataclass
class Site:
    """A served site, and what it said in the terminal while it started."""

    url: str
    data_dir: Path
    process: subprocess.Popen[str]
    said: list[str] = field(default_factory=list)

    @property
    def greeting(self) -> str:
        return "".join(self.said)

    def greeted(self, pattern: str) -> str:
        """What the terminal says at this place, such as the demo's password."""
        found = re.search(pattern, self.greeting)
        assert found, f"the terminal did not say {pattern!r}:\n{self.greeting}"
        return found.group(1)

    def stop(self, how: signal.Signals = signal.SIGTERM) -> None:
        if self.process.poll() is None:
            os.killpg(self.process.pid, how)
            self.process.wait(timeout=20)


def start(data_dir: Path, *, demo: bool, **more: str) -> Site:
    port = int(more.pop("PORT", 0)) or free_port()
    environment = {
        **os.environ,
        "DATA_DIR": str(data_dir),
        "HOST": "127.0.0.1",
        "PORT": str(port),
        "DEMO": "1" if demo else "0",
        "HTTPS": "0",
        "WORKERS": "1",
        **more,
    }
    # The tests' own DATABASE_URL is not the site's: each site has a database to itself.
    environment.pop("DATABASE_URL", None)
    process = subprocess.Popen(
        [sys.executable, str(ROOT / "manage.py"), "serve"],
        cwd=ROOT,
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        start_new_session=True,
    )
    site = Site(f"http://localhost:{port}", data_dir, process)
    assert process.stdout is not None
    for line in process.stdout:
        site.said.append(line)
        if "Ctrl+C stops it" in line:
            break
    else:
        raise AssertionError(f"the site did not start:\n{site.greeting}")
    wait_until_it_answers(site)
    return site


def wait_until_it_answers(site: Site) -> None:
    """The greeting comes just before gunicorn listens, so the first calls may be refused."""
    for _ in range(2000):
        try:
            with urllib.request.urlopen(f"{site.url}/healthz", timeout=20) as answer:
                assert answer.status == 200
                return
        except ConnectionError:
            assert site.process.poll() is None, "the site stopped at once"
        except urllib.error.URLError as problem:
            if not isinstance(problem.reason, ConnectionError):
                raise
    raise AssertionError("the site did not answer")


@contextmanager
def running(data_dir: Path, *, demo: bool, **more: str) -> Iterator[Site]:
    site = start(data_dir, demo=demo, **more)
    try:
        yield site
    finally:
        site.stop()
