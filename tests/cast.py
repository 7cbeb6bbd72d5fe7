"""The people tests speak of.

Olga owns the club, Ann organises, Sam scores. Ben plays and has an account; Cat plays and
has only a personal link; Dan is signed in and has nothing to do with the club.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, TypeAlias

from allauth.account.models import EmailAddress
from django.test import Client

from leagues.access.roles import NOBODY, Who, who_is
from leagues.actions.people.links import give_link
from leagues.models import Club, Membership, Player, User

# What a test's browser is answered: a response that also knows its context and its way.
Page: TypeAlias = Any

PASSWORD = "a dozen discs in the ditch"
Role = Membership.Role


def make_club(name: str = "Westport Crokinole Club") -> Club:
    return Club.objects.create(
        name=name, slug="westport", zone="America/Toronto", is_home=True
    )


def make_account(name: str, club: Club, role: Role | None = None) -> User:
    user = User.objects.create_user(f"{name}@example.org", PASSWORD)
    EmailAddress.objects.create(
        user=user, email=user.email, verified=True, primary=True
    )
    if role:
        Membership.objects.create(club=club, user=user, role=role)
    return user


@dataclass(frozen=True)
class Cast:
    club: Club
    olga: User
    ann: User
    sam: User
    ben: User
    dan: User
    ben_plays: Player
    cat_plays: Player
    cats_token: str

    def browser_of(self, name: str) -> Client:
        """A browser in which this person is signed in; "stranger" and "cat" never are."""
        browser = Client()
        user = getattr(self, name, None)
        if isinstance(user, User):
            browser.force_login(user)
        return browser

    def who(self, name: str) -> Who:
        user = getattr(self, name, None)
        return who_is(user) if isinstance(user, User) else NOBODY


def make_cast() -> Cast:
    club = make_club()
    ben = make_account("ben", club)
    ann = make_account("ann", club, Role.ORGANISER)
    cat_plays = Player.objects.create(
        club=club, name="Cat van der Berg", family_name="van der Berg"
    )
    return Cast(
        club=club,
        olga=make_account("olga", club, Role.OWNER),
        ann=ann,
        sam=make_account("sam", club, Role.SCORER),
        ben=ben,
        dan=make_account("dan", club),
        ben_plays=Player.objects.create(
            club=club, name="Ben Ito", family_name="Ito", user=ben
        ),
        cat_plays=cat_plays,
        cats_token=give_link(by=who_is(ann), player=cat_plays),
    )
