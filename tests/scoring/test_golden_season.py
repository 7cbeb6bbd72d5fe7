"""Published seasons: the tour of 2018/19, a league of pairs, leagues of nights.

The input is the cards; the published table is the expected result.
"""

import json
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from scoring.season import (
    SERIES_LEAGUE,
    TOUR,
    BestScores,
    Coming,
    Field,
    Finish,
    LeagueGame,
    LeagueRow,
    PaidBy,
    Scheme,
    SeasonEvent,
    SeasonRow,
    SeasonTie,
    season_outlook,
    season_table,
)
from scoring.season.event import scores_for
from scoring.sides import BySeat, Seat
from tests.scoring.nights import night_with
from tests.scoring.nights import season_places as places

GOLDEN = Path(__file__).parent / "golden"
TOUR_CASE = json.loads((GOLDEN / "g20_season_best4_table_pool_bonus.json").read_text())
LEAGUE_CASE = json.loads(
    (GOLDEN / "g21_conventional_doubles_league_forfeits_series.json").read_text()
)

# --- The tour: best 4, the place table, a bonus in lower pools -------------------------


def tour_event(event: dict[str, Any]) -> SeasonEvent[str]:
    """The event as published. Three names are two people each: one gets a dash."""
    finishes: list[Finish[str]] = []
    seen: set[str] = set()
    for line in event["results"]:
        players: list[str] = []
        for name in line["player"].split("/"):
            players.append(name + "'" if name in seen else name)
            seen.add(name)
        finishes.append(Finish(tuple(players), line["rank"], line["afternoon_pool"]))
    return SeasonEvent(f"{event['event']} {event['category']}", tuple(finishes))


# The copy has 26 for the runner-up of pool C, who shares a
# name with another player in it. The published total of 67, 27 and 20 and 20, has the bonus in it.
RUNNER_UP = ("Turtle Island Singles", "S095")

EVENTS = [tour_event(event) for event in TOUR_CASE["events"]]
PUBLISHED: list[dict[str, Any]] = TOUR_CASE["published_standings"]
CONFIRMED = [row for row in PUBLISHED if row["agrees"]]


def rows_by_player(scheme: Scheme) -> dict[str, SeasonRow[str]]:
    return {row.player: row for row in season_table(scheme, EVENTS)}


@pytest.mark.parametrize("number", range(len(EVENTS)), ids=[event.name for event in EVENTS])
def test_every_place_of_every_event_pays_what_was_published(number: int) -> None:
    event = EVENTS[number]
    scores = scores_for(event, TOUR)
    published = TOUR_CASE["events"][number]["results"]

    for finish, line in zip(event.finishes, published, strict=True):
        for player in finish.players:
            bonus = 1 if (event.name, player) == RUNNER_UP else 0
            assert scores[player].total == line["points"] + bonus


def test_every_total_is_the_best_four_scores() -> None:
    """All rows of one person, against the archive's own sums of the same scores."""
    rows = rows_by_player(TOUR)

    for published in PUBLISHED:
        name = published["player"]
        if name + "'" in rows:
            continue
        row = rows.get(name, SeasonRow(0, name, 0, ()))
        scores = sorted((score.total for score in row.scores), reverse=True)
        assert scores == published["scores"]
        assert row.tour_points == published["best_n_from_table"]


def test_a_bonus_the_copy_lost_is_in_the_published_total() -> None:
    rows = rows_by_player(TOUR)
    three_events = [s.total for s in rows["S095"].scores]

    assert sorted(three_events, reverse=True) == [27, 20, 20]
    assert 67 in [row["points"] for row in PUBLISHED if row["player"] == "S095"]


def test_145_published_totals_are_ours_to_the_point() -> None:
    """The other 16 rows are one player under two names, or corrected by hand."""
    rows = rows_by_player(TOUR)

    assert len(CONFIRMED) == 145
    for published in CONFIRMED:
        row = rows[published["player"]]
        assert row.tour_points == published["points"]
        assert len(row.scores) == published["events"]


def test_every_published_place_follows_from_the_published_points() -> None:
    """More points are ahead; ties are decided above place 43, and share a place from there."""
    for published in PUBLISHED:
        more = sum(other["points"] > published["points"] for other in PUBLISHED)
        level = sum(other["points"] == published["points"] for other in PUBLISHED)
        assert more < published["rank"] <= more + level
        if published["rank"] >= 43:
            assert published["rank"] == more + 1


def test_the_published_order_of_the_leaders_is_countback() -> None:
    """Five ties above place 43 are all as the better best scores have them."""
    counted_back = Scheme(TOUR.table, TOUR.counting, TOUR.lower_pools, ties=(SeasonTie.COUNTBACK,))
    ours = [row.player for row in season_table(counted_back, EVENTS)]
    leaders = [row["player"] for row in CONFIRMED if row["rank"] < 43]

    assert [player for player in ours if player in leaders] == leaders
    assert rows_by_player(counted_back)[leaders[2]].decided_by is SeasonTie.COUNTBACK


def test_the_outlook_before_the_last_event_was_never_wrong() -> None:
    """The scenario table before Ontario, against the table after it."""
    *before, ontario = EVENTS
    after = rows_by_player(TOUR)
    lines = season_outlook(TOUR, before, [Coming(ontario.name, Field(len(ontario.finishes)))])

    for line in lines:
        final = after[line.row.player]
        assert line.row.tour_points <= final.tour_points <= line.maximum
        assert line.best_place <= final.place


# --- The league: series, forfeits, open tournaments -------------------------------------


def league_game(game: dict[str, Any]) -> LeagueGame[str]:
    by = {game["team_a"]: Seat.A, game["team_b"]: Seat.B, "": None}
    return LeagueGame(
        BySeat(game["team_a"], game["team_b"]),
        margin=None if game["margin_a"] == "" else game["margin_a"],
        forfeited_by=by[game["forfeit_by"]],
    )


def published_row(row: dict[str, Any]) -> LeagueRow[str]:
    return LeagueRow(
        place=row["rank"],
        entry=row["team"],
        points=Fraction(row["score"]),
        forfeits=row["forfeit_losses"],
        margin=row["diff"],
        games=row["played"],
        won=row["wins"],
        tied=row["ties"],
        lost=row["losses"],
        series=Fraction(row["series_wins"]),
        open_points=Fraction(row["tournament_points"]),
    )


def test_the_league_table_is_the_published_one_in_every_column() -> None:
    published = LEAGUE_CASE["standings"]
    opens = {row["team"]: Fraction(row["tournament_points"]) for row in published}

    ours = SERIES_LEAGUE.table(map(league_game, LEAGUE_CASE["games"]), opens)

    assert ours == tuple(map(published_row, published))


# --- Leagues of nights: the best eight of twelve -----------------------------------------


@pytest.mark.parametrize("case", ["g41", "g43", "g45", "g47"])
def test_a_league_of_nights_has_the_published_totals_and_places(case: str) -> None:
    (file,) = GOLDEN.glob(f"{case}_*.json")
    season = json.loads(file.read_text())
    nights = [
        night_with({p["player"]: p["nights"][n] for p in season["players"] if p["nights"][n]})
        for n in range(season["nights"])
    ]
    scheme = Scheme(paid_by=PaidBy.POINTS, counting=BestScores(season["best"]))

    assert places(scheme, *nights) == [
        (p["place"], p["player"], p["total"])
        for p in sorted(season["players"], key=lambda p: (p["place"], p["player"]))
    ]
