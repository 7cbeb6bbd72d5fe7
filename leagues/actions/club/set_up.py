"""The first act on a new site: whoever owns the machine makes the club theirs."""

import base64
from hmac import compare_digest

from allauth.account.models import EmailAddress
from django.db import IntegrityError, transaction
from django.utils.crypto import salted_hmac
from django.utils.text import slugify
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as later

from leagues.access.roles import NOBODY, who_is
from leagues.actions.act import act
from leagues.actions.refusal import Refused
from leagues.actions.verb import Verb
from leagues.models import Club, Membership, User

CODE_LENGTH = 12
LOOK_ALIKES = str.maketrans("018", "OIB")


def setup_code() -> str:
    """The one-time code, such as K7DM-Q2XA-WPR4: 60 bits that follow from the site's
    secret, so nothing is stored and every process knows the same one."""
    digest = salted_hmac("leagues.set_up", "one-time code", algorithm="sha256").digest()
    letters = base64.b32encode(digest).decode()[:CODE_LENGTH]
    return "-".join(letters[i : i + 4] for i in range(0, CODE_LENGTH, 4))


def is_setup_code(typed: str) -> bool:
    """Read as people type: small letters, without dashes, 0 for O and 1 for I."""
    plain = "".join(filter(str.isalnum, typed)).upper().translate(LOOK_ALIKES)
    return compare_digest(plain.encode(), setup_code().replace("-", "").encode())


def set_up_club(*, name: str, zone: str, email: str, password: str, language: str = "en") -> User:
    """Make the home club and its owner, or refuse to where there is one, and leave nothing.

    The owner showed the code from the terminal, so their address counts as proved:
    nobody should be locked out of their own machine for want of a mail server.
    """
    slug = slugify(name)[:50] or "club"
    club = Club(name=name, slug=slug, zone=zone, language=language, is_home=True)
    with act(NOBODY, club, SET_UP_CLUB, name=name) as line:
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
