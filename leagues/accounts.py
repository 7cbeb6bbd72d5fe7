"""What the sign-in library has to know about this site."""

from __future__ import annotations

from typing import Any

from allauth.account.adapter import DefaultAccountAdapter
from allauth.account.signals import email_confirmed
from django.dispatch import receiver
from django.http import HttpRequest

from leagues import access


class Accounts(DefaultAccountAdapter):  # type: ignore[misc]
    def is_open_for_signup(self, request: HttpRequest) -> bool:
        return access.may_sign_up(request)


@receiver(email_confirmed)
def forget_the_squatters_password(
    sender: Any, request: HttpRequest, email_address: Any, **kwargs: Any
) -> None:
    """Who signs in by a code proves an address that somebody else may have signed up
    with, to wait for its owner. What that somebody chose as a password opens nothing."""
    came_by = request.resolver_match and request.resolver_match.url_name
    if came_by == "account_confirm_login_code":
        email_address.user.set_unusable_password()
        email_address.user.save(update_fields=["password"])
