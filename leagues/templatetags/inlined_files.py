"""Style sheets and scripts included in a page, so that it is painted without another request.

The file is included as it is. The page's Content-Security-Policy allows exactly that text by its
hash (``crokinole_site.middleware.Policy``).
"""

import hashlib
import re
from base64 import b64encode
from functools import cache
from pathlib import Path

from django import template
from django.conf import settings
from django.contrib.staticfiles import finders
from django.contrib.staticfiles.storage import staticfiles_storage
from django.template import Context
from django.utils.safestring import SafeString, mark_safe

register = template.Library()

BESIDE = re.compile(r"url\(([\"']?)\.\./")  # relative to a style sheet in css/


@register.simple_tag(takes_context=True)
def carried_style(context: Context, name: str) -> SafeString:
    return include_file(context, "style", name)


@register.simple_tag(takes_context=True)
def carried_script(context: Context, name: str) -> SafeString:
    return include_file(context, "script", name)


def include_file(context: Context, tag: str, name: str) -> SafeString:
    return _include(context, tag, *text_of(name))  # one of our files


def include_text(context: Context, tag: str, text: str) -> SafeString:
    """Include a text that is no file and contains no user input."""
    return _include(context, tag, text, allowed_source(text))


def _include(context: Context, tag: str, text: str, allowed: str) -> SafeString:
    vars(context["request"]).setdefault("carried", {})[f"{tag}-src"] = [allowed]
    return mark_safe(f"<{tag}>{text}</{tag}>")  # noqa: S308 - as its callers say


def text_of(name: str) -> tuple[str, str]:
    """Return the text of a file and its hash for the policy; for developers the current one."""
    return read_with_hash(name) if settings.DEBUG else kept(name)


def read_with_hash(name: str) -> tuple[str, str]:
    text = BESIDE.sub(rf"url(\1{settings.STATIC_URL}", file_of(name).read_text())
    return text, allowed_source(text)


def allowed_source(text: str) -> str:
    digest = hashlib.sha256(text.encode()).digest()
    return f"'sha256-{b64encode(digest).decode()}'"


kept = cache(read_with_hash)


def file_of(name: str) -> Path:
    """Return the collected file if names are hashed: its references have the hashed names."""
    if stored_name := getattr(staticfiles_storage, "stored_name", None):
        return Path(staticfiles_storage.path(stored_name(name)))
    return Path(str(finders.find(name)))
