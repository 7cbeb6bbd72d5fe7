"""The club's own page: texts, address, logo and photos."""

from collections.abc import Sequence
from urllib.parse import urlencode

from leagues.models import Club, ClubPage, ClubPicture

MAP = "https://www.openstreetmap.org/search"


def page_of(club: Club) -> ClubPage:
    """The club's page, or an unsaved empty one."""
    return ClubPage.objects.filter(club=club).first() or ClubPage(club=club)


def map_address(page: ClubPage) -> str:
    """A link that finds the club's address on OpenStreetMap; empty without an address."""
    return f"{MAP}?{urlencode({'query': page.address})}" if page.address else ""


def logo_data(club: Club) -> bytes | None:
    """The logo's picture as a file. None without a logo."""
    logo = ClubPicture.objects.filter(club=club, digest=club.logo).first() if club.logo else None
    return bytes(logo.data) if logo else None


def logo_of(club: Club) -> ClubPicture | None:
    logos = ClubPicture.objects.filter(club=club, kind=ClubPicture.Kind.LOGO)
    return logos.defer("data").first()


def icon_key(club: Club) -> str:
    """The part of an icon's address that changes with what it shows, so that it can be cached."""
    return f"{club.logo}{club.colour.removeprefix('#')}" or "site"


def photos_of(club: Club) -> Sequence[ClubPicture]:
    photos = ClubPicture.objects.filter(club=club, kind=ClubPicture.Kind.PHOTO)
    return list(photos.defer("data").order_by("pk"))


def to_dial(telephone: str) -> str:
    """The number for a ``tel:`` link: digits and "+" only. (519) 555-0123 becomes 5195550123."""
    return "".join(c for c in telephone if c.isdigit() or c == "+")
