"""Collect static files if their sources have changed.

Hashing and compressing them took almost half of the site's start.
"""

from collections.abc import Iterator
from hashlib import sha256
from importlib import metadata
from pathlib import Path

from django.conf import settings
from django.contrib.staticfiles.finders import AppDirectoriesFinder, FileSystemFinder
from django.core.management import call_command

FINGERPRINT = "fingerprint"
# Libraries that transform the static files, in addition to the code in ``STATICFILES_CODE``.
LIBRARIES = ("django", "whitenoise", "lightningcss")


def collect_static() -> None:
    """Collect the files, unless the existing ones were made from the same sources."""
    kept = Path(settings.STATIC_ROOT, FINGERPRINT)
    now = sources_hash()
    if kept.is_file() and kept.read_text() == now:
        return
    # Removed until everything is collected, so that an interrupted run is repeated.
    kept.unlink(missing_ok=True)
    call_command("collectstatic", interactive=False, verbosity=0)
    kept.write_text(now)


def sources_hash() -> str:
    """Return a hash of the source files and of the code that transforms them."""
    made_of = sha256()
    for part in hashed_parts():
        made_of.update(sha256(part).digest())
    return made_of.hexdigest()


def hashed_parts() -> Iterator[bytes]:
    for library in LIBRARIES:
        yield metadata.version(library).encode()
    for module in settings.STATICFILES_CODE:
        yield module.read_bytes()
    for finder in (FileSystemFinder(), AppDirectoriesFinder()):
        for path, found in finder.list([]):
            yield path.encode()
            yield Path(found.path(path)).read_bytes()
