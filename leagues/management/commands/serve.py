"""Start the site: bring the data up to date, say where to go, hand over to gunicorn."""

from __future__ import annotations

import os
import resource
import socket
import sys
from io import StringIO
from typing import Any

import segno
from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from leagues.models import Club
from leagues.views.play.left import judge_left

ANY = {"0.0.0.0", "::"}  # noqa: S104


class Command(BaseCommand):
    help = "Run the site with gunicorn. HOST, PORT, DEMO and WORKERS decide how."

    def handle(self, *args: Any, **options: Any) -> None:
        host = os.environ.get("HOST") or "127.0.0.1"
        port = number("PORT", 8000)
        workers = number("WORKERS", 2)
        # Elsewhere the system has nothing to share out by, and all take what comes to one.
        doors = listen(host, port, workers if sys.platform == "linux" else 1)
        if not settings.DEBUG:
            call_command("collectstatic", interactive=False, verbosity=0)
        call_command("migrate", interactive=False, verbosity=0)
        if os.environ.get("DEMO", "1") != "0" and Club.objects.home() is None:
            self.stdout.write("Building the demo club …")
            call_command("demo", stdout=self.stdout)
        judge_left(before=timezone.now())
        self.greet(host, port)
        hand_over(host, doors, workers)

    def greet(self, host: str, port: int) -> None:
        scheme = "https" if settings.HTTPS else "http"
        here = "localhost" if host in ANY | {"127.0.0.1", "::1"} else host
        self.stdout.write(f"\n  Twenties is at  {scheme}://{here}:{port}/\n")
        if host in ANY and (address := hall_address()):
            hall = f"{scheme}://{address}:{port}/"
            self.stdout.write(f"  In the hall:    {hall}\n\n")
            self.stdout.write(qr_code(hall))
        if Club.objects.home() is None:
            self.stdout.write(
                "\n  Nobody has set up this site yet. Its one-time code:\n"
            )
            call_command("setup_code", stdout=self.stdout)
        self.stdout.write("\n  Ctrl+C stops it; the data stays.\n")
        self.stdout.flush()


def qr_code(text: str) -> str:
    drawn = StringIO()
    segno.make(text, error="l").terminal(out=drawn, compact=True)
    return drawn.getvalue()


def number(name: str, default: int) -> int:
    said = os.environ.get(name) or str(default)
    if not said.isdecimal() or not int(said):
        raise CommandError(f"{name} is a number, such as {default}; not {said}.")
    return int(said)


def listen(host: str, port: int, doors: int) -> list[socket.socket]:
    """Take the port before anything else, so that whoever calls early only waits.

    Each process gets a door of its own, among which the system shares out who comes. Doors
    can be shared with another site of the same owner, so one that can't be is tried first.
    """
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        socket.create_server((host, port), family=family).close()
        found = [
            socket.create_server(
                (host, port), family=family, backlog=2048, reuse_port=True
            )
            for _ in range(doors)
        ]
    except (OSError, OverflowError) as problem:
        why = getattr(problem, "strerror", None) or "a port is 65535 at most"
        raise CommandError(
            f"{host}:{port} can't be used ({why}). "
            f"Another port: make run PORT={min(port + 1, 65535)}"
        ) from problem
    for each in found:
        each.set_inheritable(True)
    return found


def hall_address() -> str | None:
    """This machine's address as phones in the same network see it.

    Connecting a datagram socket sends nothing; it only asks which address would be used.
    """
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asking:
        try:
            asking.connect(("192.0.2.1", 9))
        except OSError:
            return None
        address: str = asking.getsockname()[0]
    return None if address.startswith("127.") else address


def answered_names(host: str) -> list[str]:
    """The names this site answers to when nobody has said: this machine's own."""
    names = list(settings.ALLOWED_HOSTS)
    if host in ANY:
        machine = socket.gethostname()
        names += [machine, f"{machine}.local", hall_address() or machine]
    else:
        names.append(host)
    return list(dict.fromkeys(names))


def hand_over(host: str, doors: list[socket.socket], workers: int) -> None:
    """Become gunicorn, so that signals reach it and nothing stands in between."""
    os.environ["ALLOWED_HOSTS"] = ",".join(answered_names(host))
    # Each open page is a file to the system, whose usual limit is 1,024.
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    command = [
        *(sys.executable, "-m", "gunicorn"),
        *(f"--bind=fd://{each.fileno()}" for each in doors),
        *("--config", "python:crokinole_site.worker"),
        *("--worker-class", "crokinole_site.worker.EdgeWorker"),
        *("--workers", str(workers)),
        *("--keep-alive", "65"),
        *("--graceful-timeout", "10"),
        *("--log-level", "warning"),
        "--no-control-socket",
        "crokinole_site.edge:application",
    ]
    os.execv(sys.executable, command)  # noqa: S606
