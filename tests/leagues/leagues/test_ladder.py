"""Ladders: challenges from a player's own page, results that change places, and no answer."""

import re
from datetime import date, datetime, timedelta
from typing import Any

import pytest
import time_machine
from django.test import Client
from django.utils import timezone

from leagues.actions.leagues.joining.newcomers import join_league
from leagues.actions.leagues.kinds.ladder import challenge_player
from leagues.actions.leagues.kinds.openers import open_dated_league
from leagues.actions.leagues.unplayed.deadlines import settle_deadlines
from leagues.actions.log.undo import undo
from leagues.actions.refusal import Refused
from leagues.models import Action, DatedMatch, Enrolment, Entry, Event, League, Match
from leagues.reads import Sheet
from leagues.reads.leagues.kinds.ladder import ladder_of
from leagues.reads.leagues.pages.cards import MatchCard, league_cards
from leagues.reads.phones.own_leagues import own_leagues
from leagues.stages.ladder import LadderRules
from leagues.stages.match_league import MatchLeague
from tests.cast import Cast
from tests.leagues.leagues.evenings import TORONTO
from tests.leagues.leagues.match_leagues import MONDAYS, open_matches, player_named
from tests.leagues.leagues.test_match_set_up import NEW, WHEN, dates_seen, send_screen
from tests.leagues.leagues.tonights import win_match

NOON = datetime(2026, 10, 6, 12, tzinfo=TORONTO)


@pytest.fixture
def league(cast: Cast) -> League:
    """Five players with one-letter names; the last is Cat, who has a link."""
    with time_machine.travel(datetime(2026, 10, 1, tzinfo=TORONTO)):
        return open_ladder(cast)


def open_ladder(cast: Cast, **facts: Any) -> League:
    people = [player_named(cast, name) for name in "ABDE"]
    return open_dated_league(
        kind=League.Kind.LADDER,
        by=cast.who("ann"),
        club=cast.club,
        name="Summer ladder",
        divisions={"": [(player,) for player in [*people, cast.cat_plays]]},
        sheet=Sheet.named("tournament-singles"),
        **{"calendar": MONDAYS, **facts},
    )


def test_a_ladder_has_no_week_on_its_card(cast: Cast) -> None:
    open_ladder(cast)
    [card] = league_cards(League.objects.current())
    assert isinstance(card, MatchCard)
    assert (card.week, card.next_day) == (0, None)


def test_a_ladder_opens_with_its_entries_in_their_order(cast: Cast) -> None:
    people = [player_named(cast, name) for name in "ABDE"]
    league = open_dated_league(
        by=cast.who("ann"),
        kind=League.Kind.LADDER,
        divisions={"": [(player,) for player in people]},
        rules=LadderRules(reach=2),
        matches=MatchLeague(forfeits_at_once=True),
        club=cast.club,
        name="Winter ladder",
        sheet=Sheet.named("tournament-singles"),
        calendar=MONDAYS,
    )

    assert ladder_order(league) == "ABDE"
    assert ladder_of(league).rules.reach == 2


def entry_of(league: League, name: str) -> Entry:
    entries = Entry.objects.named().filter(event=league.event_id)
    return entries.get(players__name__startswith=name)


def ladder_order(league: League) -> str:
    ladder = ladder_of(league)
    return "".join(line.entry.people[0].name[0] for line in ladder.lines)


def make_challenge(cast: Cast, league: League, two: str, when: datetime = NOON) -> Match:
    with time_machine.travel(when):
        return challenge_player(
            by=cast.who("ann"),
            league=league,
            entry=entry_of(league, two[0]),
            other=entry_of(league, two[1]),
        )


def win_challenge(match: Match, seat: int, when: datetime = NOON) -> None:
    with time_machine.travel(when + timedelta(days=1)):
        win_match(match, seat)


def test_it_begins_in_the_order_of_the_list(league: League) -> None:
    assert ladder_order(league) == "ABDEC"
    assert not Match.objects.exists()


def test_a_ladder_of_one_is_refused(cast: Cast) -> None:
    with pytest.raises(Refused, match="two players"):
        open_dated_league(
            kind=League.Kind.LADDER,
            by=cast.who("ann"),
            club=cast.club,
            name="Alone",
            divisions={"": [(cast.cat_plays,)]},
            sheet=Sheet.named("tournament-singles"),
            calendar=MONDAYS,
        )


