"""Why an act was not done, in a sentence for whoever tried."""

from django.utils.functional import Promise
from django.utils.translation import gettext as _

from leagues.models import Action


class Refused(Exception):
    """Nothing was done; the sentence says why, and ``field`` which field of a form is at fault.

    ``built_upon`` is the line of another act that stands upon what was to be undone; the log
    says it in the sentence's place.
    """

    def __init__(
        self, sentence: str | Promise, *, field: str | None = None, built_upon: Action | None = None
    ) -> None:
        super().__init__(sentence)
        self.field = field
        self.built_upon = built_upon


class Stale(Refused):
    """What was to be changed is no longer as it was when the form was shown."""

    def __init__(self, sentence: str | Promise = "") -> None:
        super().__init__(
            sentence
            or _(
                "Something has changed since you opened this page. Nothing was saved. Check the page and try again."
            )
        )


def refuse_stale(seen: str, now: str, sentence: str | Promise = "") -> None:
    """Two organisers at two laptops: nobody overwrites what they have not seen."""
    if seen != now:
        raise Stale(sentence)
