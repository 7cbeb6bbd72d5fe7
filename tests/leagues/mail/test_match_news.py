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
from leagues.reads.play.typed_cards import Totals
from leagues.stages.reminders import ReminderKind
from scoring.sides import BySeat
from tests.cast import Cast
from tests.leagues.leagues.unplayed import ZONE, at_noon, link_holder, seat_of

pytestmark = pytest.mark.django_db


def sent_mails() -> list[tuple[str, str]]:
    """The name and the subject of each mail, in the order of sending."""
    mails = Mail.objects.order_by("pk")
    return [(mail.to.partition("@")[0], mail.subject) for mail in mails]


def test_the_other_side_is_notified_of_a_proposed_day(cast: Cast, thursday: Match) -> None:
    with at_noon(10, 5):
        offer = offer_date(
            by=link_holder(cast, "Ben"),
            match=thursday,
            seat=seat_of(thursday, "Ben"),
            on=date(2026, 10, 9),
        )

        assert sent_mails() == [("cat", "Ben would like to play on Friday 9 October")]
        [mail] = Mail.objects.all()
        assert mail.may_be_stopped
        assert "https://club.example/mail/stop/" in mail.text
        assert mail.ends_at == datetime(2026, 10, 10, tzinfo=ZONE)
        answer_date(
            by=link_holder(cast, "Cat"), offer=offer, seat=seat_of(thursday, "Cat"), takes=True
        )
    assert len(sent_mails()) == 1


def test_a_reported_absence_is_mailed_with_the_time_to_answer(cast: Cast, thursday: Match) -> None:
    with at_noon(10, 9):
        claim = claim_no_show(
            by=link_holder(cast, "Ben"), match=thursday, seat=seat_of(thursday, "Ben")
        )

    assert sent_mails() == [
        ("cat", "Ben reported that you didn’t come. Answer by Sunday 11 October")
    ]
    assert Mail.objects.get().ends_at == claim.answer_by


def test_both_are_notified_when_someone_else_moves_their_match(cast: Cast, thursday: Match) -> None:
    league = thursday.dated.week.league
    later = Night.objects.filter(league=league, on__gt=thursday.dated.week.on).in_order()[0]
    with at_noon(10, 5):
        move_matches(by=cast.who("ann"), league=league, matches=[thursday.pk], to=later)
        day = f"Monday {later.on.day} October"
        assert sorted(sent_mails()) == [
            ("ben", f"Your match against Cat has moved to {day}"),
            ("cat", f"Your match against Ben has moved to {day}"),
        ]
        fix_date(by=cast.who("ann"), match=thursday, on=later.on + timedelta(days=1))
    assert len(sent_mails()) == 4


def enter_result(cast: Cast, match: Match, name: str, key: int) -> None:
    enter_totals(
        by=link_holder(cast, name),
        match=match,
        key=UUID(int=key),
        totals=Totals(BySeat(5, 3)),
        seat=seat_of(match, name),
    )


def test_a_waiting_result_is_mailed_to_those_who_must_confirm_it(
    cast: Cast, thursday: Match
) -> None:
    league = thursday.dated.week.league
    league.matches = {**league.matches, "totals": True}
    league.save()
    with at_noon(10, 8):
        enter_result(cast, thursday, "Ben", 1)
        assert sent_mails() == [("cat", "Ben entered your result. Is it right?")]
        enter_result(cast, thursday, "Cat", 2)
    assert len(sent_mails()) == 1


def test_a_player_who_opted_out_gets_no_mail(cast: Cast, thursday: Match) -> None:
    Player.objects.filter(name="Cat").update(wants_reminders=False)

    with at_noon(10, 9):
        claim_no_show(by=link_holder(cast, "Ben"), match=thursday, seat=seat_of(thursday, "Ben"))

    assert sent_mails() == []


def test_a_browser_gets_the_same_news_but_none_of_a_private_league(
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