def test_the_desk_opens_a_ladder_of_two_and_they_play(cast: Cast) -> None:
    ann = cast.browser_of("ann")
    ann.post(f"{NEW}what/", {"kind": "ladder"})
    ann.post(f"{NEW}divisions/", {"text": "Player A\nPlayer B", "open": "1"})
    league = League.objects.get()
    names = [line.entry.people[0].name for line in ladder_of(league).lines]
    lower, upper = (entry_of(league, name) for name in names[::-1])
    now = timezone.now()

    win_match(
        challenge_player(by=cast.who("ann"), league=league, entry=lower, other=upper, now=now), 0
    )

    assert names == ["Player A", "Player B"]
    assert [line.entry.people[0].name for line in ladder_of(league).lines] == names[::-1]


def test_a_challenge_is_a_match_that_is_due_in_fourteen_days(cast: Cast, league: League) -> None:
    match = make_challenge(cast, league, "CB")
    dated = DatedMatch.objects.get(match=match)

    assert dated.due_on == date(2026, 10, 20)
    assert dated.week.on == date(2026, 10, 5)
    sides = match.sides.order_by("seat").values_list("players__name", flat=True)
    assert list(sides) == ["Cat van der Berg", "B"]


def test_before_the_first_week_a_challenge_is_of_the_first(cast: Cast, league: League) -> None:
    match = make_challenge(cast, league, "EB", datetime(2026, 10, 2, tzinfo=TORONTO))

    assert match.dated.week.on == date(2026, 10, 5)


def test_who_wins_takes_the_place(cast: Cast, league: League) -> None:
    win_challenge(make_challenge(cast, league, "CB"), 0)
    assert ladder_order(league) == "ACBDE"


def test_who_loses_a_challenge_stays(cast: Cast, league: League) -> None:
    win_challenge(make_challenge(cast, league, "CB"), 1)
    assert ladder_order(league) == "ABDEC"


def test_a_corrected_result_leaves_the_order_it_would_have_left(cast: Cast, league: League) -> None:
    match = make_challenge(cast, league, "CB")
    win_challenge(match, 0)
    win_challenge(make_challenge(cast, league, "BA", NOON + timedelta(days=3)), 0)
    win_match(match, 1)
    Match.objects.filter(pk=match.pk).update(finished_at=NOON + timedelta(days=1))

    assert ladder_order(league) == "BADEC"


@pytest.mark.parametrize(
    ("two", "why"),
    [("CA", "at most 3 places"), ("AB", "someone above you"), ("AA", "someone above you")],
)
def test_what_a_ladder_refuses(cast: Cast, league: League, two: str, why: str) -> None:
    with pytest.raises(Refused, match=why):
        make_challenge(cast, league, two)
    assert not Match.objects.exists()


def test_one_challenge_at_a_time(cast: Cast, league: League) -> None:
    make_challenge(cast, league, "CB")
    with pytest.raises(Refused, match="Play your open challenge first"):
        make_challenge(cast, league, "CD")
    with pytest.raises(Refused, match="They have another challenge"):
        make_challenge(cast, league, "DB")


def test_who_was_challenged_and_is_silent_loses_the_place(cast: Cast, league: League) -> None:
    make_challenge(cast, league, "CB")
    later = datetime(2026, 10, 21, 12, tzinfo=TORONTO)
    assert settle_deadlines(league=league, now=later - timedelta(days=1)) == 0
    with time_machine.travel(later):
        assert settle_deadlines(league=league, now=later) == 1

    assert Match.objects.get().ending == "walkover"
    assert ladder_order(league) == "ACBDE"


def test_a_challenge_settles_what_is_overdue_first(cast: Cast, league: League) -> None:
    make_challenge(cast, league, "CB")
    make_challenge(cast, league, "BA", datetime(2026, 10, 21, 12, tzinfo=TORONTO))

    assert Match.objects.filter(ending="walkover").count() == 1


def test_who_withdraws_closes_the_gap_and_comes_back_at_the_bottom(
    cast: Cast, league: League
) -> None:
    Entry.objects.filter(pk=entry_of(league, "B").pk).update(state="withdrawn")
    assert ladder_order(league) == "ADEC"
    with pytest.raises(Refused, match="no longer on this ladder"):
        make_challenge(cast, league, "EB")

    Entry.objects.filter(pk=entry_of(league, "B").pk).update(state="active")
    Enrolment.objects.create(league=league, player=player_named(cast, "B"))
    assert ladder_order(league) == "ADECB"


def test_a_finished_league_takes_no_challenge(cast: Cast, league: League) -> None:
    Event.objects.update(state="finished")
    with pytest.raises(Refused, match="isn’t running"):
        make_challenge(cast, league, "CB")


