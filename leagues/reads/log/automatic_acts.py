"""The log's words for an automatic act after a deadline has passed."""

from django.utils.translation import ngettext

AN_HOUR = 60
A_DAY = 24 * AN_HOUR


def after_silence(minutes: int) -> str:
    """Return the deadline in words, in the largest unit that gives a whole number.

    >>> after_silence(2 * A_DAY), after_silence(90)
    ('After 2 days without an answer', 'After 90 minutes without an answer')
    """
    if minutes % A_DAY == 0:
        n = minutes // A_DAY
        text = ngettext(
            "After %(n)s day without an answer", "After %(n)s days without an answer", n
        )
    elif minutes % AN_HOUR == 0:
        n = minutes // AN_HOUR
        text = ngettext(
            "After %(n)s hour without an answer", "After %(n)s hours without an answer", n
        )
    else:
        n = minutes
        text = ngettext(
            "After %(n)s minute without an answer", "After %(n)s minutes without an answer", n
        )
    return text % {"n": n}
