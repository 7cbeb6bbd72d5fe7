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

BESIDE = re.compile(r"url\(([\"']?)\.\./")  # in a style sheet, which lies in css/


@register.simple_tag(takes_context=True)
def carried_style(context: Context, name: str) -> SafeString:
    return carried(context, "style", name)


@register.simple_tag(takes_context=True)
def carried_script(context: Context, name: str) -> SafeString:
    return carried(context, "script", name)


def carried(context: Context, tag: str, name: str) -> SafeString:
    return _stand(context, tag, *text_of(name))  # a file of ours


def carry(context: Context, tag: str, text: str) -> SafeString:
    """What is no file, and was made of nothing that anybody typed."""
    return _stand(context, tag, text, allowed(text))


def _stand(context: Context, tag: str, text: str, allowed: str) -> SafeString:
    vars(context["request"]).setdefault("carried", {})[f"{tag}-src"] = [allowed]
    return mark_safe(f"<{tag}>{text}</{tag}>")  # noqa: S308 - as its callers say


def text_of(name: str) -> tuple[str, str]:
    """What is carried, and how a policy names it. Developers get it as it is now."""
    return read(name) if settings.DEBUG else kept(name)


def read(name: str) -> tuple[str, str]:
    text = BESIDE.sub(rf"url(\1{settings.STATIC_URL}", file_of(name).read_text())
    return text, allowed(text)


def allowed(text: str) -> str:
    digest = hashlib.sha256(text.encode()).digest()
    return f"'sha256-{b64encode(digest).decode()}'"


kept = cache(read)


def file_of(name: str) -> Path:
    """Where names change with what is in a file, what a sheet asks for has its name there."""
    if stored_name := getattr(staticfiles_storage, "stored_name", None):
        return Path(staticfiles_storage.path(stored_name(name)))
    return Path(str(finders.find(name)))
