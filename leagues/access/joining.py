"""The link by which people join a league. It follows from the site's secret key, so nothing is stored."""

from django.utils.crypto import constant_time_compare, salted_hmac

from leagues.models import League

SECRET_LETTERS = 20


def join_secret(league: League) -> str:
    """What makes the link unguessable; another once ``join_number`` counts up."""
    known = f"{league.pk}/{league.join_number}"
    digest = salted_hmac("leagues.join", known, algorithm="sha256").hexdigest()
    return digest[:SECRET_LETTERS]


def league_to_join(pk: int, secret: str) -> League | None:
    """The league that takes whoever holds this link. Wrong and revoked ones look alike."""
    leagues = League.objects.filter(takes_members=True, club__is_home=True)
    league = leagues.select_related("club").filter(pk=pk).first()
    if league is None or not constant_time_compare(secret, join_secret(league)):
        return None
    return league
