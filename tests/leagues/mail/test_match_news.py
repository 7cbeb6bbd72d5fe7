"""News about a match of a league goes by mail and push to the players concerned."""

from collections.abc import Callable, Iterator
from datetime import date, datetime, timedelta
from uuid import UUID

import pytest

from leagues.actions import messages
from leagues.actions.leagues.kinds.ladder import challenge_player
from leagues.actions.leagues.season.next_season import open_next_season
from leagues.actions.leagues.unplayed.dates import answer_date, fix_date, offer_date
from leagues.actions.leagues.unplayed.moves import move_matches
from leagues.actions.leagues.unplayed.no_shows import claim_no_show
from leagues.actions.leagues.unplayed.postponing import put_off_match
from leagues.actions.phones.totals import enter_totals
from leagues.models import (
    Event,
    Mail,
    Match,
    MessageChannel,
    Mute,
    Night,
    Player,
    PushAddress,
    Topic,
)
from leagues.reads.phones.news import Notification
from leagues.reads.play.typed_cards import Totals
from scoring.sides import BySeat
from tests.cast import Cast
from tests.leagues.leagues.mondays import Mondays
from tests.leagues.leagues.test_ladder import entry_of, open_ladder
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
        assert mail.stop_address
        assert "https://club.example/mail/stop/" in mail.text
        assert mail.ends_at == datetime(2026, 10, 10, tzinfo=ZONE)
        answer_date(
            by=link_holder(cast, "Cat"), offer=offer, seat=seat_of(thursday, "Cat"), takes=True
        )
    assert len(sent_mails()) == 1


def test_the_other_side_hears_that_a_match_is_postponed(cast: Cast, thursday: Match) -> None:
    with at_noon(10, 5):
        put_off_match(
            by=link_holder(cast, "Ben"),
            match=thursday,
            seat=seat_of(thursday, "Ben"),
            until=date(2026, 10, 19),
            reason="knee",
        )

    assert sent_mails() == [("cat", "Your match against Ben is postponed until Monday 19 October")]
    assert "knee" not in Mail.objects.get().text, "the reason isn't public"


def test_a_challenged_player_hears_of_it_and_the_challenger_does_not(
    cast: Cast, sends_mail: None
) -> None:
    with at_noon(10, 5):
        league = open_ladder(cast)
        Player.objects.filter(pk=cast.cat_plays.pk).update(email="cat@example.org")
        Player.objects.filter(name="E").update(email="e@example.org")
        challenge_player(
            by=link_holder(cast, "Cat"),
            league=league,
            entry=entry_of(league, "Cat"),
            other=entry_of(league, "E"),
        )

    assert sent_mails() == [("e", "Cat van der Berg challenged you. Play by Monday 19 October")]


def test_last_seasons_members_are_asked_for_the_next_one(cast: Cast, sends_mail: None) -> None:
    with at_noon(10, 1):
        mondays = Mondays.open(cast, "Eve", "Flo")
        Player.objects.filter(name="Eve").update(email="eve@example.org")
        Player.objects.filter(name="Flo").update(email="flo@example.org")
        flo = Player.objects.get(name="Flo")
        Mute.objects.create(player=flo, topic=Topic.CLUB, channel=MessageChannel.MAIL)
        open_next_season(
            by=cast.who("ann"), league=mondays.league, name="Spring", first=date(2027, 1, 4)
        )

    assert sent_mails() == [("eve", "The next season: Spring. Are you playing?")]
    assert Mail.objects.get().stop_address


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
    cat = Player.objects.get(name="Cat")
    Mute.objects.create(player=cat, topic=Topic.CONFIRM, channel=MessageChannel.MAIL)

    with at_noon(10, 9):
        claim_no_show(by=link_holder(cast, "Ben"), match=thursday, seat=seat_of(thursday, "Ben"))

    assert sent_mails() == []


def test_a_browser_gets_the_same_news_but_none_of_a_private_league(
    cast: Cast, thursday: Match, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("Ben", "Cat"):
        player = Player.objects.get(name=name)
        PushAddress.objects.create(endpoint=name, endpoint_hash=name, player=player)
    posted: list[Callable[[], Iterator[Notification]]] = []
    monkeypatch.setattr(messages, "notify_after_commit", posted.append)
    with at_noon(10, 5):
        offer_date(
            by=link_holder(cast, "Ben"),
            match=thursday,
            seat=seat_of(thursday, "Ben"),
            on=date(2026, 10, 9),
        )
        [notify] = posted
        [one] = notify()
        assert (one.to.endpoint, one.message.title) == (
            "Cat",
            "Ben would like to play on Friday 9 October",
        )
        assert one.message.body == thursday.event.name, "neither the venue nor the score"
        Event.objects.update(visibility=Event.Visibility.PRIVATE)
        assert not [*notify()]
