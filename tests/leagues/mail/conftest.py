"""A site that sends mail, and a match to send mail about."""

from collections.abc import Iterator
from datetime import date, time

import pytest
from pytest_django import Settings

from leagues.models import DatedMatch, Mail, Match, Player
from tests.cast import Cast
from tests.leagues.leagues.evenings import Evening
from tests.leagues.leagues.match_leagues import open_matches
from tests.leagues.leagues.unplayed import at_noon, match_of
from tests.mail_server import MailServer, mail_server


@pytest.fixture
def sends_mail(settings: Settings) -> None:
    settings.SENDS_EMAIL = True
    settings.DEFAULT_FROM_EMAIL = "Westport Crokinole <club@westport.example>"
    settings.BASE_URL = "https://club.example"


@pytest.fixture
def post_office(settings: Settings, sends_mail: None) -> Iterator[MailServer]:
    """The mail server that the site sends to."""
    with mail_server() as server:
        settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
        settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", server.port
        settings.EMAIL_TIMEOUT = 5
        yield server


AGREED = date(2026, 10, 8)


@pytest.fixture
def thursday(cast: Cast, sends_mail: None) -> Match:
    """Ben and Cat have agreed on Thursday the 8th; no other match has an agreed date."""
    with at_noon(10, 1):
        league = open_matches(cast)
    match = match_of(league, "Ben", "Cat")
    DatedMatch.objects.filter(match=match).update(
        on=AGREED, due_on=date(2026, 10, 15), at=time(20), place="Mill"
    )
    others = DatedMatch.objects.exclude(match=match)
    others.update(due_on=date(2026, 12, 1))
    for player in Player.objects.filter(sides__match__event=league.event_id):
        Player.objects.filter(pk=player.pk).update(email=f"{player.name.lower()}@example.org")
    return match


@pytest.fixture
def monday(cast: Cast, sends_mail: None) -> Evening:
    """A league of Guss, Hal and Eve, whose next night is Monday 5 October."""
    evening = Evening.open(cast, "Guss", "Hal", "Eve")
    for name in ("Guss", "Hal", "Eve"):
        Player.objects.filter(name=name).update(email=f"{name.lower()}@example.org")
    return evening


def subjects_to(name: str) -> list[str]:
    mails = Mail.objects.filter(to=f"{name}@example.org").order_by("pk")
    return list(mails.values_list("subject", flat=True))
