"""Closing a season freezes its table, and no later change reaches it."""

from collections.abc import Callable, Iterator
from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.utils import timezone

from leagues.actions.leagues.dues import Paid, note_dues
from leagues.actions.leagues.joining.members import adjust_points, end_enrolment
from leagues.actions.leagues.kinds.openers import open_dated_league
from leagues.actions.leagues.nights.changes import add_night, cancel_night
from leagues.actions.leagues.nights.counted_event import attach_event
from leagues.actions.leagues.season.closing import (
    awards_of,
    close_league,
    confirm_awards,
    reopen_league,
)
from leagues.actions.leagues.settings import change_league
from leagues.actions.log.sentences import sentence_of
from leagues.actions.log.undo import undo
from leagues.actions.refusal import Refused
from leagues.models import Action, Award, Due, Event, FinalRow, League, MatchSide, Player
from leagues.reads import Sheet
from leagues.reads.leagues.end.awards import award_choices
from leagues.reads.leagues.end.closing import open_questions
from leagues.reads.leagues.table.season import season_of
from leagues.reads.leagues.table.table_lines import league_lines, lines_of_season
from tests.cast import Cast, Page
from tests.leagues.leagues.match_leagues import (
    MONDAYS,
    matches_in_order,
    open_matches,
    player_named,
)
from tests.leagues.leagues.mondays import Mondays
from tests.leagues.leagues.tonights import win_match
from tests.scenes import scene

pytestmark = pytest.mark.django_db
AFTER = "2026-12-01T12:00-05:00"


@pytest.fixture(autouse=True)
def december() -> Iterator[None]:
    with time_machine.travel(AFTER, tick=False):
        yield


def test_what_splits_a_tie_is_in_each_of_its_lines_before_the_season_closes(cast: Cast) -> None:
    mondays = Mondays.open(cast, "Zoë", "Bo", "Al")
    mondays.play(1, ("Zoë", "Bo", 6, 2), ("Zoë", "Al", 6, 2))
    mondays.play(2, ("Bo", "Zoë", 5, 3), ("Bo", "Al", 8, 0))
    lines = lines_of_season(mondays.season())
    page = cast.browser_of("ann").get(f"/desk/leagues/{mondays.league.slug}/end/close/").text

    assert [line.total == lines[0].total for line in lines] == [True, True, False]
    assert [line.because[1:] in page for line in lines] == [True, True, False]


def test_a_running_night_is_led_to_before_the_season_is_closed(
    cast: Cast, mondays: Mondays
) -> None:
    Event.objects.filter(night=mondays.night(2)).update(state=Event.State.RUNNING)
    page = cast.browser_of("ann").get(f"/desk/leagues/{mondays.league.slug}/end/close/").text

    assert "A night is running. End it first." in page
    assert f"/nights/{mondays.night(2).pk}/tonight/" in page


@scene
def mondays(cast: Cast) -> Mondays:
    """Zoë won both nights that were played; the third was cancelled."""
    mondays = Mondays.open(cast, "Zoë", "Bo", "Al")
    mondays.play(1, ("Zoë", "Bo", 6, 2), ("Al", "Bo", 4, 4))
    mondays.play(2, ("Zoë", "Bo", 5, 3), ("Zoë", "Al", 8, 0))
    cancel_night(by=cast.who("ann"), night=mondays.night(3), reason="snow")
    return mondays


def close_season(mondays: Mondays) -> League:
    league = mondays.league
    close_league(by=mondays.cast.who("ann"), league=league)
    return league


def table_lines(league: League) -> list[tuple[Any, ...]]:
    return [(line.place, line.name, line.total, line.played) for line in league_lines(league)]


def page_of_league(mondays: Mondays) -> str:
    """The league's page as a stranger reads it."""
    browser: Page = mondays.cast.browser_of("stranger")
    page: str = browser.get(mondays.league.get_absolute_url()).text
    return page[page.index("<main") :]


def correct_points(event: Event, points: int) -> None:
    """Change the points of a side and the event's revision, as a correction does."""
    side = MatchSide.objects.filter(match__event=event).order_by("pk").first()
    assert side
    MatchSide.objects.filter(pk=side.pk).update(points=points)
    event.touch()


