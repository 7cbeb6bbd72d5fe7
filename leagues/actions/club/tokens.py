"""API tokens for other programs: create one (shown once), and revoke it."""

from collections.abc import Collection
from datetime import datetime

from django.utils import timezone
from django.utils.translation import gettext_lazy as later

from leagues.access.roles import Who
from leagues.actions.act import act
from leagues.actions.verb import Verb
from leagues.models import ApiToken, Club
from leagues.models.api_tokens import BEGINS
from leagues.models.links import hash_token, new_token


def make_token(
    *, by: Who, club: Club, name: str, may: Collection[str], ends_at: datetime | None = None
) -> str:
    """Create a token with these permissions and return it; only the hash is stored."""
    assert by.user is not None
    secret = f"{BEGINS}{new_token()}"
    with act(by, club, MAKE_TOKEN, name=name, may=sorted(may)):
        ApiToken.objects.create(
            club=club,
            name=name,
            token_hash=hash_token(secret),
            made_by=by.user,
            ends_at=ends_at,
            **dict.fromkeys(may, True),
        )
    return secret


MAKE_TOKEN = Verb(
    "make_token",
    later("Created a token for the program %(name)s."),
    later("The token may already have been used. Revoke it under Other programs."),
)


def revoke_token(*, by: Who, token: ApiToken) -> bool:
    """Revoke a token; False if it was revoked before. What it wrote is kept."""
    with act(by, token.club, REVOKE_TOKEN, name=token.name) as line:
        standing = ApiToken.objects.filter(pk=token.pk, revoked_at=None)
        revoked = bool(standing.update(revoked_at=timezone.now()))
        if not revoked:
            line.drop()
    return revoked


REVOKE_TOKEN = Verb(
    "revoke_token",
    later("Revoked the token of the program %(name)s."),
    later("A revoked token can’t be used again. Create a new one."),
)
