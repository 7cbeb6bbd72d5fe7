"""Error responses of a worker without Django or the database, in the visitor's language.

The cookie and the Accept-Language header are in the request, and the club's language comes from
the news. Browsers get a page with a link home, programs get a sentence, API clients get JSON.
"""

import json

from django.template.loader import render_to_string
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from leagues.live.asgi import HttpAnswer, Scope, body_of, text_answer

TOO_LARGE = _("That is too large. Nothing was saved.")
TOO_SLOW = _("That took too long to arrive. Nothing was saved.")
NO_NEWS = _("Updates aren’t available right now. Try again in a moment.")
TOO_MANY_STREAMS = _("The site is too busy right now. Try again in a moment.")
UNREADABLE = _("The site couldn’t read what was sent. Nothing was saved.")
WHICH_HOST = _("This request needs exactly one host.")
NOTHING_HERE = _("Page not found")
BROKEN = _("This isn’t your fault. Nothing that was already saved is lost.")
TITLES = {
    400: _("We couldn’t understand this request"),
    404: NOTHING_HERE,
    500: _("Something went wrong on the site"),
}
"""Titles by status. For other statuses the sentence is the title."""
OWN_FILES_ONLY = (
    b"content-security-policy",
    b"default-src 'none'; script-src 'self'; style-src 'self'; font-src 'self'; "
    b"img-src 'self' data:; base-uri 'none'; frame-ancestors 'none'",
)


def refusal_answer(
    scope: Scope, status: int, words: Promise, *more: tuple[bytes, bytes], clubs_language: str = ""
) -> HttpAnswer:
    # Models can be imported only after Django's setup, which is after this module's import.
    from leagues.access.languages import FOR_PROGRAMS, Speaking
    from leagues.live.page_cache import language_of

    with Speaking(spoken := language_of(scope, clubs_language)):
        headers = (b"content-language", spoken.encode()), *more
        if scope["path"].startswith(FOR_PROGRAMS):
            detail = json.dumps({"detail": str(words)}).encode()
            return body_of(status, b"application/json", detail, *headers)
        if not reads_pages(scope):
            return text_answer(status, str(words), *headers)
        title = TITLES.get(status, words)
        facts = {"status": status, "title": title, "words": words}
        page = render_to_string("refused.html", facts).encode()
        return body_of(status, b"text/html", page, OWN_FILES_ONLY, *headers)


def reads_pages(scope: Scope) -> bool:
    """True for browsers: they accept text/html by name; programs, streams and fetches don't."""
    return any(k == b"accept" and b"text/html" in v for k, v in scope["headers"])