def test_a_challenge_can_be_undone_until_it_is_played(cast: Cast, league: League) -> None:
    make_challenge(cast, league, "CB")
    undo(by=cast.who("ann"), action=Action.objects.get(verb="challenge"))
    assert not Match.objects.exists()

    match = make_challenge(cast, league, "CB")
    win_challenge(match, 0)
    with pytest.raises(Refused):
        undo(by=cast.who("ann"), action=Action.objects.filter(verb="challenge").latest("pk"))


# --- Joining ----------------------------------------------------------------------------


def test_who_joins_starts_at_the_bottom_and_may_challenge(cast: Cast, league: League) -> None:
    join_league(by=cast.who("ann"), league=league, players=[player_named(cast, "Z")])
    assert ladder_order(league) == "ABDECZ"
    make_challenge(cast, league, "ZC")

    again = [player_named(cast, "Z"), player_named(cast, "A")]
    assert join_league(by=cast.who("ann"), league=league, players=again) == []


def test_who_comes_back_begins_at_the_bottom_with_the_same_entry(
    cast: Cast, league: League
) -> None:
    before = entry_of(league, "B")
    Entry.objects.filter(pk=before.pk).update(state="withdrawn")
    league.enrolments.filter(player__name="B").update(last=league.nights.first())
    (now,) = join_league(by=cast.who("ann"), league=league, players=[player_named(cast, "B")])
    assert now == before
    assert ladder_order(league) == "ADECB"


def test_joining_is_undone_until_a_match_is_arranged(cast: Cast, league: League) -> None:
    join_league(by=cast.who("ann"), league=league, players=[player_named(cast, "Z")])
    line = Action.objects.get(verb="join_league")
    match = make_challenge(cast, league, "ZC")
    with pytest.raises(Refused):
        undo(by=cast.who("ann"), action=line)

    undo(by=cast.who("ann"), action=Action.objects.get(verb="challenge"))
    undo(by=cast.who("ann"), action=line)
    assert ladder_order(league) == "ABDEC"
    assert not Match.objects.filter(pk=match.pk).exists()


def test_the_desk_adds_a_player_under_people(cast: Cast, league: League) -> None:
    zoe = player_named(cast, "Z")
    ann = cast.browser_of("ann")
    address = f"/desk/leagues/{league.slug}/people/enrol/"
    typed = {"player": zoe.pk, "kind": "member"}
    page = ann.post(address, typed)
    if page.status_code == 200:  # who would move is shown first
        ann.post(address, typed | {"seen_moves": page.context["moves_mark"]})
    assert ladder_order(league) == "ABDECZ"


# --- Pages ------------------------------------------------------------------------------


def test_the_own_page_shows_the_place_and_who_may_be_challenged(cast: Cast, league: League) -> None:
    (own,) = own_leagues(cast.cat_plays, NOON)
    assert own.ladder is not None
    assert own.ladder.line.place == 5
    assert [each.entry.people[0].name for each in own.ladder.may_challenge] == ["B", "D", "E"]
    page = Client().get(f"/me/{cast.cats_token}/").content.decode()
    assert "Place 5" in page
    assert "You may challenge" in page


@pytest.mark.long
def test_a_challenge_with_one_tap_by_link(cast: Cast, league: League) -> None:
    address = f"/me/{cast.cats_token}/leagues/{league.slug}/challenge/"
    other = entry_of(league, "B")
    page = Client().post(address, {"entry": other.pk}, follow=True)
    assert "You have challenged B." in page.content.decode()
    match = Match.objects.get()
    assert Action.objects.get(verb="challenge").details["name"] == "Cat van der Berg"

    again = Client().post(address, {"entry": entry_of(league, "D").pk}, follow=True)
    assert "Play your open challenge first" in again.content.decode()
    assert [each.pk for each in Match.objects.all()] == [match.pk]


def test_a_challenge_with_one_tap_by_account(cast: Cast) -> None:
    league = opened_with(cast)
    browser = cast.browser_of("ben")
    top = ladder_of(league).lines[0].entry
    address = f"/me/leagues/{league.slug}/challenge/"
    assert browser.post(address, {"entry": top.pk}).status_code == 302
    assert Match.objects.count() == 1


def opened_with(cast: Cast) -> League:
    return open_dated_league(
        kind=League.Kind.LADDER,
        by=cast.who("ann"),
        club=cast.club,
        name="Second ladder",
        divisions={"": [(cast.cat_plays,), (cast.ben_plays,)]},
        sheet=Sheet.named("tournament-singles"),
        calendar=MONDAYS,
    )


