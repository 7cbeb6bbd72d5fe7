"""Who may write through the API: a program with a token, for what the token is scoped to.

No cookie gives any right there, so nothing has to be protected against forgery.
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
"""The way in of what a program reports."""
UNUSED = timedelta(minutes=10)


class TokenRefused(Exception):
    """Why this token opens nothing, and how HTTP says so."""

    def __init__(self, status: int, why: str) -> None:
        super().__init__(why)
        self.status, self.why = status, why


def token_of(request: HttpRequest, scope: str) -> ApiToken:
    """The token that this request shows, which may do this."""
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
    """The token of an Authorization header; none where it says something else."""
    kind, _space, secret = authorization.partition(" ")
    return secret.strip() if kind.lower() == "bearer" else None


def tokens_with_scope(hashes: Collection[str], scope: str) -> set[str]:
    """Those of these hashes whose tokens may still do this: asked of streams that are open."""
    found = ApiToken.objects.open().filter(token_hash__in=hashes, **{scope: True})
    return set(found.values_list("token_hash", flat=True))


def program_of(token: ApiToken) -> Who:
    """Whoever acts by this token, as the log names them."""
    return Who(token=token)


def _refuse_wrong(request: HttpRequest) -> NoReturn:
    """Only wrong ones are counted, so that a prankster shuts out nobody who has a good one."""
    if not WRONG_TOKENS.admits(request):
        raise TokenRefused(429, _("Too many wrong tokens. Wait a minute."))
    raise TokenRefused(401, _("This token isn’t valid, or no longer is."))


def _note_use(token: ApiToken) -> None:
    """When it was last used, to ten minutes."""
    now = timezone.now()
    if token.used_at is None or token.used_at < now - UNUSED:
        ApiToken.objects.filter(pk=token.pk).update(used_at=now)
