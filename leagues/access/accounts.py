"""The adapter that connects django-allauth to this site."""

from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit

from allauth.account.adapter import DefaultAccountAdapter
from allauth.account.signals import email_confirmed
from django.core.mail import EmailMultiAlternatives
from django.dispatch import receiver
from django.http import HttpRequest
from django.http.response import HttpResponseBase

from leagues.access import roles
from leagues.access.addresses import address_in_answer_mail
from leagues.access.mail_html import with_html
from leagues.access.mail_limits import remember_browser
from leagues.access.networks import network_of
from leagues.models import Club, User


@dataclass(frozen=True)
class Site:
    """The site's name and domain, as allauth's email templates use them."""

    name: str
    domain: str


class Accounts(DefaultAccountAdapter):  # type: ignore[misc]
    def send_mail(self, template_prefix: str, email: str, context: dict[str, Any]) -> None:
        """Send an email with the club's name, and with links that work for others."""
        site = self.request and address_in_answer_mail(self.request)
        if home := Club.objects.home():  # the club's name instead of the host's
            context |= {"current_site": Site(home.name, site or "")}
        links = {
            name: f"{site}{urlsplit(url)._replace(scheme='', netloc='').geturl()}"
            for name, url in context.items()
            if site and name.endswith("_url")
        }
        super().send_mail(template_prefix, email, context | links)

    def render_mail(self, *args: Any, **kwargs: Any) -> EmailMultiAlternatives:
        return with_html(super().render_mail(*args, **kwargs))

    def is_open_for_signup(self, request: HttpRequest) -> bool:
        return roles.may_sign_up(request)

    def _get_login_attempts_cache_key(self, request: HttpRequest, **credentials: Any) -> str:
        """Count wrong passwords by account and network, so that an attacker elsewhere can't lock
        out
        the owner.
        """
        account = super()._get_login_attempts_cache_key(request, **credentials)
        return f"{account} from {network_of(self.get_client_ip(request))}"

    def post_login(self, request: HttpRequest, user: User, **facts: Any) -> HttpResponseBase:
        response: HttpResponseBase = super().post_login(request, user, **facts)
        remember_browser(response, user)
        return response


@receiver(email_confirmed)
def forget_the_squatters_password(
    sender: Any, request: HttpRequest, email_address: Any, **kwargs: Any
) -> None:
    """Remove the password of an account whose address is proved by a sign-in code.

    Another person may have signed up with this address before, to wait for its owner: their
    password must not open the account.
    """
    came_by = request.resolver_match and request.resolver_match.url_name
    if came_by == "account_confirm_login_code":
        email_address.user.set_unusable_password()
        email_address.user.save(update_fields=["password"])
