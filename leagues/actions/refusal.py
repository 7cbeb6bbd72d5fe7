"""Exceptions for refused acts, with a sentence for the user."""

from django.utils.functional import Promise
from django.utils.translation import gettext as _

from leagues.models import Action


class Refused(Exception):
    """An act was refused and changed nothing. The message is a sentence for the user.

    ``field`` is the form field at fault, if any. ``built_upon`` is the line of a later act that
    must be undone first; ``log.undo`` then writes the sentence.
    """

    def __init__(
        self, sentence: str | Promise, *, field: str | None = None, built_upon: Action | None = None
    ) -> None:
        super().__init__(sentence)
        self.field = field
        self.built_upon = built_upon


class Stale(Refused):
    """The data has changed since the user's form was shown."""

    def __init__(self, sentence: str | Promise = "") -> None:
        super().__init__(
            sentence
            or _(
                "Something has changed since you opened this page. Nothing was saved. Check the page and try again."
            )
        )


def refuse_stale(seen: str, now: str, sentence: str | Promise = "") -> None:
    """Raise ``Stale`` if the mark that the user saw isn't the current one.

    So two organisers at two laptops don't overwrite each other's unseen changes.
    """
    if seen != now:
        raise Stale(sentence)
