"""The desk of a league of dated matches: what needs a decision, moving, deciding, leaving."""

import re
from datetime import date, timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from leagues.actions.leagues.joining.members import adjust_points
from leagues.actions.leagues.unplayed.dates import offer_date
from leagues.actions.leagues.unplayed.no_shows import answer_no_show, claim_no_show
from leagues.actions.refusal import Refused
from leagues.models import Entry, League, Match, Round
from leagues.reads.leagues.needs import NeedReason, needs_of
from scoring.sides import Seat
from tests.cast import Cast
from tests.leagues.leagues.match_leagues import matches_in_order, open_matches, player_named
from tests.leagues.leagues.unplayed import at_noon, link_holder, match_of, seat_of, undo_last
from tests.scenes import scene

pytestmark = pytest.mark.django_db


@scene
def league(cast: Cast) -> League:
    with at_noon(9, 28):
        return open_matches(cast, {"": ("Ben", "Cat")})


@scene
def match(league: League) -> Match:
    return match_of(league, "Ben", "Cat")


def at_desk(cast: Cast, league: League, path: str = "", **typed: Any) -> Any:
    browser = cast.browser_of("ann")
    address = f"/desk/leagues/{league.slug}/{path}"
    if typed:
        return browser.post(address, typed, follow=True)
    return browser.get(address)


def need_reasons(league: League) -> list[NeedReason]:
    return [need.why for need in needs_of(league, timezone.now())]


# --- What needs a decision -----------------------------------------------------------------


@pytest.mark.long
def test_who_was_ready_is_proposed_with_the_button_beside(
    cast: Cast, league: League, match: Match
) -> None:
    with at_noon(10, 6):
        ben = seat_of(match, "Ben")
        offer_date(by=link_holder(cast, "Ben"), match=match, seat=ben, on=date(2026, 10, 8))
        assert need_reasons(league) == []
        page = at_desk(cast, league).text
        assert page.index("0 of 1 played") < page.index("Week 1 of") < page.index("Nothing to do")
    with at_noon(10, 9):
        assert need_reasons(league) == [NeedReason.UNANSWERED]
    with at_noon(10, 12):
        page = at_desk(cast, league).content.decode()
        assert "1 thing to do" in page
        assert "Ben was ready to play. The other side didn’t respond" in page
        assert "Give Cat the win" not in page
        path = f"matches/{match.number}/give/"
        at_desk(cast, league, path, winner=str(ben.value))
        assert need_reasons(league) == []
    match.refresh_from_db()
    assert (match.ending, match.winner) == ("walkover", ben)


@pytest.mark.long
def test_a_claim_waits_for_its_answer_and_then_for_a_decision(
    cast: Cast, league: League, match: Match
) -> None:
    with at_noon(10, 6):
        ben = seat_of(match, "Ben")
        claim = claim_no_show(by=link_holder(cast, "Ben"), match=match, seat=ben)
        assert need_reasons(league) == []
    with at_noon(10, 8):
        assert need_reasons(league) == [NeedReason.SILENT]
        answer_no_show(by=link_holder(cast, "Cat"), claim=claim, seat=Seat(1 - ben), admits=False)
        assert need_reasons(league) == [NeedReason.DENIED]
        page = at_desk(cast, league, f"matches/{match.number}/play/", x="1")
        assert "The match is open again." in page.content.decode()
        assert need_reasons(league) == []


def test_a_claim_without_an_answer_in_time_needs_a_decision(
    cast: Cast, league: League, match: Match
) -> None:
    with at_noon(10, 6):
        seat = seat_of(match, "Ben")
        claim_no_show(by=link_holder(cast, "Ben"), match=match, seat=seat)
        assert need_reasons(league) == []
    with at_noon(10, 8):
        assert need_reasons(league) == [NeedReason.SILENT]


def test_what_was_void_and_is_to_be_played_after_all_is_asked_about(
    cast: Cast, league: League, match: Match
) -> None:
    with at_noon(10, 12):
        at_desk(cast, league)
        match.refresh_from_db()
        assert match.ending == "annulled"
        undo_last(cast, league)
        assert need_reasons(league) == [NeedReason.NO_ANSWER]


def test_sides_that_differ_and_what_was_only_begun(
    cast: Cast, league: League, match: Match
) -> None:
    Match.objects.filter(pk=match.pk).update(state=Match.State.PLAYING)
    with at_noon(10, 12):
        assert need_reasons(league) == [NeedReason.HALF_PLAYED]
        Round.objects.create(match=match, number=1, first=0, state="disputed", points=[2, 0])
        assert need_reasons(league) == [NeedReason.DIFFER]
        assert "the win" not in at_desk(cast, league).content.decode()


# --- One match -----------------------------------------------------------------------------


