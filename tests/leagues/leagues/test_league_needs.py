"""The organiser's to-do list of a league: what needs a decision, what waits, and the act for each."""

from dataclasses import replace
from datetime import date, timedelta
from uuid import uuid4

import pytest
import time_machine
from django.utils import timezone

from leagues.actions.leagues.dismissed_warnings import see_correction, tell_apart
from leagues.actions.leagues.joining.joining_link import join_as_player, offer_join_link
from leagues.actions.leagues.unplayed.dates import offer_date
from leagues.actions.log.undo import undo
from leagues.actions.refusal import Refused
from leagues.models import Action, DatedMatch, Event, League, Match, Offer, Round
from leagues.reads.play.typed_cards import Totals
from leagues.reads.results.league_needs import LeagueNeeds, needs_of_league
from scoring.sides import BySeat
from tests.cast import Cast
from tests.leagues.leagues.match_leagues import matches_in_order, open_matches, player_named
from tests.leagues.leagues.mondays import Mondays
from tests.leagues.leagues.test_match_desk import at_desk
from tests.leagues.leagues.test_match_league_pages import toronto_time
from tests.leagues.leagues.test_totals import RULE, report_totals, results_of
from tests.leagues.leagues.unplayed import link_holder, seat_of
from tests.scenes import scene

FIVE_THREE, FOUR_ALL = Totals(BySeat(5, 3), BySeat(6, 4)), Totals(BySeat(4, 4))


@scene(made=toronto_time(1), now=toronto_time(6), tick=False)
def league(cast: Cast) -> League:
    return open_matches(cast, matches=RULE)


@pytest.fixture
def match(league: League) -> Match:
    return matches_in_order(league)[0]


def now_of(league: League) -> LeagueNeeds:
    return needs_of_league(League.objects.get(pk=league.pk), timezone.now())


def home_text(cast: Cast, league: League) -> str:
    text: str = at_desk(cast, league).content.decode()
    return " ".join(text.split())


def last_of(verb: str) -> Action:
    found: Action = Action.objects.filter(verb=verb).latest("pk")
    return found


# --- Results ------------------------------------------------------------------------------


@pytest.mark.long
def test_a_result_waits_for_the_other_side_and_the_desk_confirms_for_them(
    cast: Cast, league: League, match: Match
) -> None:
    report_totals(match, 0, FIVE_THREE)
    [waits] = now_of(league).unconfirmed
    other = match.sides.get(seat=1).players.get()
    assert waits.waits_for == other.name
    assert waits.until - waits.since == timedelta(hours=RULE.confirm_hours)
    assert now_of(league).many == 0  # time settles it
    text = home_text(cast, league)
    assert "Waiting for others" in text
    assert f"Waiting for {other.name} since" in text
    assert "Confirm for them" in text
    assert waits.totals is not None
    typed = {"key": str(uuid4()), "back": "league"} | waits.totals.as_typed
    page = at_desk(cast, league, f"matches/{match.number}/totals/", **typed)
    assert page.redirect_chain[-1][0] == f"/desk/leagues/{league.slug}/"
    assert results_of(match) == [(5, 6, True), (3, 4, True)]
    assert now_of(league).unconfirmed == ()
    undo(by=cast.who("ann"), action=last_of("enter_totals"))
    assert len(now_of(league).unconfirmed) == 1


def test_after_silence_no_result_waits(league: League, match: Match) -> None:
    report_totals(match, 0, FIVE_THREE)
    with time_machine.travel(toronto_time(10)):
        assert now_of(league).unconfirmed == ()


def test_two_results_for_one_match_are_decided_by_a_tap(
    cast: Cast, league: League, match: Match
) -> None:
    report_totals(match, 0, FIVE_THREE)
    report_totals(match, 1, FOUR_ALL)
    needs = now_of(league)
    assert needs.many == 1
    assert needs.unconfirmed == ()
    [contested] = needs.contested
    assert [word.with_twenties for word in contested.words] == ["5–3, 20s 6–4", "4–4"]
    text = home_text(cast, league)
    assert text.index("1 thing to do") < text.index("The table so far")
    assert "Accept 4–4" in text
    desk = cast.browser_of("ann").get("/desk/").context
    [to_do], [line] = desk["to_do"], desk["leagues"]
    assert to_do.blocker.sentence == line.needs.title
    typed = {"key": str(uuid4()), "back": "league"} | contested.words[1].as_typed
    at_desk(cast, league, f"matches/{match.number}/totals/", **typed)
    assert results_of(match)[0][:2] == (4, None)
    assert now_of(league).many == 0


