"""The people tests speak of.

Olga owns the club, Ann organises, Sam scores. Ben plays and has an account; Cat plays and
has only a personal link; Dan is signed in and has nothing to do with the club.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any, TypeAlias

from allauth.account.models import EmailAddress
from django.conf import settings
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.contrib.auth.hashers import make_password
from django.contrib.sessions.backends.db import SessionStore
from django.contrib.sessions.models import Session
from django.test import Client
from django.utils.crypto import get_random_string

from leagues.access.roles import ANONYMOUS, Who, who_is
from leagues.models import Club, Membership, PersonalLink, Player, User
from leagues.models.links import hash_token, new_token

# What a test's browser is answered: a response that also knows its context and its way.
Page: TypeAlias = Any

PASSWORD = "a dozen discs in the ditch"
Role = Membership.Role


def make_club(name: str = "Westport Crokinole Club") -> Club:
    return Club.objects.create(name=name, slug="westport", zone="America/Toronto", is_home=True)


@cache
def hashed_password() -> str:
    return make_password(PASSWORD)


def make_accounts(club: Club, roles: Mapping[str, Role | None]) -> list[User]:
    """Create accounts with one statement, as most tests begin with five of them."""
    users = User.objects.bulk_create(
        User(email=f"{name}@example.org", password=hashed_password()) for name in roles
    )
    EmailAddress.objects.bulk_create(
        EmailAddress(user=user, email=user.email, verified=True, primary=True) for user in users
    )
    Membership.objects.bulk_create(
        Membership(club=club, user=user, role=role)
        for user, role in zip(users, roles.values(), strict=True)
        if role
    )
    return users


def make_account(name: str, club: Club, role: Role | None = None) -> User:
    [user] = make_accounts(club, {name: role})
    return user


def link_of(player: Player) -> str:
    """Create a personal link for a player, and return its secret."""
    token = new_token()
    PersonalLink.objects.create(player=player, token_hash=hash_token(token))
    return token


def signed_in(user: User) -> Client:
    """A browser with the session that signing in leaves, without signing in."""
    browser, key = Client(), get_random_string(32, "qz")
    session = SessionStore()
    facts = {
        SESSION_KEY: str(user.pk),
        BACKEND_SESSION_KEY: settings.AUTHENTICATION_BACKENDS[0],
        HASH_SESSION_KEY: user.get_session_auth_hash(),
    }
    Session.objects.create(
        session_key=key, session_data=session.encode(facts), expire_date=session.get_expiry_date()
    )
    browser.cookies[settings.SESSION_COOKIE_NAME] = key
    return browser


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
        user = getattr(self, name, None)
        return signed_in(user) if isinstance(user, User) else Client()

    def who(self, name: str) -> Who:
        user = getattr(self, name, None)
        return who_is(user) if isinstance(user, User) else ANONYMOUS


def make_cast() -> Cast:
    club = make_club()
    ben, ann, olga, sam, dan = make_accounts(
        club,
        {"ben": None, "ann": Role.ORGANISER, "olga": Role.OWNER, "sam": Role.SCORER, "dan": None},
    )
    cat_plays, ben_plays = Player.objects.bulk_create(
        [
            Player(club=club, name="Cat van der Berg", family_name="van der Berg"),
            Player(club=club, name="Ben Ito", family_name="Ito", user=ben),
        ]
    )
    return Cast(
        club=club,
        olga=olga,
        ann=ann,
        sam=sam,
        ben=ben,
        dan=dan,
        ben_plays=ben_plays,
        cat_plays=cat_plays,
        cats_token=link_of(cat_plays),
    )
