"""What there is to translate, as the code of each room says it.

In Python alone, for the commands and for tests: nobody needs the gettext tools. A template
is read as Django's own ``makemessages`` reads it, turned into calls of gettext.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from io import BytesIO
from pathlib import Path
from typing import IO, Any

from babel.messages.catalog import Catalog
from babel.messages.extract import DEFAULT_KEYWORDS, extract, extract_python
from django.conf import settings
from django.utils.translation.template import templatize

ROOMS: Mapping[str, tuple[str, ...]] = {
    "scoring": ("scoring",),
    "leagues": ("leagues", "templates", "crokinole_site"),
}
"""Who has a catalogue, and the folders that it covers."""

KEYWORDS = {
    **DEFAULT_KEYWORDS,
    "gettext_lazy": (1,),
    "later": (1,),
    "ngettext_lazy": (1, 2),
    "pgettext_lazy": ((1, "c"), 2),
    # The rooms without gettext say it as data: see scoring/text.py.
    "Text": (1,),
    "marked": (1,),
    "Why": (1,),
    "Count": (1, 2),
    "Unit": (1, 2),
}


def found_in(room: str) -> Catalog:
    """Every message in the code and the templates of this room, and where it is said."""
    catalog = Catalog(charset="utf-8", project="Twenties")
    for file in files_of(room):
        method: Any = extract_python if file.suffix == ".py" else from_template
        place = file.relative_to(settings.BASE_DIR).as_posix()
        with file.open("rb") as code:
            found = list(extract(method, code, KEYWORDS, ("Translators",)))
        for line, message, comments, context in found:
            catalog.add(message, None, [(place, line)], (), comments, context=context)
    return catalog


def files_of(room: str) -> Iterable[Path]:
    for folder in ROOMS[room]:
        for file in sorted((settings.BASE_DIR / folder).rglob("*")):
            if (
                file.suffix in {".py", ".html", ".txt"}
                and "migrations" not in file.parts
            ):
                yield file


def from_template(
    template: IO[bytes], keywords: Any, comment_tags: Collection[str], options: Any
) -> Iterable[Any]:
    """In brackets, because only there Python does not mind how lines are indented."""
    calls = templatize(template.read().decode())
    code = BytesIO(f"({calls})".encode())
    return extract_python(code, keywords, comment_tags, options)


def po_of(room: str, language: str) -> Path:
    """Where the catalogue of a room stands in this language."""
    return _locale(room) / language / "LC_MESSAGES" / "django.po"


def languages(room: str) -> list[str]:
    """Those that a room has a catalogue of."""
    return sorted(path.parts[-3] for path in _locale(room).glob("*/LC_MESSAGES/*.po"))


def _locale(room: str) -> Path:
    folder: Path = settings.BASE_DIR / room / "locale"
    return folder