def report_rounds(match: Match, *seats: int) -> None:
    """A round for each of these seats, reported only by that seat."""
    for number, seat in enumerate(seats, start=1):
        match.rounds.create(number=number, first=0, points=[2, 0], state="reported")
        match.reports.create(
            key=uuid4(),
            game=1,
            number=number,
            seat=seat,
            claim={"points": [2, 0]},
            made_at=timezone.now(),
        )


@pytest.mark.long
def test_rounds_that_one_side_reported_are_confirmed_for_the_other(
    cast: Cast, league: League, match: Match
) -> None:
    report_rounds(match, 0)
    [waits] = now_of(league).unconfirmed
    assert waits.totals is None
    assert "Confirm for them" in home_text(cast, league)
    path = f"matches/{match.number}/confirm/"
    assert at_desk(cast, league, path, seen="old").status_code == 422
    page = at_desk(cast, league, path, seen=waits.mark, back="league")
    assert "The result is confirmed." in page.content.decode()
    assert match.rounds.get().state == Round.State.RULED
    assert now_of(league).unconfirmed == ()


@pytest.mark.parametrize(("spoke", "silent"), [((0,), (1,)), ((1,), (0,)), ((0, 1), (0, 1))])
def test_rounds_wait_for_the_side_that_has_not_reported_them(
    league: League, match: Match, spoke: tuple[int, ...], silent: tuple[int, ...]
) -> None:
    """If each side reported a different round, both have one to confirm."""
    report_rounds(match, *spoke)

    names = [match.sides.get(seat=seat).players.get().name for seat in silent]
    assert [each.waits_for for each in now_of(league).unconfirmed] == [", ".join(names)]


def test_a_league_waits_for_its_own_results_only(cast: Cast, league: League, match: Match) -> None:
    report_totals(match, 0, FIVE_THREE)
    other = open_matches(cast, matches=RULE)
    report_totals(matches_in_order(other)[0], 0, FIVE_THREE)
    report_rounds(matches_in_order(other)[1], 0)

    assert [each.match for each in now_of(league).unconfirmed] == [match]
    assert len(now_of(other).unconfirmed) == 2


# --- Days that were proposed ----------------------------------------------------------------


@pytest.mark.long
def test_a_day_without_an_answer_is_set_by_a_tap(cast: Cast, league: League) -> None:
    match = matches_in_order(league)[0]
    name = match.sides.get(seat=0).players.get().name
    path = f"matches/{match.number}/agree/"
    assert at_desk(cast, league, path, x="1").status_code == 422
    day = date(2026, 10, 10)
    offer_date(by=link_holder(cast, name), match=match, seat=seat_of(match, name), on=day)
    with time_machine.travel(toronto_time(9)):
        assert len(now_of(league).days) == 1
        assert "Set this day" in home_text(cast, league)
        at_desk(cast, league, path, back="league")
        assert now_of(league).days == []
    assert DatedMatch.objects.get(match=match).on == day


# --- Corrections that change places ---------------------------------------------------------


@pytest.fixture
def corrected(cast: Cast, league: League, match: Match) -> Action:
    """The desk entered a result and then reversed it."""
    report_totals(match, None, FIVE_THREE)
    report_totals(match, None, Totals(BySeat(0, 8)))
    return last_of("enter_totals")


@pytest.mark.long
def test_a_correction_lists_changed_places_until_marked_as_seen(
    cast: Cast, league: League, match: Match, corrected: Action
) -> None:
    [found] = now_of(league).corrections
    assert found.action == corrected
    one, other = (match.sides.get(seat=seat).players.get().name for seat in (0, 1))
    moved = {each.name: (each.before, each.after) for each in found.moved}
    assert moved[other][1] == 1
    assert moved[one][0] == 1
    text = home_text(cast, league)
    assert "Corrections that changed places" in text
    about = text.partition("Corrections that changed places")[2].partition("Mark as seen")[0]
    assert f"{one} – {other}" in about
    assert "Mon 5 Oct" in about
    assert f"{other}: place {moved[other][0]}, now 1" in text
    assert "0–8 instead of 5–3" in text
    assert f"/log/{corrected.pk}/undo/" in text
    page = at_desk(cast, league, f"needs/seen/{corrected.pk}/", x="1")
    assert "Marked as seen." in page.content.decode()
    assert now_of(league).corrections == ()
    again = at_desk(cast, league, f"needs/seen/{corrected.pk}/", x="1")
    assert "already" in again.content.decode()
    undo(by=cast.who("ann"), action=last_of("see_correction"))
    assert len(now_of(league).corrections) == 1


def test_a_correction_taken_back_asks_nothing(
    cast: Cast, league: League, corrected: Action
) -> None:
    undo(by=cast.who("ann"), action=corrected)
    assert now_of(league).corrections == ()
    with pytest.raises(Refused, match="already"):
        see_correction(by=cast.who("ann"), league=league, correction=corrected.pk)