def test_a_match_entered_by_rounds_leads_to_its_card(
    cast: Cast, league: League, match: Match
) -> None:
    with at_noon(10, 5):
        page = at_desk(cast, league, f"matches/{match.number}/").text
    card = f"/desk/events/{match.event.slug}/matches/{match.number}/"

    assert f'<p id="result"> <a class="button" href="{card}">Enter the' in " ".join(page.split())


def test_a_finished_match_shows_its_score_and_how_to_correct_it(
    cast: Cast, league: League, match: Match
) -> None:
    Match.objects.filter(pk=match.pk).update(state="finished", ending="played", winner=1)
    match.sides.filter(seat=1).update(points=6)
    page = " ".join(at_desk(cast, league, f"matches/{match.number}/").text.split())
    shown = page.split('class="match whole"')[1].split("</article>")[0]

    assert re.findall(r'class="score">(\d)<', shown) == ["0", "6"]
    assert f'href="/desk/events/{match.event.slug}/matches/{match.number}/correct/"' in page


def test_a_match_of_a_week_shows_its_day_if_it_differs(
    cast: Cast, league: League, match: Match
) -> None:
    def line() -> str:
        with at_noon(9, 1):
            weeks = " ".join(at_desk(cast, league, "matches/").text.split())
        found: str = weeks.split(f'id="match-{match.number}"')[1].split("</li>")[0]
        return found

    assert 'class="badge' not in line()
    match.dated.on = match.dated.week.on + timedelta(days=2)
    match.dated.save()
    assert f"{match.dated.on:%a} {match.dated.on.day} " in line()


def test_the_card_of_a_match_proposes_what_a_forfeit_pays(
    cast: Cast, league: League, match: Match
) -> None:
    League.objects.update(matches={**(league.matches or {}), "forfeit_points": 5})
    browser = cast.browser_of("ann")
    page: Any = browser.get(f"/desk/events/{match.event.slug}/matches/{match.number}/")

    assert page.context_data["end"].initial["points"] == "5-0"
    assert f'<a href="/desk/leagues/{league.slug}/">' in page.text, "the way back"


@pytest.mark.parametrize(
    ("act", "typed", "status", "message"),
    [
        ("day", {"on": "2026-10-20", "at": "19:00"}, 200, "The day is set."),
        ("day", {"on": "2027-10-20"}, 422, "last catch-up day"),
        ("put-off", {"until": "2026-10-20", "reason": "flu"}, 200, "postponed"),
        ("put-off", {"until": "2026-10-20"}, 422, "Give a reason"),
        ("week", {"week": "0"}, 422, "Choose a week."),
        ("give", {"winner": ""}, 200, "The decision is saved."),
        ("give", {"winner": "7"}, 422, "7"),
        ("void", {"x": "1"}, 200, "The match is void."),
        ("play", {"x": "1"}, 422, "Something has changed"),
        ("dance", {"x": "1"}, 404, ""),
    ],
)
def test_what_is_done_to_a_match(
    cast: Cast,
    league: League,
    match: Match,
    act: str,
    typed: dict[str, str],
    status: int,
    message: str,
) -> None:
    with at_noon(10, 6):
        page = at_desk(cast, league, f"matches/{match.number}/{act}/", **typed)
    assert page.status_code == status
    assert message in page.content.decode()


@pytest.mark.long
def test_a_substitute_sits_in(cast: Cast, league: League, match: Match) -> None:
    ben, gus = player_named(cast, "Ben"), player_named(cast, "Gus")
    path = f"matches/{match.number}/substitute/"
    typed = {"leaves": ben.pk, "comes": gus.pk, "span": "match"}
    with at_noon(10, 6):
        page = at_desk(cast, league, path, **typed)
        assert "The substitute is saved." in page.content.decode()
        again = at_desk(cast, league, path, **typed)
    assert again.status_code == 422
    assert match.sides.filter(players=gus).exists()


def test_no_substitute_sits_in_for_a_match_that_has_begun(
    cast: Cast, league: League, match: Match
) -> None:
    Match.objects.filter(pk=match.pk).update(state=Match.State.PLAYING)
    keys = {name: player_named(cast, name).pk for name in ("Ben", "Gus")}
    typed = {"leaves": keys["Ben"], "comes": keys["Gus"], "span": "match"}
    with at_noon(10, 5):
        path = f"matches/{match.number}/substitute/"
        page = at_desk(cast, league, path, **typed)
    assert page.status_code == 422
    assert "This match has already begun." in page.text


def test_points_by_hand_would_change_no_table_of_matches(cast: Cast, league: League) -> None:
    assert "Adjust points" not in at_desk(cast, league, "people/").text
    ben = player_named(cast, "Ben")
    with pytest.raises(Refused, match="Correct a result instead"):
        adjust_points(by=cast.who("ann"), league=league, player=ben, points=2, reason="keys")


