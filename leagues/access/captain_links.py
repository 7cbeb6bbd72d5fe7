"""The link of a team's captain. Its secret is an HMAC of the site's key, and isn't stored."""

from django.utils.crypto import constant_time_compare, salted_hmac

from leagues.models import CaptainLink

SECRET_LETTERS = 24


def captain_secret(link: CaptainLink) -> str:
    """Return the secret of a captain's link. Incrementing ``number`` changes it."""
    known = f"{link.pk}/{link.number}"
    digest = salted_hmac("leagues.captain", known, algorithm="sha256").hexdigest()
    return digest[:SECRET_LETTERS]


def captain_link(pk: int, secret: str) -> CaptainLink | None:
    """Return the open link with this secret. None for a wrong or revoked one."""
    links = CaptainLink.objects.filter(is_open=True, entry__event__binned_at=None)
    found = links.select_related("entry__event__league__club", "entry__team")
    link = found.filter(pk=pk, entry__event__league__isnull=False).first()
    if link is None or not constant_time_compare(secret, captain_secret(link)):
        return None
    return link