def test_a_season_that_closes_without_a_result_has_no_next_night_and_is_closed(cast: Cast) -> None:
    mondays = Mondays.open(cast, "Zoë", "Bo")
    mondays.play(1, ("Zoë", "Bo", 5, 3))
    League.objects.update(fewest=4, is_open=True)
    mondays.league.enrolments.all().delete()
    mondays.league.refresh_from_db()
    with time_machine.travel(mondays.night(2).starts_at, tick=False):
        league, ann = mondays.league, cast.browser_of("ann")
        tonight = f"/nights/{mondays.night(2).pk}/tonight/"
        assert tonight in ann.get("/desk/").text

        close_season(mondays)

        assert tonight not in ann.get("/desk/").text
        assert "Next night" not in page_of_league(mondays)
        for page in ("/leagues/", "/honours/"):
            assert "No results counted." in ann.get(page).text
            assert "Not closed yet" not in ann.get(page).text
        sheet = ann.get(f"/desk/leagues/{league.slug}/paper/certificates/").text
        assert "No awards were given." in sheet


# --- Frozen -------------------------------------------------------------------------------


def test_the_table_it_closes_with_is_that_of_its_nights(mondays: Mondays) -> None:
    before, open_table = table_lines(mondays.league), mondays.season().rows

    league = close_season(mondays)

    assert [name for _, name, _, _ in before] == ["Zoë", "Bo", "Al"]
    assert table_lines(league) == before
    assert season_of(league).rows == open_table
    assert FinalRow.objects.count() == 3


def test_the_log_names_the_champion(mondays: Mondays) -> None:
    close_season(mondays)

    line = Action.objects.get(verb="close_league")
    text = sentence_of(line.verb, line.details)
    assert text == "Closed the season of Mondays. First place: Zoë."


def test_a_later_correction_changes_the_night_and_not_the_table(mondays: Mondays) -> None:
    league = close_season(mondays)
    before = table_lines(league)
    page = page_of_league(mondays)

    correct_points(mondays.night(1).events.get(), 0)

    assert table_lines(league) == before
    rows = {row.player: row.tour_points for row in season_of(league).rows}
    assert rows[mondays.player("Zoë").pk] == 19
    assert page_of_league(mondays) == page


def test_a_night_opened_again_stays_a_column_of_the_table(mondays: Mondays) -> None:
    league = close_season(mondays)
    Event.objects.update(state=Event.State.RUNNING)

    season = season_of(league, with_running=True)
    assert (season.now, season.over, season.is_final) == (None, 2, True)


def test_a_player_merged_later_keeps_the_line_under_the_new_name(mondays: Mondays) -> None:
    league = close_season(mondays)
    alma = mondays.player("Alma")
    Player.objects.filter(name="Al").update(merged_into=alma)

    assert [name for _, name, _, _ in table_lines(league)] == ["Zoë", "Bo", "Alma"]
    assert "Alma" in page_of_league(mondays)


def test_the_reason_for_a_place_stays_the_same(mondays: Mondays) -> None:
    season = season_of(mondays.league)
    names = dict(Player.objects.values_list("pk", "name"))
    before = [str(row.because(names.__getitem__)) for row in season.rows]

    rows = season_of(close_season(mondays)).rows

    assert [str(row.because(names.__getitem__)) for row in rows] == before


# --- Nothing can change --------------------------------------------------------------------


def test_what_is_done_to_a_league_is_refused_once_it_is_closed(mondays: Mondays) -> None:
    league, by = close_season(mondays), mondays.cast.who("ann")
    night, zoe = mondays.night(1), mondays.player("Zoë")
    enrolment = league.enrolments.get(player=zoe)
    event = Event.objects.create(club=league.club, name="Cup", slug="cup", starts_at=timezone.now())
    acts: list[Callable[[], object]] = [
        lambda: change_league(by=by, league=league, facts={"name": "Other"}),
        lambda: cancel_night(by=by, night=night, reason="late"),
        lambda: add_night(by=by, league=league, facts={"on": night.on, "at": night.at}),
        lambda: end_enrolment(by=by, enrolment=enrolment, last=night),
        lambda: adjust_points(by=by, league=league, player=zoe, points=1, reason="keys"),
        lambda: attach_event(by=by, event=event, night=night),
        lambda: attach_event(by=by, event=night.events.get(), night=None),
        lambda: confirm_awards(by=by, league=league, awards=[]),
        lambda: close_league(by=by, league=league),
    ]
    for act in acts:
        with pytest.raises(Refused, match="closed"):
            act()


