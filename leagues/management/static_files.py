"""Collect static files when their sources have changed. Hashing and packing them took almost
half of the time in which a site starts.
"""

from collections.abc import Iterator
from hashlib import sha256
from importlib import metadata
from pathlib import Path

from django.conf import settings
from django.contrib.staticfiles.finders import AppDirectoriesFinder, FileSystemFinder
from django.core.management import call_command

FINGERPRINT = "fingerprint"
# What makes the served files of their sources, beside code of ours that the settings name.
LIBRARIES = ("django", "whitenoise", "lightningcss")


def collect_static() -> None:
    """Collect them, unless those that are there were made of the same."""
    kept = Path(settings.STATIC_ROOT, FINGERPRINT)
    now = fingerprint()
    if kept.is_file() and kept.read_text() == now:
        return
    # Gone until all is collected, so that whatever interrupts this is no end of it.
    kept.unlink(missing_ok=True)
    call_command("collectstatic", interactive=False, verbosity=0)
    kept.write_text(now)


def fingerprint() -> str:
    """The same for the same files, made into what is served by the same code."""
    made_of = sha256()
    for part in parts():
        made_of.update(sha256(part).digest())
    return made_of.hexdigest()


def parts() -> Iterator[bytes]:
    for library in LIBRARIES:
        yield metadata.version(library).encode()
    for module in settings.STATICFILES_CODE:
        yield module.read_bytes()
    for finder in (FileSystemFinder(), AppDirectoriesFinder()):
        for path, found in finder.list([]):
            yield path.encode()
            yield Path(found.path(path)).read_bytes()
