"""Start the site: update the data, print the address, serve."""

import os
import socket
import sys
from argparse import ArgumentParser
from contextlib import suppress
from importlib import import_module
from io import StringIO
from typing import Any

import segno
from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError
from django.db import DEFAULT_DB_ALIAS, connection, connections
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.recorder import MigrationRecorder
from django.utils import timezone

from leagues.access.addresses import ANY, hall_address, hall_url, in_url, is_loopback
from leagues.actions.club.texts import move_renamed_texts
from leagues.backup.earlier import refuse_too_old
from leagues.backup.make import make_backup
from leagues.backup.problem import BackupProblem
from leagues.backup.retention import BEFORE_UPDATE, remove_old_updates
from leagues.backup.rows import tables_with_rows
from leagues.demo import EMAIL
from leagues.demo.password import kept_password
from leagues.management.static_files import collect_static
from leagues.models import Club
from leagues.reads.people.stored_sums import store_all
from leagues.views.phones.parcels import judge_left

# For glibc. One arena for all threads, which take turns anyway: with one each, a worker kept 25 MB
# more that was free. Large blocks, and what is free at the end, go back to the system at once.
MALLOC = {
    "MALLOC_ARENA_MAX": "1",
    "MALLOC_MMAP_THRESHOLD_": str(64 * 1024),
    "MALLOC_TRIM_THRESHOLD_": str(1024 * 1024),
}


class Command(BaseCommand):
    help = "Run the site. HOST, PORT, DEMO and WORKERS decide how."
    requires_system_checks: list[str] = []  # `make check` runs them

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--single", action="store_true", help="serve in this process alone, without gunicorn"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        host = settings.HOST
        port = read_number("PORT", 8000)
        workers = read_number("WORKERS", 2)
        is_single = options["single"] or os.name == "nt"
        # Other systems don't distribute connections over sockets, so all workers share one.
        is_shared = is_single or sys.platform != "linux"
        sockets = open_sockets(host, port, 1 if is_shared else workers)
        if not settings.DEBUG:
            collect_static()
        refuse_earlier_database()
        self.back_up_before_migrating()
        call_command("migrate", interactive=False, verbosity=0)
        if settings.DEMO and Club.objects.home() is None:
            self.stdout.write("Building the demo club …")
            call_command("demo", stdout=self.stdout, verbosity=0)
        move_renamed_texts()
        judge_left(before=timezone.now())
        self.add_up_results()
        self.greet(host, port)
        raise_file_limit()
        if is_single:
            serve_alone(host, sockets[0])
        else:
            hand_over(host, sockets, workers)

    def back_up_before_migrating(self) -> None:
        """Back up if there are migrations to run and a club that could be lost."""
        if not (is_behind() and tables_with_rows(DEFAULT_DB_ALIAS)):
            return
        try:
            made = make_backup(kind=BEFORE_UPDATE)
        except BackupProblem as problem:
            raise CommandError(
                f"{problem}\nAn update needs a backup first: nothing was changed."
            ) from problem
        remove_old_updates()
        self.stdout.write(f"Before the update, a backup: {made}\n")

    def add_up_results(self) -> None:
        """Store the sums of past results before the site is ready.

        After an update, or the restore of an older backup, all years may have to be added up.
        """
        if (club := Club.objects.home()) is None:
            return
        for done, events in store_all(club):
            self.stdout.write(f"Adding up past results: {done} of {events} events")
            self.stdout.flush()

    def greet(self, host: str, port: int) -> None:
        scheme = "https" if settings.HTTPS else "http"
        here = "localhost" if host in ANY or is_loopback(host) else in_url(host)
        self.stdout.write(f"\n  Twenties is at  {scheme}://{here}:{port}/\n")
        if address := settings.BASE_URL or hall_url():
            self.stdout.write(f"  For phones:     {address}/\n\n")
            self.stdout.write(qr_code(f"{address}/"))
        self.speak_of_the_demo(host)
        if Club.objects.home() is None:
            self.stdout.write("\n  This site isn’t set up yet. Its one-time code:\n")
            call_command("setup_code", stdout=self.stdout)
        self.stdout.write("\n  Ctrl+C stops it; the data stays.\n")
        self.stdout.flush()

    def speak_of_the_demo(self, host: str) -> None:
        """Print how to sign in to the demo, and how to switch it off where others can see it."""
        if not (password := kept_password()):
            return
        self.stdout.write(f"  The demo:       sign in as {EMAIL} with the password {password}\n")
        if not is_loopback(host):
            self.stdout.write(
                "\n  This is the demo club, for everybody in this network to see. To begin\n"
                f"  with your club: {settings.START_COMMAND} DEMO=0 DATA_DIR=another-folder\n"
            )


