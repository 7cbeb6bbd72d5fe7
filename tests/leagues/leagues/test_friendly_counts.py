"""A friendly counts in a league once both players agree, each on their own page."""

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

import pytest
import time_machine
from django.db import connection
from django.db.models import F
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from leagues.access.roles import ANONYMOUS, Who
from leagues.actions.leagues.friendlies import answer_count, ask_to_count
from leagues.actions.log.sentences import sentence_of
from leagues.actions.log.undo import undo
from leagues.actions.phones.friendlies import start_friendly
from leagues.actions.phones.rated_friendlies import rate_friendly
from leagues.actions.refusal import Refused
from leagues.models import Action, Board, CountOffer, Event, League, Match, MatchSide, Player
from leagues.reads import Sheet, tables_of
from leagues.reads.leagues.friendlies import fitting_leagues
from leagues.reads.people.ratings import ratings_of
from tests.cast import Cast
from tests.leagues.leagues import test_ladder as ladder
from tests.leagues.leagues import test_own_time as own_time
from tests.leagues.leagues.evenings import TORONTO
from tests.leagues.leagues.tonights import win_match

pytestmark = pytest.mark.django_db
EVENING = datetime(2026, 10, 6, 20, tzinfo=TORONTO)


@pytest.fixture(autouse=True)
def evening() -> Any:
    with time_machine.travel(EVENING, tick=False) as clock:
        yield clock


def play_friendly(
    cast: Cast, one: Player, other: Player | str, sheet: str = "tournament-singles"
) -> Match:
    """Play a friendly at board 7; the first player wins it 8–2."""
    board, _made = Board.objects.get_or_create(club=cast.club, number=7)
    match = start_friendly(
        by=ANONYMOUS, board=board, sides=(one, other), sheet=Sheet.named(sheet), now=timezone.now()
    )
    win_match(match)
    match.refresh_from_db()
    return match


def who_is(league: League, name: str) -> Player:
    player: Player = own_time.entry_of(league, name).people[0]
    return player


def ask_league(match: Match, league: League, player: Player) -> CountOffer:
    return ask_to_count(
        by=Who(player=player), friendly=match, league=league, player=player, now=timezone.now()
    )


def answer_offer(offer: CountOffer, player: Player, *, takes: bool = True) -> None:
    answer_count(by=Who(player=player), offer=offer, player=player, takes=takes, now=timezone.now())


def points_in(league: League) -> dict[str, int]:
    assert league.event is not None
    [stage] = Event.objects.get(pk=league.event.pk).stages.all()
    return {
        line.entry.people[0].name[0]: int(line.row.points)
        for table in tables_of(stage)
        for line in table.lines
    }


@pytest.mark.long
def test_each_agrees_on_their_own_page_and_then_it_counts(cast: Cast) -> None:
    league = own_time.open_own_time(cast)
    ada = who_is(league, "A")
    match = play_friendly(cast, cast.cat_plays, ada)
    own = f"/me/{cast.cats_token}/"
    assert "Count it in Any day" in Client().get(own).text
    page = Client().post(f"{own}friendlies/{match.pk}/ask/", {"league": league.slug}, follow=True)
    assert "It counts once they agree on their own page." in page.text
    assert points_in(league) == {"A": 0, "B": 0, "C": 0, "D": 0}
    assert own_time.matches_owed(league)["C"] == 2
    page = Client().post(f"{own}friendlies/{match.pk}/agree/", follow=True)
    assert points_in(league)["C"] == 0  # a player can't agree with their own request

    answer_offer(CountOffer.objects.get(), ada)
    assert points_in(league) == {"A": 2, "B": 0, "C": 8, "D": 0}
    assert own_time.matches_owed(league)["C"] == 1
    match.refresh_from_db()
    assert match.ending == Match.Ending.ANNULLED
    assert "Counts in Any day" in Client().get(own).text


def test_a_league_that_the_friendly_fits_is_asked_by_link(cast: Cast) -> None:
    league = own_time.open_own_time(cast)
    match = play_friendly(cast, cast.cat_plays, who_is(league, "A"))
    address = f"/me/{cast.cats_token}/friendlies/{match.pk}/ask/"

    Client().post(address, {"league": league.slug})

    assert CountOffer.objects.get().league == league


def test_a_friendly_corrected_meanwhile_counts_as_corrected(cast: Cast) -> None:
    league = own_time.open_own_time(cast)
    ada = who_is(league, "A")
    match = play_friendly(cast, ada, cast.cat_plays)
    offer = ask_league(match, league, ada)
    assert offer.friendly.winner == 0  # read before the correction
    Match.objects.filter(pk=match.pk).update(winner=1, first=1)

    answer_offer(offer, cast.cat_plays)

    [won] = MatchSide.objects.filter(match__event=league.event, seat=F("match__winner"))
    assert won.players.get() == cast.cat_plays


@pytest.mark.parametrize("verb", ["answer_count", "rate_friendly"])
def test_what_locks_two_events_locks_the_club_first(verb: str, cast: Cast) -> None:
    """Without that order, two such acts at once would deadlock."""
    if connection.vendor != "postgresql":
        pytest.skip("SQLite has one writer at a time")
    league = own_time.open_own_time(cast)
    ada = who_is(league, "A")
    match = play_friendly(cast, cast.cat_plays, ada)
    offer = ask_league(match, league, ada)
    with CaptureQueriesContext(connection) as done:
        if verb == "answer_count":
            answer_offer(offer, cast.cat_plays)
        else:
            rate_friendly(by=cast.who("ann"), friendly=match)
    with CaptureQueriesContext(connection) as undone:
        undo(by=cast.who("ann"), action=Action.objects.get(verb=verb))
    for captured in (done, undone):
        locks = [each["sql"] for each in captured if " FOR " in each["sql"]]
        assert 'FROM "leagues_club"' in locks[0]


