"""Sentences with which a worker refuses by itself, in the language of whoever asked.

Neither Django nor the database is asked: the device's choice and the browser's wishes stand in
the request, and the club's language is known from the news.
"""

from __future__ import annotations

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import override

from leagues.live.asgi import HttpAnswer, Scope, sentence

TOO_LARGE = _("That is too large. Nothing was saved.")
TOO_SLOW = _("That took too long to arrive. Nothing was saved.")
NO_NEWS = _("There is no news just now. Ask again in a moment.")
UNREADABLE = _("What was sent is in no form that this site reads. Nothing was saved.")


def refused(
    scope: Scope,
    status: int,
    words: Promise,
    *more: tuple[bytes, bytes],
    clubs_language: str = "",
) -> HttpAnswer:
    # The rows behind it can be read only once Django is set up, which is after this file is.
    from leagues.live.page_cache import language

    with override(spoken := language(scope, clubs_language)):
        return sentence(
            status, str(words), (b"content-language", spoken.encode()), *more
        )
