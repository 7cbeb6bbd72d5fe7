"""The link to join a league. Its secret is an HMAC of the site's key, and isn't stored."""

from django.utils.crypto import constant_time_compare, salted_hmac

from leagues.models import League

SECRET_LETTERS = 20


def join_secret(league: League) -> str:
    """Return the secret of the join link. Incrementing ``join_number`` changes it."""
    known = f"{league.pk}/{league.join_number}"
    digest = salted_hmac("leagues.join", known, algorithm="sha256").hexdigest()
    return digest[:SECRET_LETTERS]


def league_to_join(pk: int, secret: str) -> League | None:
    """Return the league of a join link. None for a wrong or revoked one."""
    leagues = League.objects.filter(takes_members=True, club__is_home=True)
    league = leagues.select_related("club").filter(pk=pk).first()
    if league is None or not constant_time_compare(secret, join_secret(league)):
        return None
    return league
