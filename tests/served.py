"""A separate running site, started as ``make run`` starts it."""

import fcntl
import json
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import threading
import urllib.request
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

TERMINAL_FILE = "said-once"  # the link of one of the demo's players
FIRST_START = "first-start.json"
ROOT = Path(__file__).resolve().parents[1]
PATIENCE = 120  # seconds; a busy machine is slow, which proves nothing


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
    return port


@dataclass
class Site:
    """A served site, and its output in the terminal."""

    url: str
    data_dir: Path
    process: subprocess.Popen[str]
    output: list[str] = field(default_factory=list)
    session: list[tuple[str, str]] = field(default_factory=list)
    """Cookies of the organiser, once a test has signed them in (steps.sign_in_once)."""
    greeted: threading.Event = field(default_factory=threading.Event)
    heard: threading.Condition = field(default_factory=threading.Condition)

    def __post_init__(self) -> None:
        self.listener = threading.Thread(target=self.listen, daemon=True)
        self.listener.start()

    def listen(self) -> None:
        assert self.process.stdout is not None
        with self.process.stdout as terminal:
            for line in terminal:
                with self.heard:
                    self.output.append(line)
                    self.heard.notify_all()
                if "Ctrl+C stops it" in line:
                    self.greeted.set()
        self.greeted.set()

    @property
    def terminal(self) -> str:
        return "".join(self.output)

    def find_in_terminal(self, pattern: str) -> str:
        """Find a pattern's group in the terminal's output, such as the demo's password."""
        found = re.search(pattern, self.terminal)
        assert found, f"the terminal did not say {pattern!r}:\n{self.terminal}"
        return found.group(1)

    def receives(self, pattern: str) -> str:
        """Wait for a line of output with this pattern, such as a mailed code; returns its group."""

        def latest() -> str | None:
            found = re.findall(pattern, self.terminal, re.MULTILINE)
            return found[-1] if found else None

        with self.heard:
            text = self.heard.wait_for(latest, timeout=20)
        assert text, f"the terminal did not say {pattern!r}:\n{self.terminal}"
        return text

    def stop(self, how: signal.Signals = signal.SIGTERM) -> None:
        if self.process.poll() is None:
            os.killpg(self.process.pid, how)
            self.process.wait(timeout=20)
        self.listener.join(timeout=20)


def start_site(data_dir: Path, *, demo: bool, **more: str) -> Site:
    """Start a site and wait until it is ready."""
    port = int(more.pop("PORT", 0)) or free_port()
    environment = {
        **os.environ,
        "DATA_DIR": str(data_dir),
        "HOST": "127.0.0.1",
        "PORT": str(port),
        # Said outright, because only this machine reaches it.
        "BASE_URL": f"http://localhost:{port}",
        "DEMO": "1" if demo else "0",
        "HTTPS": "0",
        "WORKERS": "1",
        **more,
    }
    # The tests' own DATABASE_URL is not the site's: each site has a database to itself.
    if "DATABASE_URL" not in more:
        environment.pop("DATABASE_URL", None)
    return start_with(environment)


SERVE = (sys.executable, str(ROOT / "manage.py"), "serve")


def start_with(
    environment: Mapping[str, str], command: Sequence[str] = SERVE, folder: Path = ROOT
) -> Site:
    """Start a site with only these environment variables, among them ``DATA_DIR`` and ``PORT``."""
    port, data_dir = environment["PORT"], Path(environment["DATA_DIR"])
    process = subprocess.Popen(
        command,
        cwd=folder,
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        start_new_session=True,
        umask=0o022,  # as accounts on a server have it
    )
    terminal_file = data_dir / TERMINAL_FILE
    before = terminal_file.read_text().splitlines(keepends=True) if terminal_file.exists() else []
    site = Site(f"http://localhost:{port}", data_dir, process, before)
    assert site.greeted.wait(PATIENCE), "the site did not start in two minutes"
    assert process.poll() is None, f"the site did not start:\n{site.terminal}"
    return site


@contextmanager
def while_stopped(site: Site) -> Iterator[None]:
    """Stop the site for a while, and start it again at its address with its data."""
    site.stop()
    try:
        yield
    finally:
        port = site.url.rpartition(":")[2]
        again = start_site(site.data_dir, demo=True, PORT=port)
        vars(site).update(vars(again) | {"session": site.session})
        # It listens before it can answer, and a page that asks gives up meanwhile.
        urllib.request.urlopen(f"{site.url}/accounts/login/").close()


def begin_again(site: Site, club: Path) -> None:
    """Restart the site at its address, with the data of the first day."""
    site.stop()
    shutil.rmtree(site.data_dir)
    copy_of(club, site.data_dir)
    start_again(site)


def start_again(site: Site, **more: str) -> None:
    """Start a stopped site again at its address."""
    port = site.url.rpartition(":")[2]
    again = start_site(site.data_dir, demo=True, PORT=port, **more)
    vars(site).update(vars(again))


def first_start(kept: Path, *, demo: bool) -> Path:
    """The data folder after a first start, built once and copied by the tests that need it.

    Its output and its front page are saved beside it (``first_start_of``).
    """
    kept.mkdir(exist_ok=True)
    built = kept / "built"
    with (kept / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not built.exists():
            with run_site(kept / "building", demo=demo) as site:
                first_page = {
                    "url": site.url,
                    "terminal": site.terminal,
                    "page": get_page(site.url),
                }
            (kept / FIRST_START).write_text(json.dumps(first_page))
            if demo:
                link = site.find_in_terminal("(.* plays; their own page: .*)")
                (site.data_dir / TERMINAL_FILE).write_text(f"{link}\n")
            site.data_dir.rename(built)
    return built


@dataclass(frozen=True)
class FirstStart:
    """The output of a site's first start, and its front page."""

    url: str
    terminal: str
    page: str


def first_start_of(built: Path) -> FirstStart:
    return FirstStart(**json.loads((built.parent / FIRST_START).read_text()))


def get_page(url: str | urllib.request.Request) -> str:
    with urllib.request.urlopen(url, timeout=PATIENCE) as answer:
        page: bytes = answer.read()
    return page.decode()


def copy_of(club: Path, data_dir: Path) -> Path:
    shutil.copytree(club, data_dir, dirs_exist_ok=True)
    return data_dir


@contextmanager
def run_site(data_dir: Path, *, demo: bool, **more: str) -> Iterator[Site]:
    site = start_site(data_dir, demo=demo, **more)
    try:
        yield site
    finally:
        site.stop()
