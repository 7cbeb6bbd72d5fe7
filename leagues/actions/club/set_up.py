"""The first act on a new site: its operator creates the club."""

import base64
from hmac import compare_digest

from allauth.account.models import EmailAddress
from django.db import IntegrityError, transaction
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as later

from leagues.access.roles import ANONYMOUS, who_is
from leagues.actions.act import act
from leagues.actions.refusal import Refused
from leagues.actions.verb import Verb
from leagues.models import Club, Membership, User
from leagues.models.names import make_slug

CODE_LENGTH = 12
LOOK_ALIKES = str.maketrans("018", "OIB")


def setup_code() -> str:
    """The one-time set-up code, such as K7DM-Q2XA-WPR4 (60 bits).

    It is derived from the site's secret key, so it isn't stored and is the same in every process.
    """
    digest = salted_hmac("leagues.set_up", "one-time code", algorithm="sha256").digest()
    letters = base64.b32encode(digest).decode()[:CODE_LENGTH]
    return "-".join(letters[i : i + 4] for i in range(0, CODE_LENGTH, 4))


def is_setup_code(typed: str) -> bool:
    """Whether this is the set-up code. Case, dashes, and 0 or 8 for O or B don't matter."""
    plain = "".join(filter(str.isalnum, typed)).upper().translate(LOOK_ALIKES)
    return compare_digest(plain.encode(), setup_code().replace("-", "").encode())


def set_up_club(*, name: str, zone: str, email: str, password: str, language: str = "en") -> User:
    """Create the home club and its owner; ``Refused`` if there is a club already.

    The owner typed the code from the terminal, so their address counts as verified. A site
    without a mail server must not lock out its operator.
    """
    slug = make_slug(name)[:50] or "club"
    club = Club(name=name, slug=slug, zone=zone, language=language, is_home=True)
    with act(ANONYMOUS, club, SET_UP_CLUB, name=name) as line:
        try:
            with transaction.atomic():
                club.save()
        except IntegrityError as taken:
            raise Refused(
                _(
                    "Someone else has just set up this site. Nothing you entered was saved. Ask them to invite you."
                )
            ) from taken
        owner = User.objects.create_user(email.lower(), password)
        EmailAddress.objects.create(user=owner, email=owner.email, verified=True, primary=True)
        Membership.objects.create(club=club, user=owner, role=Membership.Role.OWNER)
        line.by = who_is(owner)
    return owner


SET_UP_CLUB = Verb(
    "set_up_club", later("Set up %(name)s."), later("Everything here belongs to the club.")
)
