"""Static files as browsers get them: style sheets flattened, scripts with their imports."""

import os
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from django.conf import settings
from django.contrib.staticfiles.finders import FileSystemFinder
from django.core.files.storage import FileSystemStorage

from crokinole_site.scripts import join_modules
from crokinole_site.styles import flatten_sheet

WAYS: dict[str, Callable[[Path], str]] = {"css": flatten_sheet, "js": join_modules}
"""How a file is made, by its folder. Files of others are used as they are."""


class JoinedFiles(FileSystemFinder):
    """Finds our static files, style sheets and scripts in one piece each.

    They are made whenever they are looked up: once when the site starts, and for developers at each
    request.
    """

    def list(self, ignore_patterns: Any) -> Iterator[tuple[str, FileSystemStorage]]:
        made = FileSystemStorage(location=settings.JOINED_FILES)
        for path, storage in super().list(ignore_patterns):
            if is_made(path):
                make_file(storage.path(path), path)
                yield path, made
            else:
                yield path, storage

    def find(self, path: str, find_all: bool = False, **kwargs: Any) -> Any:
        found = super().find(path, find_all, **kwargs)  # type: ignore[call-overload]
        if not is_made(path) or not found:
            return found
        made = make_file(found[0] if find_all else found, path)
        return [made] if find_all else made


def is_made(path: str) -> bool:
    return Path(path).parts[0] in WAYS


def make_file(source: str, path: str) -> str:
    """Write the joined file beside its place and move it there, so that it is never read half
    written.
    """
    to = Path(settings.JOINED_FILES, path)
    to.parent.mkdir(parents=True, exist_ok=True)
    half = to.with_suffix(f".{os.getpid()}-{threading.get_ident()}")
    half.write_text(WAYS[Path(path).parts[0]](Path(source)))
    half.replace(to)
    return str(to)
