"""A result is confirmed and a day is agreed from the mail that asks for it."""

import re
from datetime import date

import pytest
from django.test import Client

from leagues.actions.leagues.unplayed.dates import offer_date
from leagues.models import DatedMatch, League, Mail, Match, MatchSide
from tests.cast import Cast
from tests.leagues.leagues.unplayed import at_noon, link_holder, seat_of
from tests.leagues.mail.test_match_news import enter_result

pytestmark = pytest.mark.django_db


def path_in(mail: Mail) -> str:
    [path] = re.findall(r"https://club\.example(/mail/act/\S+)", mail.text)
    return str(path)


@pytest.fixture
def entered(cast: Cast, thursday: Match) -> Mail:
    """The mail to Cat about the result that Ben entered."""
    league = League.objects.get()
    league.matches = {**league.matches, "totals": True}
    league.save()
    with at_noon(10, 8):
        enter_result(cast, thursday, "Ben", 1)
    return Mail.objects.get()


def confirmed_seats(match: Match) -> list[int]:
    sides = MatchSide.objects.filter(match=match, confirmed_at__isnull=False)
    return sorted(sides.values_list("seat", flat=True))


def test_the_mail_has_the_score_and_confirms_it(thursday: Match, entered: Mail) -> None:
    sides = {side.seat: side.points for side in thursday.sides.all()}
    mine = seat_of(thursday, "Cat")
    assert f"Your points: {sides[mine]}. Ben: {sides[1 - mine]}." in entered.text
    with at_noon(10, 8):
        page = Client().get(path_in(entered)).content.decode()
        assert "Confirm this result" in page
        assert confirmed_seats(thursday) == [seat_of(thursday, "Ben")]
        Client().post(path_in(entered))
        assert "This result is confirmed." in Client().get(path_in(entered)).content.decode()

    assert confirmed_seats(thursday) == [0, 1]


def test_a_result_that_has_changed_since_is_not_confirmed(thursday: Match, entered: Mail) -> None:
    MatchSide.objects.filter(match=thursday, seat=0).update(points=3)
    with at_noon(10, 8):
        Client().post(path_in(entered))
        page = Client().get(path_in(entered)).content.decode()

    assert "The result has changed since this e-mail." in page
    assert confirmed_seats(thursday) == [seat_of(thursday, "Ben")]


def test_the_same_result_entered_again_needs_a_new_confirmation(
    cast: Cast, thursday: Match, entered: Mail
) -> None:
    with at_noon(10, 8):
        Client().post(path_in(entered))
        MatchSide.objects.filter(match=thursday, seat=seat_of(thursday, "Cat")).update(
            confirmed_at=None
        )
        Client().post(path_in(entered))

    assert confirmed_seats(thursday) == [0, 1]


def test_a_day_is_agreed_from_the_mail(cast: Cast, thursday: Match) -> None:
    with at_noon(10, 5):
        offer_date(
            by=link_holder(cast, "Ben"),
            match=thursday,
            seat=seat_of(thursday, "Ben"),
            on=date(2026, 10, 9),
        )
        path = path_in(Mail.objects.get())
        assert "Agree to this day" in Client().get(path).content.decode()
        Client().post(path)
        assert "answered or replaced" in Client().get(path).content.decode()
        assert Client().post(path).status_code == 422

    assert DatedMatch.objects.get(match=thursday).on == date(2026, 10, 9)
