"""What the club says about itself."""

from collections.abc import Sequence
from urllib.parse import urlencode

from leagues.models import Club, ClubPage, ClubPicture

MAP = "https://www.openstreetmap.org/search"


def page_of(club: Club) -> ClubPage:
    """Empty where nothing was written yet."""
    return ClubPage.objects.filter(club=club).first() or ClubPage(club=club)


def map_address(page: ClubPage) -> str:
    """Where the map shows the place; nothing without an address."""
    return f"{MAP}?{urlencode({'query': page.address})}" if page.address else ""


def logo_of(club: Club) -> ClubPicture | None:
    logos = ClubPicture.objects.filter(club=club, kind=ClubPicture.Kind.LOGO)
    return logos.defer("data").first()


def photos_of(club: Club) -> Sequence[ClubPicture]:
    photos = ClubPicture.objects.filter(club=club, kind=ClubPicture.Kind.PHOTO)
    return list(photos.defer("data").order_by("pk"))


def to_dial(telephone: str) -> str:
    """A number as telephones take it: (519) 555-0123 is dialled 5195550123."""
    return "".join(c for c in telephone if c.isdigit() or c == "+")
