"""Installs Debian packages for the browser's tests, one installation at a time."""

import fcntl
import os
import shutil
import subprocess
import tempfile
from collections.abc import Callable
from pathlib import Path


def can_install() -> bool:
    return os.geteuid() == 0 and shutil.which("apt-get") is not None


def install_missing(packages: tuple[str, ...], found: Callable[[], object]) -> None:
    """Install ``packages`` with apt, unless another process did while this one waited for the lock.

    ``.ci/run`` fetches browsers while the first tests run, so both may get here at once.
    """
    with (Path(tempfile.gettempdir()) / "twenties-apt.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if found():
            return
        subprocess.run(["apt-get", "update", "-q"], check=True)
        subprocess.run(
            ["apt-get", "install", "-qy", "--no-install-recommends", *packages],
            check=True,
            env={**os.environ, "DEBIAN_FRONTEND": "noninteractive"},
        )
