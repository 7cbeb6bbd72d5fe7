"""How many emails are sent to an address because somebody who is not signed in asked for one.

Whoever asks for codes to somebody else's address must neither fill that mailbox nor keep its
owner out. So emails are counted by address and network, and by address alone with more room; and a browser
in which the owner has signed in before has a count of its own, which nobody else can spend.
"""

from allauth.account.models import EmailAddress
from django.conf import settings
from django.core import signing
from django.http import HttpRequest
from django.http.response import HttpResponseBase

from leagues.access.throttle import EMAILS, EMAILS_AN_HOUR, EMAILS_TO_KNOWN_BROWSERS, MAILBOX
from leagues.models import User

COOKIE = "signed-in-here"
PATH = "/accounts/"  # public pages stay without cookies
LASTS = 365 * 24 * 3600


def remember(response: HttpResponseBase, user: User) -> None:
    """In this browser the owner of this account has signed in."""
    response.set_signed_cookie(
        COOKIE,
        str(user.pk),
        max_age=LASTS,
        path=PATH,
        secure=settings.SESSION_COOKIE_SECURE,
        httponly=True,
        samesite="Lax",
    )


def has_signed_in_here(request: HttpRequest, address: str) -> bool:
    try:
        known = request.get_signed_cookie(COOKIE, max_age=LASTS)
    except (KeyError, signing.BadSignature):
        return False
    theirs = EmailAddress.objects.filter(user=known, email__iexact=address)
    return bool(theirs.exists())


def may_be_sent(request: HttpRequest, address: str) -> bool:
    """Count an email to this address, unless there have been enough of them."""
    of = address.lower()
    if has_signed_in_here(request, of):
        return EMAILS_TO_KNOWN_BROWSERS.admits(request, of)
    limits = (EMAILS, EMAILS_AN_HOUR, MAILBOX)
    if any(each.is_spent(request, of) for each in limits):
        return False
    for each in limits:
        each.spend(request, of)
    return True
