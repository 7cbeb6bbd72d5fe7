"""Limits on emails that visitors who aren't signed in can request for an address.

A visitor who requests codes for another person's address must neither flood that mailbox nor
lock out its owner. So emails are counted by address and network, and with a higher limit by
address alone. A browser in which the owner has signed in before has a separate count.
"""

from allauth.account.models import EmailAddress
from django.conf import settings
from django.core import signing
from django.http import HttpRequest
from django.http.response import HttpResponseBase

from leagues.access.throttle import EMAILS, EMAILS_AN_HOUR, EMAILS_TO_KNOWN_BROWSERS, MAILBOX
from leagues.models import User

COOKIE = "signed-in-here"
PATH = "/accounts/"  # so that public pages are requested without the cookie
LASTS = 365 * 24 * 3600


def remember_browser(response: HttpResponseBase, user: User) -> None:
    """Note in a cookie that the owner of this account has signed in with this browser."""
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
    """Count an email to this address. False if a limit is reached."""
    of = address.lower()
    if has_signed_in_here(request, of):
        return EMAILS_TO_KNOWN_BROWSERS.admits(request, of)
    limits = (EMAILS, EMAILS_AN_HOUR, MAILBOX)
    if any(each.is_spent(request, of) for each in limits):
        return False
    for each in limits:
        each.spend(request, of)
    return True
