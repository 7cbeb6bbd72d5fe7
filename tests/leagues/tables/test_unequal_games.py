"""Tables show the points that were scored, and mark those that are converted for comparison."""

import re

import pytest
from django.test import Client

from leagues import reads
from leagues.actions.draw.draw import draw_rounds, publish_rounds
from leagues.models import Event, Match, MatchSide, PairingRound, Stage
from leagues.reads.advance.finals import twenties_champions
from leagues.reads.tables.crosstab import grids_of
from leagues.reads.tables.event_numbers import TwentiesTotal, event_numbers
from leagues.reads.tables.stage_results import play_of
from leagues.stages.pairing_ways import Heats, Outsiders, Partners, RoundRobin, SomeGames, Swiss
from leagues.stages.ranking import Ranking, WhenUnequal, ranking_from
from leagues.stages.stage_plan import StagePlan, plan_from, row_of
from leagues.templatetags.projections import plainly
from scoring.errors import RuleError
from scoring.standings import AfterSplit
from tests.cast import Cast
from tests.leagues.draw.draws import a_stage, an_event, finish_matches

pytestmark = pytest.mark.django_db


SIX_GAMES = 6
"""In which who sat out is compared by sixths and fifths: as 12 of 5 games, 14.4."""


def club_night(cast: Cast, games: int = 5, *, bye_points: int | None = 0, rounds: int = 5) -> Stage:
    """Seven people, five games: in every round one has a bye. Seat A always wins 6–2."""
    stage = a_stage(
        cast, an_event(cast, 7), SomeGames(games, bye_points=bye_points), name="Tonight"
    )
    by = cast.who("ann")
    numbers = [each.number for each in draw_rounds(by=by, stage=stage)][:rounds]
    publish_rounds(by=by, stage=stage, numbers=numbers)
    finish_matches(stage)
    return Stage.objects.get(pk=stage.pk)


def numbers_of(stage: Stage) -> tuple[TwentiesTotal, ...]:
    return event_numbers(stage.event).twenties


def read_page(path: str) -> str:
    answer = Client().get(f"/events/spring-open/{path}")
    assert answer.status_code == 200
    return " ".join(answer.content.decode().split())


def test_what_was_scored_is_shown_and_what_it_counts_as_beside_it(cast: Cast) -> None:
    stage = club_night(cast)
    [table] = reads.tables_of(stage)
    short = [line for line in table.lines if line.row.games == 4]

    assert table.is_final
    assert len(short) == 5
    for line in table.lines:
        sat = MatchSide.objects.filter(entries=line.entry, match__ending="played")
        assert line.points.made == sum(side.points for side in sat)
    shown = read_page("standings/")
    for line in short:
        assert line.is_adjusted
        assert line.points.counted == line.row.made.points * 5 / 4
        made, counted = line.points.made, plainly(line.points)
        assert f"{made} <small" in shown
        assert f"Points: {counted} (4 of 5 games)." in shown
        assert f"20s: {plainly(line.twenties)} (4 of 5 games)." in shown
    assert "Open a name to see what a score counts as." in shown


def test_every_place_that_shows_a_table_shows_what_was_scored(cast: Cast) -> None:
    stage = club_night(cast)
    [table] = reads.tables_of(stage)
    line = next(line for line in table.lines if line.is_adjusted)
    marked = re.compile(rf"{line.points.made} <small class=\"counted\"><span class=\"quietly\">as ")

    for path in ("standings/", f"entries/{line.entry.pk}/"):
        assert marked.search(read_page(path)), path


def test_nothing_is_marked_while_it_is_played(cast: Cast) -> None:
    """One entry only has a game in hand."""
    stage = club_night(cast, rounds=3)
    [table] = reads.tables_of(stage)

    assert {line.row.games for line in table.lines} == {2, 3}
    assert not table.is_adjusted
    assert "<small" not in read_page("standings/").split("<table")[1]


@pytest.mark.parametrize(
    ("prorate", "rounds", "adjusted"),
    [
        (WhenUnequal.NEVER, 5, False),
        (WhenUnequal.ONCE_PLAYED, 5, True),
        (WhenUnequal.ONCE_PLAYED, 3, False),
        (WhenUnequal.ALWAYS, 3, True),
    ],
)
def test_when_unequal_games_are_compared_is_the_stages_setting(
    cast: Cast, prorate: WhenUnequal, rounds: int, adjusted: bool
) -> None:
    stage = club_night(cast, rounds=rounds)
    stage.ranking = Ranking(prorate=prorate).stored
    stage.save()

    [table] = reads.tables_of(Stage.objects.get(pk=stage.pk))

    assert table.is_adjusted is adjusted


def test_a_bye_pays_a_clean_win_unless_the_stage_sets_another(cast: Cast) -> None:
    stage = club_night(cast, bye_points=None)
    byes = Match.objects.filter(ending=Match.Ending.BYE)

    assert [bye.sides.get().points for bye in byes] == [8] * 5
    [table] = reads.tables_of(stage)
    assert {line.row.games for line in table.lines} == {5}
    assert not any(line.points.is_adjusted for line in table.lines)