@pytest.mark.parametrize("typed", [{}, {"entry": "x"}, {"entry": "999999"}])
def test_nonsense_makes_no_challenge(cast: Cast, league: League, typed: dict[str, str]) -> None:
    address = f"/me/{cast.cats_token}/leagues/{league.slug}/challenge/"
    page = Client().post(address, typed, follow=True)

    assert "Choose an opponent." in page.content.decode()


def test_a_player_on_no_ladder_finds_no_page(cast: Cast, league: League) -> None:
    address = f"/me/leagues/{league.slug}/challenge/"
    assert cast.browser_of("ben").post(address).status_code == 404
    assert cast.browser_of("dan").post(address).status_code == 404

    Entry.objects.filter(pk=entry_of(league, "C").pk).update(state="withdrawn")
    by_link = f"/me/{cast.cats_token}/leagues/{league.slug}/challenge/"
    assert Client().post(by_link).status_code == 404


def test_everybody_sees_the_ladder_and_its_challenges(cast: Cast, league: League) -> None:
    assert "matches played" not in Client().get("/leagues/").text, "none is challenged yet"
    make_challenge(cast, league, "CB")
    page = Client().get(f"/leagues/{league.slug}/")
    text = " ".join(page.content.decode().split())

    assert [line.place for line in page.context["ladder"].lines] == [1, 2, 3, 4, 5]
    assert "has challenged B, to play by 20 October" in text
    assert "challenged by" not in text, "a challenge is with its challenger, and among the matches"
    assert "Next:" not in text
    assert "Next:" not in Client().get("/leagues/").text, "a ladder has no weeks"
    assert "may challenge 1, 3" in text
    rungs = page.context["ladder"].rungs
    assert [rung.may_challenge for rung in rungs] == [(), (), (1,), (1, 3), ()]
    tinted = re.findall(r'<tr class="line( now)?"', text)
    assert tinted == ["", " now", "", "", " now"], "those with a challenge"
    assert "Challenges to play" in text
    assert "Challenges played" not in text
    assert "A challenge goes up 3 places at most and is played within 14 days." in text


@pytest.mark.long
def test_a_ladder_is_set_up_with_its_own_questions(cast: Cast) -> None:
    ann = cast.browser_of("ann")
    ann.post(f"{NEW}what/", {"kind": "ladder"})
    send_screen(ann, "when", WHEN | {"dates_of": dates_seen(ann)})
    send_screen(ann, "where")
    send_screen(ann, "divisions", {"text": "Player A\nPlayer B\nPlayer C"})
    send_screen(ann, "rules", {"reach": "2", "days": "10", "again_after": "0"})
    send_screen(ann, "review", {"open": "1"})
    league = League.objects.get()

    assert ladder_of(league).rules == LadderRules(reach=2, days=10, again_after=0)
    assert league.matches["forfeits_at_once"]
    assert len(ladder_of(league).lines) == 3
    assert ann.get(f"/desk/leagues/{league.slug}/").status_code == 200
    assert timezone.is_aware(league.enrolments.all()[0].made_at)


def test_the_pages_of_its_event_show_the_ladder_and_no_points(cast: Cast, league: League) -> None:
    """E beat D, who was above. By points both would be ahead of A, who has none."""
    win_challenge(make_challenge(cast, league, "ED"), 0)
    assert league.event is not None
    at = league.event.get_absolute_url()
    for page in ("", "standings/"):
        answer = Client().get(f"{at}{page}")
        ladder = answer.context["ladder"]
        names = [line.entry.people[0].name[0] for line in ladder.lines]
        assert "".join(names) == ladder_order(league) == "ABEDC"
        assert answer.context["tables"] == ()
        assert "All about the ladder" in answer.text
        assert "Pts" not in answer.text


def test_an_entry_page_in_its_event_shows_the_rung(cast: Cast, league: League) -> None:
    win_challenge(make_challenge(cast, league, "ED"), 0)
    assert league.event is not None
    of_e = f"{league.event.get_absolute_url()}entries/{entry_of(league, 'E').pk}/"
    answer = Client().get(of_e)

    assert answer.context["rung"].place == 3
    assert answer.context["line"] is None


def test_an_event_of_matches_shows_no_ladder(cast: Cast) -> None:
    made = open_matches(cast)
    assert made.event is not None
    assert Client().get(made.event.get_absolute_url()).context["ladder"] is None
