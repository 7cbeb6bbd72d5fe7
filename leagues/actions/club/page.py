"""The club's page: its texts, colour, logo and photos."""

from django.db.models import QuerySet
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as later

from leagues.access.roles import Who
from leagues.actions.act import act
from leagues.actions.refusal import Refused
from leagues.actions.undo_rows import put_back
from leagues.actions.verb import Verb
from leagues.files.uploaded_picture import MadePicture
from leagues.models import Club, ClubPage, ClubPicture
from leagues.models.club_page import MOST_PHOTOS

Kind = ClubPicture.Kind


def change_club_page(
    *,
    by: Who,
    club: Club,
    colour: str,
    shows_ratings: bool = False,
    shows_chances: bool = True,
    **words: str,
) -> None:
    """Change the texts and the colour of the club's page, and which numbers pages show.

    ``shows_ratings`` shows ratings beside names, ``shows_chances`` win chances beside
    standings.
    """
    shown = {"colour": colour, "shows_ratings": shows_ratings, "shows_chances": shows_chances}
    ClubPage.objects.get_or_create(club=club)
    with act(by, club, CHANGE_CLUB_PAGE) as line:
        page, here = ClubPage.objects.filter(club=club), Club.objects.filter(pk=club.pk)
        if here.filter(**shown) and page.filter(**words):
            line.drop()
            return
        line.keep(page, here)
        page.update(**words)
        here.update(**shown)


CHANGE_CLUB_PAGE = Verb(
    "change_club_page",
    later("Changed the club’s page."),
    put_back(later("Restores the earlier page of the club.")),
)


def put_logo(*, by: Who, club: Club, picture: MadePicture) -> None:
    """Replace the club's logo. The earlier one is deleted."""
    with act(by, club, PUT_LOGO):
        _pictures_of(club).filter(kind=Kind.LOGO).delete()
        _store_picture(club, Kind.LOGO, picture)
        Club.objects.filter(pk=club.pk).update(logo=picture.digest)


PUT_LOGO = Verb(
    "put_logo",
    later("Added a logo of the club."),
    later(
        "The earlier logo wasn’t saved. Remove this one or choose another under The club’s page."
    ),
)


def remove_logo(*, by: Who, club: Club) -> None:
    with act(by, club, REMOVE_LOGO) as line:
        gone, _of_each = _pictures_of(club).filter(kind=Kind.LOGO).delete()
        if not gone:
            line.drop()
        Club.objects.filter(pk=club.pk).update(logo="")


REMOVE_LOGO = Verb(
    "remove_logo",
    later("Removed the club’s logo."),
    later("The logo wasn’t saved. Choose it again under The club’s page."),
)


def add_photo(*, by: Who, club: Club, picture: MadePicture, caption: str) -> None:
    with act(by, club, ADD_PHOTO, alt_text=caption):
        there = set(_pictures_of(club).filter(kind=Kind.PHOTO).values_list("digest", flat=True))
        if picture.digest in there:
            raise Refused(_("This photo is already on the page."), field="file")
        if len(there) >= MOST_PHOTOS:
            raise Refused(
                _("The page already has %(number)s photos, the maximum. Remove one first.")
                % {"number": MOST_PHOTOS},
                field="file",
            )
        _store_picture(club, Kind.PHOTO, picture, caption)


ADD_PHOTO = Verb(
    "add_photo",
    later("Added a photo to the club’s page: %(alt_text)s."),
    later("Remove the photo under The club’s page."),
)


def remove_photo(*, by: Who, photo: ClubPicture) -> None:
    """Delete a photo for good, because someone in it may have asked for that."""
    with act(by, photo.club, REMOVE_PHOTO, alt_text=photo.alt_text) as line:
        gone, _of_each = _pictures_of(photo.club).filter(pk=photo.pk).delete()
        if not gone:
            line.drop()


REMOVE_PHOTO = Verb(
    "remove_photo",
    later("Removed a photo from the club’s page: %(alt_text)s."),
    later("The photo wasn’t saved. Add it again under The club’s page."),
)


def _pictures_of(club: Club) -> QuerySet[ClubPicture]:
    return ClubPicture.objects.filter(club=club)


def _store_picture(club: Club, kind: Kind, made: MadePicture, caption: str = "") -> None:
    ClubPicture.objects.create(
        club=club,
        kind=kind,
        digest=made.digest,
        media_type=made.media_type,
        width=made.width,
        height=made.height,
        alt_text=caption,
        data=made.data,
    )
