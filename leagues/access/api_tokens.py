"""API tokens: other programs may write what the scope of their token allows.

Cookies give no rights here, so no CSRF protection is needed.
"""

from collections.abc import Collection
from datetime import timedelta
from typing import NoReturn

from django.http import HttpRequest
from django.utils import timezone
from django.utils.translation import gettext as _

from leagues.access.roles import Who
from leagues.access.throttle import API_WRITES, WRONG_TOKENS
from leagues.models import ApiToken

PROGRAM = "program"
"""The ``way`` of reports sent by a program."""
UNUSED = timedelta(minutes=10)


class TokenRefused(Exception):
    """A refused token, with the reason and the HTTP status."""

    def __init__(self, status: int, why: str) -> None:
        super().__init__(why)
        self.status, self.why = status, why


def token_of(request: HttpRequest, scope: str) -> ApiToken:
    """Return the token in the request.

    Raises ``TokenRefused`` if it is wrong or lacks ``scope``.
    """
    secret = secret_in(request.headers.get("Authorization", ""))
    if secret is None:
        raise TokenRefused(
            401, _("This address needs a token. Send the header Authorization: Bearer …")
        )
    token = ApiToken.objects.for_token(secret)
    if token is None:
        _refuse_wrong(request)
    if not getattr(token, scope):
        raise TokenRefused(403, _("This token isn’t allowed to do that."))
    if not API_WRITES.admits(request, of=str(token.pk)):
        raise TokenRefused(429, _("Too many requests. Wait a minute."))
    _note_use(token)
    return token


def secret_in(authorization: str) -> str | None:
    """Return the token of an Authorization header. None unless it is a bearer token."""
    kind, _space, secret = authorization.partition(" ")
    return secret.strip() if kind.lower() == "bearer" else None


def tokens_with_scope(hashes: Collection[str], scope: str) -> set[str]:
    """Return those of the hashes whose tokens still have this scope. Used for open streams."""
    found = ApiToken.objects.open().filter(token_hash__in=hashes, **{scope: True})
    return set(found.values_list("token_hash", flat=True))


def program_of(token: ApiToken) -> Who:
    """Return the program behind a token as the author of its actions."""
    return Who(token=token)


def _refuse_wrong(request: HttpRequest) -> NoReturn:
    """Refuse a wrong token.

    Only wrong ones are counted, so that valid tokens are never shut out.
    """
    if not WRONG_TOKENS.admits(request):
        raise TokenRefused(429, _("Too many wrong tokens. Wait a minute."))
    raise TokenRefused(401, _("This token isn’t valid, or no longer is."))


def _note_use(token: ApiToken) -> None:
    """Save when the token was last used, to ten minutes."""
    now = timezone.now()
    if token.used_at is None or token.used_at < now - UNUSED:
        ApiToken.objects.filter(pk=token.pk).update(used_at=now)