@pytest.mark.long
def test_all_of_it_is_taken_back_from_the_log(cast: Cast) -> None:
    league = own_time.open_own_time(cast)
    ada = who_is(league, "A")
    match = play_friendly(cast, cast.cat_plays, ada)
    both = [cast.cat_plays.pk, ada.pk]
    rated = ratings_of(cast.club, both)
    answer_offer(ask_league(match, league, ada), cast.cat_plays)
    its_event = Event.objects.get(pk=match.event_id)
    undo(by=cast.who("ann"), action=Action.objects.get(verb="answer_count"))
    match.refresh_from_db()
    assert match.event.revision > its_event.revision  # so that its cached pages are discarded
    assert (match.ending, match.winner) == ("played", 0)
    assert points_in(league) == {"A": 0, "B": 0, "C": 0, "D": 0}
    assert ratings_of(cast.club, both) == rated
    for verb in ("arrange_match", "ask_to_count"):
        undo(by=cast.who("ann"), action=Action.objects.get(verb=verb))
    assert own_time.matches_owed(league)["C"] == 2
    assert not CountOffer.objects.exists()


def test_what_they_had_arranged_is_played_with_it(cast: Cast) -> None:
    league = own_time.open_own_time(cast)
    arranged = own_time.arrange_between(cast, league, "AC", timezone.now())
    match = play_friendly(cast, cast.cat_plays, who_is(league, "A"))
    answer_offer(ask_league(match, league, cast.cat_plays), who_is(league, "A"))
    arranged.refresh_from_db()
    assert arranged.ending == Match.Ending.TOTALS
    [line] = Action.objects.filter(verb="answer_count")
    names = f"{cast.cat_plays.name} – A"
    assert (
        sentence_of(line.verb, line.details)
        == f"Agreed to count the friendly {names} in the league."
    )
    assert league.event.matches.count() == 1  # type: ignore[union-attr]


def test_on_a_ladder_the_lower_player_is_the_challenger(cast: Cast) -> None:
    league = ladder.open_ladder(cast)
    match = play_friendly(cast, cast.cat_plays, ladder.entry_of(league, "D").people[0])
    answer_offer(ask_league(match, league, cast.cat_plays), ladder.entry_of(league, "D").people[0])
    assert ladder.ladder_order(league) == "ABCDE"[:2] + "CDE"
    undo(by=cast.who("ann"), action=Action.objects.get(verb="answer_count"))
    assert ladder.ladder_order(league) == "ABDEC"


@pytest.mark.parametrize("say", ["decline", "expire", "withdraw"])
def test_without_the_others_word_it_does_not_count(cast: Cast, evening: Any, say: str) -> None:
    league = own_time.open_own_time(cast)
    ada = who_is(league, "A")
    match = play_friendly(cast, cast.cat_plays, ada)
    offer = ask_league(match, league, ada)
    address = f"/me/{cast.cats_token}/friendlies/{match.pk}/"
    if say == "decline":
        Client().post(f"{address}decline/")
    elif say == "withdraw":
        Client().post(f"{address}withdraw/")  # she did not ask
        offer.refresh_from_db()
        assert offer.state == "open"
        return
    else:
        evening.shift(timedelta(days=2, minutes=1))
        Client().post(f"{address}agree/")
    assert points_in(league) == {"A": 0, "B": 0, "C": 0, "D": 0}
    assert not league.event.matches.exists()  # type: ignore[union-attr]


def against_stranger(cast: Cast, league: League) -> Match:
    return play_friendly(cast, cast.cat_plays, cast.ben_plays)


def against_guest(cast: Cast, league: League) -> Match:
    return play_friendly(cast, cast.cat_plays, "Zoe")


def other_rules(cast: Cast, league: League) -> Match:
    return play_friendly(cast, cast.cat_plays, who_is(league, "A"), sheet="workshop-100-singles")


def not_over(cast: Cast, league: League) -> Match:
    match = play_friendly(cast, cast.cat_plays, who_is(league, "A"))
    Match.objects.filter(pk=match.pk).update(state="playing", ending="", winner=None)
    match.refresh_from_db()
    return match


def met_too_often(cast: Cast, league: League) -> Match:
    for _twice in range(2):
        win_match(own_time.arrange_between(cast, league, "AC", timezone.now()))
    return play_friendly(cast, cast.cat_plays, who_is(league, "A"))


def league_over(cast: Cast, league: League) -> Match:
    Event.objects.filter(league=league).update(state="finished")
    return play_friendly(cast, cast.cat_plays, who_is(league, "A"))


@pytest.mark.parametrize(
    "played", [against_stranger, against_guest, other_rules, not_over, met_too_often, league_over]
)
def test_a_friendly_that_does_not_fit_is_not_offered(
    cast: Cast, played: Callable[[Cast, League], Match]
) -> None:
    league = own_time.open_own_time(cast)
    match = played(cast, league)
    assert fitting_leagues(match, timezone.now()) == []
    with pytest.raises(Refused):
        ask_league(match, league, cast.cat_plays)
    assert "Count it in" not in Client().get(f"/me/{cast.cats_token}/").text


def test_of_a_friendly_of_others_there_is_nothing(cast: Cast) -> None:
    league = own_time.open_own_time(cast)
    match = play_friendly(cast, who_is(league, "A"), who_is(league, "B"))
    address = f"/me/{cast.cats_token}/friendlies/{match.pk}/ask/"
    assert Client().post(address, {"league": league.slug}).status_code == 404
