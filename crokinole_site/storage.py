"""Static files under names that change with their content."""

import os
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from django.conf import settings
from django.contrib.staticfiles.finders import FileSystemFinder
from django.contrib.staticfiles.storage import HashedFilesMixin
from django.core.files.storage import FileSystemStorage
from whitenoise.storage import CompressedManifestStaticFilesStorage

from crokinole_site.styles import flatten_sheet


class HashedFiles(CompressedManifestStaticFilesStorage):  # type: ignore[misc]
    """Hash our scripts' imports of each other too, so that none is ever stale."""

    support_js_module_import_aggregation = True
    _js_module_import_aggregation_patterns = (
        "js/*.js",  # third-party scripts are used as they are
        HashedFilesMixin._js_module_import_aggregation_patterns[1],  # type: ignore[attr-defined]
    )


class FlatStyles(FileSystemFinder):
    """Finds our static files, style sheets in their flattened form.

    They are made whenever they are looked up: once when the site starts, and for developers at each
    request.
    """

    def list(self, ignore_patterns: Any) -> Iterator[tuple[str, FileSystemStorage]]:
        made = FileSystemStorage(location=settings.FLAT_STYLES)
        for path, storage in super().list(ignore_patterns):
            if is_style(path):
                make_sheet(storage.path(path), path)
                yield path, made
            else:
                yield path, storage

    def find(self, path: str, find_all: bool = False, **kwargs: Any) -> Any:
        found = super().find(path, find_all, **kwargs)  # type: ignore[call-overload]
        if not is_style(path) or not found:
            return found
        sheet = make_sheet(found[0] if find_all else found, path)
        return [sheet] if find_all else sheet


def is_style(path: str) -> bool:
    return path.startswith("css/")


def make_sheet(source: str, path: str) -> str:
    """Write the flat sheet beside its place and move it there, so that it is never read half
    written.
    """
    to = Path(settings.FLAT_STYLES, path)
    to.parent.mkdir(parents=True, exist_ok=True)
    half = to.with_suffix(f".{os.getpid()}-{threading.get_ident()}")
    half.write_text(flatten_sheet(Path(source)))
    half.replace(to)
    return str(to)
