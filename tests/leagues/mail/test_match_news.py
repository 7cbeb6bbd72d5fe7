"""News about a match of a league goes by mail and push to the players concerned."""

from datetime import date, datetime, timedelta
from uuid import UUID

import pytest

from leagues.actions.leagues.unplayed.dates import answer_date, fix_date, offer_date
from leagues.actions.leagues.unplayed.moves import move_matches
from leagues.actions.leagues.unplayed.no_shows import claim_no_show
from leagues.actions.phones.totals import enter_totals
from leagues.models import Event, Mail, Match, Night, Player, PushAddress
from leagues.reads.phones.news import of_match_news
from leagues.reads.phones.reminders import MatchNews
from leagues.reads.play.typed import Totals
from leagues.stages.reminders import ReminderKind
from scoring.sides import BySeat
from tests.cast import Cast
from tests.leagues.leagues.unplayed import ZONE, at_noon, is_, seat_of

pytestmark = pytest.mark.django_db


def told() -> list[tuple[str, str]]:
    """The name and the subject of each mail, in the order of sending."""
    mails = Mail.objects.order_by("pk")
    return [(mail.to.partition("@")[0], mail.subject) for mail in mails]


def test_the_other_side_is_told_of_a_day_that_is_proposed(cast: Cast, thursday: Match) -> None:
    with at_noon(10, 5):
        offer = offer_date(
            by=is_(cast, "Ben"), match=thursday, seat=seat_of(thursday, "Ben"), on=date(2026, 10, 9)
        )

        assert told() == [("cat", "Ben would like to play on Friday 9 October")]
        [mail] = Mail.objects.all()
        assert mail.may_be_stopped
        assert "https://club.example/mail/stop/" in mail.text
        assert mail.ends_at == datetime(2026, 10, 10, tzinfo=ZONE)
        answer_date(by=is_(cast, "Cat"), offer=offer, seat=seat_of(thursday, "Cat"), takes=True)
    assert len(told()) == 1


def test_whoever_is_said_not_to_have_come_is_told_until_when_to_answer(
    cast: Cast, thursday: Match
) -> None:
    with at_noon(10, 9):
        claim = claim_no_show(by=is_(cast, "Ben"), match=thursday, seat=seat_of(thursday, "Ben"))

    assert told() == [("cat", "Ben reported that you didn’t come. Answer by Sunday 11 October")]
    assert Mail.objects.get().ends_at == claim.answer_by


def test_both_are_told_where_somebody_else_moves_their_match(cast: Cast, thursday: Match) -> None:
    league = thursday.dated.week.league
    later = Night.objects.filter(league=league, on__gt=date(2026, 10, 8)).in_order()[0]
    with at_noon(10, 5):
        move_matches(by=cast.who("ann"), league=league, matches=[thursday.pk], to=later)
        day = f"Monday {later.on.day} October"
        assert told() == [
            ("ben", f"Your match against Cat has moved to {day}"),
            ("cat", f"Your match against Ben has moved to {day}"),
        ]
        fix_date(by=cast.who("ann"), match=thursday, on=later.on + timedelta(days=1))
    assert len(told()) == 4


def enter(cast: Cast, match: Match, name: str, key: int) -> None:
    enter_totals(
        by=is_(cast, name),
        match=match,
        key=UUID(int=key),
        totals=Totals(BySeat(5, 3)),
        seat=seat_of(match, name),
    )


def test_a_result_that_waits_is_told_to_whoever_has_not_confirmed_it(
    cast: Cast, thursday: Match
) -> None:
    league = thursday.dated.week.league
    league.matches = {**league.matches, "totals": True}
    league.save()
    with at_noon(10, 8):
        enter(cast, thursday, "Ben", 1)
        assert told() == [("cat", "Ben entered your result. Is it right?")]
        enter(cast, thursday, "Cat", 2)
    assert len(told()) == 1


def test_whoever_wants_no_more_is_told_nothing(cast: Cast, thursday: Match) -> None:
    Player.objects.filter(name="Cat").update(wants_reminders=False)

    with at_noon(10, 9):
        claim_no_show(by=is_(cast, "Ben"), match=thursday, seat=seat_of(thursday, "Ben"))

    assert told() == []


def test_a_browser_of_theirs_is_told_the_same_and_of_a_private_league_nothing(
    cast: Cast, thursday: Match
) -> None:
    for name in ("Ben", "Cat"):
        player = Player.objects.get(name=name)
        PushAddress.objects.create(endpoint=name, endpoint_hash=name, player=player)
    with at_noon(10, 5):
        news = MatchNews(
            ReminderKind.OFFERED,
            thursday.pk,
            frozenset({int(seat_of(thursday, "Cat"))}),
            date(2026, 10, 9),
            datetime(2026, 10, 10, tzinfo=ZONE),
            "1",
        )
        [one] = of_match_news(news)
        assert (one.to.endpoint, one.message.title) == (
            "Cat",
            "Ben would like to play on Friday 9 October",
        )
        Event.objects.update(visibility=Event.Visibility.PRIVATE)
        assert not [*of_match_news(news)]