def test_corrections_that_change_no_place_are_not_listed(league: League, match: Match) -> None:
    report_totals(match, None, FIVE_THREE)
    report_totals(match, None, Totals(BySeat(5, 3), BySeat(7, 4)))
    assert now_of(league).corrections == ()
    other = matches_in_order(league)[1]
    report_totals(other, 0, FIVE_THREE)  # the other side has not confirmed it
    report_totals(other, None, Totals(BySeat(0, 8)))
    assert now_of(league).corrections == ()


# --- The same person twice --------------------------------------------------------------------


@scene
def joined(cast: Cast) -> League:
    """Kate Smyth joined by link; the club already has a Kate Smith."""
    league = Mondays.open(cast).league
    player_named(cast, "Kate Smith")
    offer_join_link(by=cast.who("ann"), league=league)
    kate = player_named(cast, "Kate Smyth")
    join_as_player(by=link_holder(cast, "Kate Smyth"), league=league, player=kate)
    return league


def test_a_possible_duplicate_is_merged_or_kept_apart(cast: Cast, joined: League) -> None:
    [pair] = now_of(joined).twice
    assert (pair.joined.name, pair.known.name) == ("Kate Smyth", "Kate Smith")
    text = home_text(cast, joined)
    assert f"/people/{pair.known.pk}/merge/{pair.joined.pk}/" in text
    path = f"needs/apart/{pair.joined.pk}/{pair.known.pk}/"
    page = at_desk(cast, joined, path, x="1")
    assert "are kept as two people" in page.content.decode()
    assert now_of(joined).twice == ()
    again = at_desk(cast, joined, path, x="1").content.decode()  # once is enough
    assert "This has already been decided." in again
    assert Action.objects.filter(verb="tell_apart").count() == 1
    undo(by=cast.who("ann"), action=last_of("tell_apart"))
    assert len(now_of(joined).twice) == 1


def test_who_is_merged_or_was_never_asked_about_is_not(cast: Cast, joined: League) -> None:
    kate = player_named(cast, "Kate Smyth")
    tell_apart(by=cast.who("ann"), league=joined, player=kate, other=player_named(cast, "Ben"))
    assert not Action.objects.filter(verb="tell_apart").exists()
    kate.merged_into = player_named(cast, "Kate Smith")
    kate.save()
    assert now_of(joined).twice == ()


def test_a_secretary_is_not_shown_people_without_a_duplicate(cast: Cast, joined: League) -> None:
    League.objects.filter(pk=joined.pk).update(secretary=cast.ben_plays)
    hidden = player_named(cast, "Rosalind Achterberg")
    path = f"/desk/leagues/{joined.slug}/needs/apart/{hidden.pk}/{cast.cat_plays.pk}/"
    page = cast.browser_of("ben").post(path, follow=True).content.decode()
    assert "Achterberg" not in page
    assert "This has already been decided." in page


def test_a_secretary_who_may_not_merge_sees_who_may(cast: Cast, joined: League) -> None:
    League.objects.filter(pk=joined.pk).update(secretary=cast.ben_plays)
    page = cast.browser_of("ben").get(f"/desk/leagues/{joined.slug}/")
    text = page.content.decode()
    assert "an organiser can merge them" in text
    assert "Merge them" not in text


# --- Leagues of nights, long lists, nothing ---------------------------------------------------


def test_a_place_offered_at_a_night_waits_for_an_answer(cast: Cast) -> None:
    league = Mondays.open(cast).league
    night = league.nights.in_order()[0]
    with time_machine.travel(night.starts_at - timedelta(days=1), tick=False):
        until = timezone.now() + timedelta(hours=4)
        cat = cast.cat_plays
        Offer.objects.create(night=night, player=cat, until=until)
        text = home_text(cast, league)
        assert "Nothing to do" in text
        assert "Mark as coming" in text
        path = f"/desk/leagues/{league.slug}/nights/{night.pk}/coming/answer/"
        cast.browser_of("ann").post(path, {"player": cat.pk, "answer": "in"})
        assert now_of(league).places == ()


def test_a_long_list_opens_with_a_tap(cast: Cast) -> None:
    names = [f"Somebody with a very long name {n}" for n in range(8)]
    with time_machine.travel(toronto_time(1)):
        rule = replace(RULE, catch_up_every=0, days_late=60)
        league = open_matches(cast, {"": names}, matches=rule)
    with time_machine.travel(toronto_time(31)):
        needs = now_of(league)
        assert len(needs.overdue) == needs.many > 5
        text = home_text(cast, league)
    assert f"{needs.many} things to do" in text
    assert "The others" in text


def test_a_league_that_is_over_asks_nothing_of_its_matches(league: League) -> None:
    Event.objects.filter(league=league).update(state=Event.State.FINISHED)
    assert now_of(league).many == 0