def refuse_earlier_database() -> None:
    try:
        refuse_too_old(MigrationRecorder(connection).applied_migrations().keys())
    except BackupProblem as problem:
        raise CommandError(str(problem)) from problem


def is_behind() -> bool:
    """True if this release has migrations that the database has not run."""
    executor = MigrationExecutor(connection)
    return bool(executor.migration_plan(executor.loader.graph.leaf_nodes()))


def qr_code(text: str) -> str:
    drawn = StringIO()
    segno.make(text, error="l").terminal(out=drawn, compact=True)
    return drawn.getvalue()


def read_number(name: str, default: int) -> int:
    text = os.environ.get(name) or str(default)
    if not text.isdecimal() or not int(text):
        raise CommandError(f"{name} is a number, such as {default}; not {text}.")
    return int(text)


def open_sockets(host: str, port: int, sockets: int) -> list[socket.socket]:
    """Open the port before anything else, so that early requests wait instead of failing.

    There is one SO_REUSEPORT socket for each process: the system distributes connections over them.
    Another site of the same owner could share the port that way, so it is first tried without.
    """
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        socket.create_server((host, port), family=family).close()
        found = [
            socket.create_server((host, port), family=family, backlog=2048, reuse_port=sockets > 1)
            for _ in range(sockets)
        ]
    except (OSError, OverflowError) as problem:
        why = getattr(problem, "strerror", None) or "a port is 65535 at most"
        raise CommandError(
            f"{host}:{port} can't be used ({why}). "
            f"Another port: {settings.START_COMMAND} PORT={min(port + 1, 65535)}"
        ) from problem
    for each in found:
        each.set_inheritable(True)
    return found


def answered_names(host: str) -> list[str]:
    """Return the hosts this site answers to by default: those of this machine."""
    names = list(settings.ALLOWED_HOSTS)
    if host in ANY:
        machine = socket.gethostname()
        names += [machine, f"{machine}.local", hall_address() or machine]
    else:
        names.append(in_url(host))
    return list(dict.fromkeys(names))


def raise_file_limit() -> None:
    """Allow as many open files as the system does: each open page takes one."""
    with suppress(ImportError):  # Windows has no limit
        import resource

        most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))


def serve_alone(host: str, door: socket.socket) -> None:
    """Serve in this process until a signal ends it."""
    settings.ALLOWED_HOSTS = answered_names(host)
    connections.close_all()
    import_module("crokinole_site.server").serve_alone(door)


def hand_over(host: str, sockets: list[socket.socket], workers: int) -> None:
    """Replace this process by gunicorn, so that it gets signals directly."""
    os.environ["ALLOWED_HOSTS"] = ",".join(answered_names(host))
    for name, value in MALLOC.items():
        os.environ.setdefault(name, value)
    command = [
        *(sys.executable, "-m", "gunicorn"),
        *(f"--bind=fd://{each.fileno()}" for each in sockets),
        *("--config", "python:crokinole_site.worker"),
        *("--worker-class", "crokinole_site.worker.EdgeWorker"),
        *("--workers", str(workers)),
        *("--graceful-timeout", "10"),
        *("--log-level", "warning"),
        "--no-control-socket",
        "crokinole_site.edge:application",
    ]
    os.execv(sys.executable, command)  # noqa: S606
