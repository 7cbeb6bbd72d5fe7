"""Extract and compile the catalogues of each room in Python, without the gettext tools.

Templates are read as Django's ``makemessages`` reads them: turned into calls of gettext.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping
from io import BytesIO
from pathlib import Path
from typing import IO, Any

from babel.messages.catalog import Catalog, Message
from babel.messages.extract import DEFAULT_KEYWORDS, extract, extract_python
from babel.messages.mofile import write_mo
from babel.messages.plurals import PLURALS
from babel.messages.pofile import read_po, write_po
from django.conf import settings
from django.utils.translation.template import templatize

from leagues.text_places import is_short, places_in

ROOMS: Mapping[str, tuple[str, ...]] = {
    "scoring": ("scoring",),
    "leagues": ("leagues", "templates", "crokinole_site"),
}
"""The rooms that have a catalogue, and the folders that each covers."""

# Babel gives Hungarian one plural form. It has two, as in CLDR and Django's catalogue: the noun
# after a number doesn't change, but some sentences about one thing leave out the number.
PLURALS["hu"] = (2, "(n != 1)")

MOST_COMMENTS = 3
"""The most comments kept of a text that occurs on several pages."""

KEYWORDS = {
    **DEFAULT_KEYWORDS,
    "gettext_lazy": (1,),
    "later": (1,),
    "ngettext_lazy": (1, 2),
    "pgettext_lazy": ((1, "c"), 2),
    # Rooms without gettext have texts as data: see scoring/text.py.
    "Text": (1,),
    "marked": (1,),
    "Why": (1,),
    "Count": (1, 2),
    "Unit": (1, 2),
}


def found_in(room: str) -> Catalog:
    """Extract every message in the code and templates of this room, with its places."""
    catalog = Catalog(charset="utf-8", project="Twenties")
    for place, (line, message, comments, context) in calls_in(room):
        kept = catalog.get(message if isinstance(message, str) else message[0], context)
        shown_comments = [] if kept and len(kept.auto_comments) >= MOST_COMMENTS else comments
        catalog.add(message, None, [(place, line)], (), shown_comments, context=context)
    return catalog


def calls_in(room: str) -> Iterator[tuple[str, Any]]:
    """Yield each call of gettext in this room, with its file.

    A short text without a comment gets one that describes where it is shown.
    """
    for file in files_of(room):
        method: Any = extract_python if file.suffix == ".py" else from_template
        place = file.relative_to(settings.BASE_DIR).as_posix()
        places: dict[str, str] = {}
        for text, where in places_in(file, file.read_text()):
            places.setdefault(text, where)
        with file.open("rb") as code:
            for line, message, comments, context in extract(
                method, code, KEYWORDS, ("Translators",)
            ):
                text = message if isinstance(message, str) else message[0]
                where = places.get(text, "")
                if where and not comments and is_short(text):
                    comments = [where]
                yield place, (line, message, comments, context)


def files_of(room: str) -> Iterable[Path]:
    for folder in ROOMS[room]:
        for file in sorted((settings.BASE_DIR / folder).rglob("*")):
            if file.suffix in {".py", ".html", ".txt"} and "migrations" not in file.parts:
                yield file


def from_template(
    template: IO[bytes], keywords: Any, comment_tags: Collection[str], options: Any
) -> Iterable[Any]:
    """Extract from a template; put in brackets, where Python ignores indentation."""
    calls = templatize(template.read().decode())
    code = BytesIO(f"({calls})".encode())
    return extract_python(code, keywords, comment_tags, options)


class Plain(Catalog):
    """A catalogue without author and date, so that the same texts make the same bytes."""

    @property
    def mime_headers(self) -> list[tuple[str, str]]:
        kind = ("Content-Type", "text/plain; charset=utf-8")
        return [kind, ("Plural-Forms", self.plural_forms)]


def compile_catalogue(po: Path, language: str) -> bytes:
    """Return a catalogue compiled for Django."""
    with po.open("rb") as source:
        catalog = read_po(source, locale=language)
    plain = Plain(locale=language, charset="utf-8", fuzzy=False)
    for message in catalog:
        if message.id and not message.fuzzy and is_translated(message):
            plain.add(message.id, message.string, context=message.context)
    made = BytesIO()
    write_mo(made, plain)
    return made.getvalue()


def compile_catalogues() -> None:
    """Write compiled catalogues that are missing or older than their source."""
    for room in ROOMS:
        for language in languages_of(room):
            po = po_of(room, language)
            mo = po.with_suffix(".mo")
            if not mo.exists() or mo.stat().st_mtime < po.stat().st_mtime:
                mo.write_bytes(compile_catalogue(po, language))


def is_translated(message: Message) -> bool:
    """True if every plural form has a text.

    >>> is_translated(Message(("{n} game", "{n} games"), ("{n} Spiel", "")))
    False
    """
    forms = message.string if isinstance(message.string, tuple) else (message.string,)
    return all(forms)


def missing_in(found: Catalog, room: str, language: str) -> list[tuple[str, str]]:
    """Yield the texts of a room without translation, in English, each with its first place."""
    with po_of(room, language).open("rb") as file:
        catalog = read_po(file, locale=language)
    return [
        (message.id if isinstance(message.id, str) else message.id[0], message.locations[0][0])
        for message in found
        if message.id
        and not ((kept := catalog.get(message.id, message.context)) and is_translated(kept))
    ]


HEADER = """\
# {language} texts of Twenties.
# Copyright (c) 2026, the Twenties authors. BSD-3-Clause: see LICENSE.
#"""


def write_catalogue(catalog: Catalog, po: Path) -> None:
    """Write a catalogue in its stored form: files without line numbers, no obsolete texts."""
    name_project(catalog)
    po.parent.mkdir(parents=True, exist_ok=True)
    with po.open("wb") as file:
        write_po(file, catalog, width=96, include_lineno=False, ignore_obsolete=True)


def name_project(catalog: Catalog) -> None:
    """Fill Babel's placeholders in the header; lines that a translator wrote stay."""
    language = catalog.locale.english_name if catalog.locale else ""
    if "FIRST AUTHOR" in catalog.header_comment:
        catalog.header_comment = HEADER.format(language=language)
    catalog.project, catalog.version = "Twenties", "catalogue"
    catalog.msgid_bugs_address = "see docs/translating.md"
    if "EMAIL@ADDRESS" in catalog.last_translator:
        catalog.last_translator = "the Twenties authors"
    if "LL@li.org" in catalog.language_team:
        catalog.language_team = language
    if isinstance(catalog.revision_date, str):
        catalog.revision_date = catalog.creation_date
    catalog.fuzzy = False


def po_of(room: str, language: str) -> Path:
    """Return the path of a room's catalogue in this language."""
    return _locale_folder(room) / language / "LC_MESSAGES" / "django.po"


def languages_of(room: str) -> list[str]:
    """Return the languages that a room has a catalogue of."""
    return sorted(path.parts[-3] for path in _locale_folder(room).glob("*/LC_MESSAGES/*.po"))


def _locale_folder(room: str) -> Path:
    folder: Path = settings.BASE_DIR / room / "locale"
    return folder
