"""The link of a team's captain. It follows from the site's secret key, so no secret is stored."""

from django.utils.crypto import constant_time_compare, salted_hmac

from leagues.models import CaptainLink

SECRET_LETTERS = 24


def captain_secret(link: CaptainLink) -> str:
    """What makes the link unguessable; another once ``number`` counts up."""
    known = f"{link.pk}/{link.number}"
    digest = salted_hmac("leagues.captain", known, algorithm="sha256").hexdigest()
    return digest[:SECRET_LETTERS]


def captain_link(pk: int, secret: str) -> CaptainLink | None:
    """The open link with this secret. Wrong and revoked ones look alike."""
    links = CaptainLink.objects.filter(is_open=True, entry__event__binned_at=None)
    found = links.select_related("entry__event__league__club", "entry__team")
    link = found.filter(pk=pk, entry__event__league__isnull=False).first()
    if link is None or not constant_time_compare(secret, captain_secret(link)):
        return None
    return link