def test_a_bye_that_pays_is_no_match_won(cast: Cast) -> None:
    stage = club_night(cast, bye_points=None)
    played = Match.objects.filter(ending=Match.Ending.PLAYED)
    [table] = reads.tables_of(stage)

    for line in table.lines:
        mine = played.filter(sides__entries=line.entry)
        assert line.won + line.tied + line.lost == mine.count()


@pytest.mark.long
def test_a_bye_never_touches_the_20s(cast: Cast) -> None:
    """Who sat out once has shot in one game less, and is not behind for it."""
    stage = club_night(cast, bye_points=None, rounds=3)
    [table] = reads.tables_of(stage)

    for line in table.lines:
        shot_in = line.row.made.shot_in
        made = line.row.made.twenties or 0
        assert line.twenties.made == made
        assert line.twenties.counted == made * 3 / shot_in
    sat_out = next(line for line in table.lines if line.row.made.shot_in == 2)
    assert f"20s: {plainly(sat_out.twenties)} (2 of 3 games)." in read_page("standings/")


def test_who_has_only_sat_out_has_shot_at_nothing(cast: Cast) -> None:
    stage = club_night(cast, bye_points=None, rounds=1)
    [table] = reads.tables_of(stage)
    [alone] = [line for line in table.lines if line.row.made.shot_in == 0]

    assert alone.twenties.counted is None
    assert plainly(alone.twenties) == "–"


def test_most_20s_are_the_20s_that_were_shot(cast: Cast) -> None:
    """Games that were not played add no 20s."""
    stage = club_night(cast)
    [table] = reads.tables_of(stage)
    whole, *_ = (line for line in table.lines if line.row.games == 5)
    short, *_ = (line for line in table.lines if line.row.games == 4)
    for line, twenties in ((whole, 9), (short, 11)):
        sides = MatchSide.objects.filter(entries=line.entry, match__ending=Match.Ending.PLAYED)
        sides.update(twenties=twenties)
    [line] = [e for e in reads.tables_of(stage)[0].lines if e.entry == short.entry]
    assert (line.twenties.made, line.twenties.counted) == (44, 55)

    [champion] = twenties_champions(play_of(stage))
    assert (champion.entry, champion.twenties) == (whole.entry, 45)
    assert [(each.twenties, *each.players) for each in numbers_of(stage)[:2]] == [
        (45, *whole.entry.people),
        (44, *short.entry.people),
    ]
    card = Match.objects.filter(ending=Match.Ending.PLAYED).earliest("pk")
    card.sides.update(twenties=None)
    assert twenties_champions(play_of(stage)) == (), "a card without 20s"


@pytest.mark.parametrize("stages", [1, 2])
def test_the_podium_names_the_stage_of_the_most_20s(cast: Cast, stages: int) -> None:
    event = club_night(cast).event
    for number in range(1, stages):
        a_stage(cast, event, Swiss(games=1), name=f"Stage {number}")
    Event.objects.filter(pk=event.pk).update(state=Event.State.FINISHED)
    assert ("20s of the first stage:" in read_page("")) is (stages > 1)


def test_the_grid_adds_up_to_what_was_scored(cast: Cast) -> None:
    stage = a_stage(cast, an_event(cast, 5), RoundRobin())
    draw_rounds(by=cast.who("ann"), stage=stage)
    publish_rounds(by=cast.who("ann"), stage=stage)
    finish_matches(stage)
    rounds = PairingRound.objects.filter(stage=stage).order_by("number")
    gone = Match.objects.filter(pairing_round=rounds[0], ending="played")
    gone.update(ending="annulled")
    stage = Stage.objects.get(pk=stage.pk)

    [grid] = grids_of(stage, reads.tables_of(stage))

    for line in grid.lines:
        made = sum(met.points for cell in line.cells if cell for met in cell)
        assert line.points.made == made
    assert any(line.points.is_adjusted for line in grid.lines)


# --- The plan that says it ------------------------------------------------------------


def test_sitting_out_by_lot_pays_and_resting_in_turn_does_not() -> None:
    assert [Swiss().bye_points, SomeGames().bye_points] == [None, None]
    in_turn = (RoundRobin(), Partners(), Heats(), Outsiders())
    assert [way.bye_points for way in in_turn] == [0, 0, 0, 0]


def test_how_a_stage_compares_is_kept_and_read_strictly() -> None:
    ranking = Ranking(AfterSplit.CONTINUE, WhenUnequal.NEVER)
    row = row_of(StagePlan(name="Pool", way=RoundRobin(), ranking=ranking))

    assert plan_from(row).ranking == ranking
    assert row_of(StagePlan(name="Pool", way=RoundRobin()))["ranking"] == {}
    with pytest.raises(RuleError, match="after_split"):
        ranking_from({"kind": "ranking", "after_split": "toss"})
