"""Reauthentication before sensitive actions, such as downloading a backup with its keys."""

import time

from allauth.account import app_settings
from allauth.account.adapter import get_adapter
from allauth.account.authentication import get_authentication_records
from allauth.account.internal.flows.reauthentication import did_recently_reauthenticate
from django.contrib import messages
from django.contrib.auth import logout
from django.http import HttpRequest, HttpResponseRedirect
from django.shortcuts import redirect
from django.urls import reverse


def sign_in_again(request: HttpRequest, *, why: str, back_to: str) -> HttpResponseRedirect | None:
    """Redirect to sign in again, with a reason. None if that was done in the last five minutes."""
    ways = get_adapter().get_reauthentication_methods(request.user)
    if ways:
        if did_recently_reauthenticate(request):
            return None
        address = ways[0]["url"]
    else:  # without a password or passkey: email codes can only sign in, not reauthenticate
        if _signed_in_just_now(request):
            return None
        logout(request)
        address = reverse("account_login")
    messages.warning(request, why)
    return redirect(f"{address}?next={reverse(back_to)}")


def _signed_in_just_now(request: HttpRequest) -> bool:
    records = get_authentication_records(request, request.user)
    since = time.time() - app_settings.REAUTHENTICATION_TIMEOUT
    return bool(records) and records[-1]["at"] > since