def test_dues_are_noted_after_the_season_too(mondays: Mondays) -> None:
    league = close_season(mondays)
    zoe = mondays.player("Zoë").pk
    note_dues(by=mondays.cast.who("ann"), league=league, paid={zoe: Paid("paid")})

    assert Due.objects.get(league=league).player_id == zoe


# --- When it can be closed ----------------------------------------------------------------


def test_a_league_that_has_not_begun_has_no_table_to_close_with(cast: Cast) -> None:
    with pytest.raises(Refused, match="Nothing has been played"):
        close_season(Mondays.open(cast, "Zoë"))


def test_a_night_that_is_on_is_ended_first(mondays: Mondays) -> None:
    Event.objects.filter(night=mondays.night(2)).update(state=Event.State.RUNNING)

    with pytest.raises(Refused, match="End it first"):
        close_season(mondays)


def test_a_night_that_was_not_played_is_reported_before_closing(mondays: Mondays) -> None:
    assert open_questions(mondays.league) == []

    add_night(
        by=mondays.cast.who("ann"),
        league=mondays.league,
        facts={"on": mondays.night(3).on + timedelta(7), "at": mondays.night(3).at},
    )
    assert open_questions(mondays.league) == ["1 night hasn’t been played. It will never count."]


# --- Seven days ---------------------------------------------------------------------------


def test_for_seven_days_it_can_be_opened_again(mondays: Mondays) -> None:
    league, by = close_season(mondays), mondays.cast.who("ann")
    line = Action.objects.get(verb="close_league")

    with time_machine.travel(timezone.now() + timedelta(days=6, hours=23)):
        undo(by=by, action=line)

    league.refresh_from_db()
    assert (league.closed_at, FinalRow.objects.count()) == (None, 0)
    correct_points(mondays.night(1).events.get(), 0)
    assert table_lines(league)[0][2] == 13


def test_who_read_the_league_before_it_was_opened_again_sees_the_open_table(
    mondays: Mondays,
) -> None:
    league = close_season(mondays)
    read_before = League.objects.get(pk=league.pk)
    reopen_league(by=mondays.cast.who("ann"), league=league)
    assert league.closed_at is None

    assert len(season_of(read_before).rows) == 3


def test_after_seven_days_it_stays_closed(mondays: Mondays) -> None:
    league, by = close_season(mondays), mondays.cast.who("ann")
    line = Action.objects.get(verb="close_league")

    with time_machine.travel(timezone.now() + timedelta(days=7), tick=False):
        with pytest.raises(Refused, match="more than seven days ago"):
            undo(by=by, action=line)
        with pytest.raises(Refused, match="more than seven days ago"):
            reopen_league(by=by, league=league)
    assert FinalRow.objects.count() == 3


def test_no_other_league_is_opened_with_it(mondays: Mondays) -> None:
    league = close_season(mondays)
    other = League.objects.create(
        club=league.club, name="Pairs", slug="pairs", closed_at=league.closed_at
    )
    reopen_league(by=mondays.cast.who("ann"), league=league)

    other.refresh_from_db()
    assert other.closed_at
    line = Action.objects.get(verb="reopen_league")
    assert "Mondays" in sentence_of(line.verb, line.details)


def test_only_a_closed_league_is_opened_again(mondays: Mondays) -> None:
    with pytest.raises(Refused):
        reopen_league(by=mondays.cast.who("ann"), league=mondays.league)


# --- Awards -------------------------------------------------------------------------------


def test_awards_are_suggested_with_figures_and_given_by_a_person(mondays: Mondays) -> None:
    by, league = mondays.cast.who("ann"), mondays.league
    champion = award_choices(league)[0]
    assert (champion.named, champion.player.name, str(champion.award.figures_text)) == (
        "Champion",
        "Zoë",
        "19 points",
    )

    confirm_awards(by=by, league=league, awards=[champion.facts])

    award = Award.objects.get()
    assert (award.named, award.who.name, str(award.figures_text)) == (
        "Champion",
        "Zoë",
        "19 points",
    )
    assert [each.is_given for each in award_choices(league)][:2] == [True, False]


def test_awards_are_put_back_as_they_were(mondays: Mondays) -> None:
    by, league = mondays.cast.who("ann"), mondays.league
    first, second, *_ = award_choices(league)
    confirm_awards(by=by, league=league, awards=[first.facts])
    kept = awards_of(league)
    confirm_awards(by=by, league=league, awards=[second.facts])

    last = Action.objects.filter(verb="confirm_awards").latest("pk")
    undone = undo(by=by, action=last)
    assert awards_of(league) == kept

    undo(by=by, action=undone)
    assert awards_of(league) == [second.facts]