@pytest.mark.long
def test_who_leaves_is_shown_first_with_who_moves(cast: Cast) -> None:
    with at_noon(10, 6):
        league = open_matches(cast)
        entry = Entry.objects.get(event=league.event, players__name="Ben")
        path = f"leave/{entry.pk}/"
        assert "0 of 3 matches have been played" in at_desk(cast, league, path).content.decode()
        form = at_desk(cast, league, path).context["form"]
        typed = {"way": "forfeit", "seen": form["seen"].value()}
        page = at_desk(cast, league, path, **typed)
        assert "3 matches are awarded to the opponents." in page.content.decode()
        entry.refresh_from_db()
        assert entry.state == Entry.State.ACTIVE
        at_desk(cast, league, path, **typed, shown="forfeit")
        entry.refresh_from_db()
        assert entry.state == Entry.State.WITHDRAWN
        log = at_desk(cast, league, "log/").content.decode()
        assert "Removed Ben from the league. Their remaining matches are forfeits." in log
        assert at_desk(cast, league, path).status_code == 404
        number = match_of(league, "Ben", "Cat").number
        text = at_desk(cast, league, f"matches/{number}/").content.decode()
        assert "Ben has left" in text
        assert path not in text


def test_a_league_of_nights_has_no_such_pages(cast: Cast) -> None:
    league = League.objects.create(club=cast.club, name="Nights", slug="nights")
    assert at_desk(cast, league, "matches/").status_code == 404


def test_the_public_page_of_a_match_leads_its_secretary_to_it(cast: Cast) -> None:
    league = open_matches(cast)
    League.objects.filter(pk=league.pk).update(secretary=cast.ben_plays)
    match = matches_in_order(league)[0]
    page = match.get_absolute_url()
    of_match = f"/desk/leagues/{league.slug}/matches/{match.number}/"
    assert of_match in cast.browser_of("ben").get(page).content.decode()
    assert of_match not in Client().get(page).content.decode()


def test_an_overdue_match_is_given_another_day_before_it_is_decided(
    cast: Cast, league: League, match: Match
) -> None:
    with at_noon(10, 12):
        at_desk(cast, league)  # voids the match
        undo_last(cast, league)
        text = " ".join(at_desk(cast, league).text.split())
    need, folded = text.split('class="needs"')[1].split("Decide without playing")[:2]
    address = f"/desk/leagues/{league.slug}/matches/{match.number}/"
    assert f'<a class="button" href="{address}">Set another day' in need
    assert "<button" not in need
    assert f'<a class="button quiet" href="/desk/leagues/{league.slug}/matches/">' in text
    for act in ("Give Ben the win", "Give Cat the win", "Give both a loss", "Void the match"):
        assert act in folded.split("</details>")[0]


@pytest.mark.parametrize(
    ("day", "overdue", "due"), [((9, 29), False, True), ((10, 12), True, False)]
)
def test_the_desk_of_its_event_lists_its_matches_where_it_has_no_boards(
    cast: Cast, league: League, match: Match, day: tuple[int, int], overdue: bool, due: bool
) -> None:
    assert league.event
    with at_noon(*day):
        page = cast.browser_of("ann").get(f"/desk/events/{league.event.slug}/play/").text
    words = re.sub(r"\s+", " ", re.sub("<[^>]+>", " ", page))
    assert ("Decide an overdue match" in words) is overdue
    names = "(?:Ben – Cat|Cat – Ben)"  # who shoots first is drawn
    assert bool(re.search(f"{names} +Mon 5 Oct", words)) is due
    assert len(re.findall(names, words)) == 1
    assert "Type a card" not in words


def test_the_finished_matches_of_a_week_are_folded_below_the_table(
    cast: Cast, league: League, match: Match
) -> None:
    with at_noon(10, 6):
        assert "<h2>This week</h2>" in at_desk(cast, league).text
        Match.objects.filter(pk=match.pk).update(state="finished", ending="played")
        text = " ".join(at_desk(cast, league).text.split())
    assert "<h2>This week</h2>" not in text
    folded = text.split("The table so far")[1].split("<details>")[1].split("</details>")[0]
    assert re.match(r" <summary> <span>This week: <span .*1 match is finished", folded)
    assert "match-list" in folded


def test_a_week_of_the_calendar_shows_what_is_to_play(cast: Cast, match: Match) -> None:
    league = match.event.league
    with at_noon(10, 6):
        page = " ".join(at_desk(cast, league, "calendar/").content.decode().split())
    assert "0 of 1 played" in page
    assert "Ben – Cat" in page or "Cat – Ben" in page
    with at_noon(11, 20):
        page = at_desk(cast, league, "calendar/").content.decode()
    assert "Overdue" in page
