"""Processes beside the server: commands of the site, and commands of its operator."""

import os
import subprocess
from collections.abc import Callable
from pathlib import Path

from django.conf import settings
from django.utils.translation import gettext as _

LONGEST = 60 * 60  # seconds; then the line counts as cut
SHOWN = 300  # characters of what a command printed last


class SiteProcess:
    """A command of the site in a process with low priority, one at a time."""

    def __init__(self, *words: str) -> None:
        self.words = words
        self.running: subprocess.Popen[bytes] | None = None

    def start_if(self, is_due: Callable[[], bool]) -> None:
        if self.running is not None and self.running.poll() is None:
            return
        self.running = None
        if is_due():
            self.running = subprocess.Popen([*settings.SITE_COMMAND, *self.words])  # noqa: S603


def run_for_operator(name: str, **paths: Path) -> str:
    """Run the command in this setting with paths as variables. Return why it failed, or ""."""
    try:
        done = subprocess.run(  # noqa: S602 - the operator's own command, never from the database
            getattr(settings, name),
            shell=True,
            env={**os.environ, **{key: str(path.resolve()) for key, path in paths.items()}},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            timeout=LONGEST,
            check=False,
        )
    except subprocess.TimeoutExpired:
        return _("%(command)s took more than an hour.") % {"command": name}
    if not done.returncode:
        return ""
    printed = done.stdout.decode(errors="replace").strip()[-SHOWN:] or str(done.returncode)
    return _("%(command)s failed: %(why)s") % {"command": name, "why": printed}