def test_the_same_awards_again_are_no_line_of_the_log(mondays: Mondays) -> None:
    by, league = mondays.cast.who("ann"), mondays.league
    assert not confirm_awards(by=by, league=league, awards=[])
    assert not Action.objects.filter(verb="confirm_awards").exists()


def test_who_played_in_an_earlier_league_is_no_newcomer(cast: Cast) -> None:
    earlier = Mondays.open(cast, "Zoë", "Bo")
    earlier.play(1, ("Zoë", "Bo", 6, 2))
    earlier.league.nights.update(on="2025-10-06")
    Event.objects.update(starts_at="2025-10-06T23:30Z")
    League.objects.update(slug="earlier")
    mondays = Mondays.open(cast, "Zoë", "Al")
    mondays.play(1, ("Zoë", "Al", 6, 2))

    [found] = [c for c in award_choices(mondays.league) if c.named.startswith("New")]
    assert found.player.name == "Al"


# --- A league of dated matches ------------------------------------------------------------


def test_a_league_of_matches_closes_with_the_table_of_its_event(cast: Cast) -> None:
    league = open_matches(cast)
    for match in matches_in_order(league):
        win_match(match)
    before = table_lines(league)
    assert [played for _, _, _, played in before] == [3, 3, 3, 3]
    assert award_choices(league)[0].named == "Champion"

    Event.objects.update(state=Event.State.FINISHED)
    close_league(by=cast.who("ann"), league=league)
    assert league.event
    page: Page = cast.browser_of("stranger").get(league.get_absolute_url()).text
    correct_points(league.event, 0)

    assert table_lines(league) == before
    assert "Played" in page
    later: Page = cast.browser_of("stranger").get(league.get_absolute_url()).text
    assert later == page
    cards: Page = cast.browser_of("stranger").get("/leagues/").text
    assert before[0][1] in cards


def test_20s_that_were_not_counted_are_none_after_closing_too(cast: Cast) -> None:
    league = open_matches(cast)
    for match in matches_in_order(league):
        win_match(match)
    MatchSide.objects.update(twenties=None)
    assert {line.facts["twenties"] for line in league_lines(league)} == {None}

    Event.objects.update(state=Event.State.FINISHED)
    close_league(by=cast.who("ann"), league=league)
    page: Page = cast.browser_of("stranger").get(league.get_absolute_url()).text
    assert {line.facts["twenties"] for line in league_lines(league)} == {None}
    assert page.count('<td class="n">–</td>') == 4


def test_a_ladder_closes_with_its_order(cast: Cast) -> None:
    league = open_dated_league(
        kind=League.Kind.LADDER,
        by=cast.who("ann"),
        club=cast.club,
        name="Ladder",
        divisions={"": [(player_named(cast, name),) for name in ("Ben", "Cat", "Eve")]},
        sheet=Sheet.named("tournament-singles"),
        calendar=MONDAYS,
    )
    assert [(place, name) for place, name, *_ in table_lines(league)] == [
        (1, "Ben"),
        (2, "Cat"),
        (3, "Eve"),
    ]
    before = table_lines(league)

    Event.objects.update(state=Event.State.FINISHED)
    close_league(by=cast.who("ann"), league=league)
    assert table_lines(league) == before


def test_closing_reports_how_many_matches_have_no_result(cast: Cast) -> None:
    league = open_matches(cast)
    win_match(matches_in_order(league)[0])

    assert open_questions(league) == ["5 matches have no result. They will never count."]

    page = cast.browser_of("ann").get(f"/desk/leagues/{league.slug}/end/").text
    step = page.split('id="close-title"')[1].split("</li>")[0]
    assert "5 matches have no result. They will never count." in step
    assert 'class="button quiet"' in step


def test_the_steps_of_the_end_mark_the_first_that_is_not_done(mondays: Mondays) -> None:
    ann, end = mondays.cast.browser_of("ann"), "/desk/leagues/mondays/end/"

    def next_step() -> str:
        [step] = ann.get(end).text.split('aria-current="step"')[1:]
        assert step.split("</li>")[0].count('class="button"') == 1, "one button is filled"
        return step.split("<h3")[1].split(">")[1].split("<")[0].strip()

    assert next_step() == "Finals"
    close_league(by=mondays.cast.who("ann"), league=mondays.league)
    assert next_step() == "Next season"
    assert "No finals were played." in ann.get(end).text
