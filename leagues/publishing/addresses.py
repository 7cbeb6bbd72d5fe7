"""Which addresses are published, and the file of each."""

import re
from typing import NamedTuple
from urllib.parse import parse_qsl, quote, unquote, urlencode

from django.conf import settings

from leagues.live.page_cache import questions_of

PROGRAMS = ("/api/", "/embed/")
"""Cached addresses that are not for readers of a copy."""
WITHOUT_LANGUAGE = ("/club/pictures/", "/club/icon-", "/club/colour-")
NOT_PUBLISHED = {"fragment", "find"}
"""Query parameters of scripts and forms."""
NEED_AN_ADDRESS = ("/news.atom", "/sitemap.xml", "/robots.txt", ".ics", "/picture.png")
"""Files that contain absolute links, or are only read through one."""
SAFE = re.compile(r"\w[\w.-]{0,59}", re.ASCII)
SAFE_NAME = re.compile(r"(?!\.)[^/\\\x00-\x1f:*?\"<>|]{1,200}")
"""A part of a path that every file system accepts and that leads to no other folder."""


class PageAddress(NamedTuple):
    """A published address. ``language`` is empty for files that are the same in all."""

    path: str
    query: str = ""
    language: str = ""


def static_path() -> str:
    return f"/{settings.STATIC_URL.strip('/')}/"


def read_address(path: str, query: str, language: str) -> PageAddress | None:
    """Return the published address that a link leads to. None if it isn't published."""
    path = unquote(path)
    if not all(SAFE_NAME.fullmatch(part) for part in path.strip("/").split("/") if part):
        return None
    if path.startswith(static_path()):
        return PageAddress(path)
    questions = None if path.startswith(PROGRAMS) else questions_of(path)
    if questions is None or (path.endswith(NEED_AN_ADDRESS) and not settings.PUBLISH_URL):
        return None
    asked = dict(parse_qsl(query, keep_blank_values=True))
    if asked.keys() & NOT_PUBLISHED:
        return None
    known = sorted((name, text) for name, text in asked.items() if name in questions)
    if path.startswith(WITHOUT_LANGUAGE):
        language = ""
    return PageAddress(path, urlencode(known), language)


def file_of(address: PageAddress, home_language: str) -> str:
    """Return the path of the file, relative to the folder.

    ``?round=2`` becomes the folder ``round=2``: no slug contains ``=``, so no page has that path.
    """
    *folders, name = address.path.lstrip("/").split("/")
    if address.language not in {"", home_language}:
        folders.insert(0, address.language)
    folders += [f"{key}={safe(text)}" for key, text in parse_qsl(address.query, True)]
    return "/".join([*folders, name or "index.html"])


def safe(text: str) -> str:
    return text if SAFE.fullmatch(text) else f"~{text.encode().hex()}"


def link_to(file: str) -> str:
    """Return a file's path as it is written in a link."""
    return quote(file, safe="/=~")


def public_url(file: str) -> str:
    """Return the absolute URL of a file, without the name that web servers add."""
    return f"{settings.PUBLISH_URL}/{link_to(file).removesuffix('index.html')}"
