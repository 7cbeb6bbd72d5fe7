"""Rows become tables, cards and brackets: the module between models and ``scoring``."""

from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from leagues import reads
from leagues.actions.draw.publish import publish_round
from leagues.models import Entry, Event, Match, MatchSide, Player, Stage, Surface
from leagues.pairing import values
from leagues.reads.play.claims import round_score
from leagues.reads.tables.tables import TableLine
from leagues.stages.pairing_ways import Knockout
from scoring.errors import ScoreError
from scoring.score import ByDiscs, ByResult, ByTotals
from tests.cast import Cast
from tests.leagues.play.desk_hall import DeskHall, open_hall

pytestmark = pytest.mark.django_db

Ending = Match.Ending


def end_match(
    match: Match,
    points: tuple[int, ...],
    twenties: tuple[int | None, ...] = (None, None),
    ending: str = Ending.PLAYED,
) -> None:
    """Mark a match as finished, without rounds."""
    best = [seat for seat, made in enumerate(points) if made == max(points)]
    winner = best[0] if len(best) == 1 and len(points) > 1 else None
    Match.objects.filter(pk=match.pk).update(
        state=Match.State.FINISHED, ending=ending, winner=winner
    )
    for seat, made in enumerate(points):
        MatchSide.objects.filter(match=match, seat=seat).update(
            points=made, twenties=twenties[seat]
        )


def four_played(cast: Cast) -> DeskHall:
    """A hall in which 1 beat 2 and 3 beat 4; then 1 tied with 3 and 2 beat 4."""
    hall = open_hall(cast, names=["Ann A", "Ben B", "Cy C", "Di D"])
    scores = {(1, 2): (6, 2), (3, 4): (6, 2), (1, 3): (4, 4), (2, 4): (8, 0)}
    for pair, points in scores.items():
        [match] = hall.publish(pair).matches.all()
        end_match(match, points, (5, 4))
    return hall


def lines_of(hall: DeskHall) -> list[TableLine]:
    [table] = reads.tables_of(hall.stage)
    return list(table.lines)


def places_and_points(lines: list[TableLine]) -> list[tuple[int, str, Any]]:
    return [(line.row.place, line.entry.shown_on(Surface.WEB), line.row.points) for line in lines]


# --- Tables ----------------------------------------------------------------------------------------


def test_a_table_adds_up_its_matches(cast: Cast) -> None:
    lines = lines_of(four_played(cast))

    assert places_and_points(lines) == [
        (1, "Ann A", 10),
        (2, "Ben B", 10),
        (2, "Cy C", 10),
        (4, "Di D", 2),
    ]
    assert [(line.won, line.tied, line.lost) for line in lines] == [
        (1, 1, 0),
        (1, 0, 1),
        (1, 1, 0),
        (0, 0, 2),
    ]
    assert [line.row.twenties for line in lines] == [10, 9, 9, 8]


def test_tied_entries_share_their_place_where_the_chain_has_it(cast: Cast) -> None:
    hall = four_played(cast)
    Stage.objects.filter(pk=hall.stage.pk).update(chain=["points", "shared"])
    hall.stage.refresh_from_db()

    lines = lines_of(hall)

    assert [line.row.place for line in lines] == [1, 1, 1, 4]
    assert lines[0].because == "shares first with Ben B and Cy C: tied on points"


def test_a_row_gives_its_reason_in_the_names_of_the_surface(cast: Cast) -> None:
    hall = open_hall(cast, entries=2, names=["Ann A", "Leo Brubacher"])
    Player.objects.filter(name="Leo Brubacher").update(is_minor=True, family_name="Brubacher")
    [match] = hall.publish((1, 2)).matches.all()
    end_match(match, (4, 4), (6, 3))

    first = lines_of(hall)[0]

    assert "Leo B." in first.because
    assert "Brubacher" not in first.because


@pytest.mark.parametrize(
    ("ending", "points", "games", "forfeits"),
    [
        (Ending.PLAYED, (8, 0), [1, 1], (1, 0, 1)),
        (Ending.WALKOVER, (8, 0), [1, 1], (1, 0, 1)),
        (Ending.FORFEIT, (0, 0), [1, 1], (0, 0, 2)),
        (Ending.WITHDRAWN, (0, 0), [0, 0], (0, 0, 0)),
        (Ending.ANNULLED, (8, 0), [0, 0], (0, 0, 0)),
        (Ending.NOT_RECORDED, (0, 0), [0, 0], (0, 0, 0)),
    ],
)
def test_every_ending_is_its_own_fact(
    cast: Cast,
    ending: str,
    points: tuple[int, int],
    games: list[int],
    forfeits: tuple[int, int, int],
) -> None:
    hall = open_hall(cast, entries=2)
    [match] = hall.publish((1, 2)).matches.all()
    end_match(match, points, ending=ending)

    lines = lines_of(hall)

    assert [line.row.games for line in lines] == games
    assert forfeits == (
        sum(line.won for line in lines),
        sum(line.tied for line in lines),
        sum(line.lost for line in lines),
    )


def test_a_bye_is_no_game_and_no_win(cast: Cast) -> None:
    hall = open_hall(cast, entries=1)
    draw = {hall.pool: values.PairedRound(byes=(values.Bye(hall.entry(1)),))}
    publish_round(by=hall.by, stage=hall.stage, draw=draw)

    [line] = lines_of(hall)

    assert (line.row.games, line.won) == (0, 0)


def test_totals_stand_as_they_are_until_all_is_played(cast: Cast) -> None:
    """One game in hand is no reason to be ranked as if it were won."""
    hall = open_hall(cast, entries=3)
    [one] = hall.publish((1, 2)).matches.all()
    [two] = hall.publish((1, 3)).matches.all()
    end_match(one, (4, 4))

    assert [line.row.points for line in lines_of(hall)] == [4, 4, 0]
    end_match(two, (8, 0))
    [table] = reads.tables_of(hall.stage)

    assert table.is_final
    assert [line.row.points for line in table.lines] == [12, 8, 0]  # 4 in 1 is 8 in 2
    assert [line.row.made.points for line in table.lines] == [12, 4, 0]


def test_a_walkover_alone_is_never_first_by_projection(cast: Cast) -> None:
    """Four withdrew and gave three walkovers; of five games one was played, 2 beat 3."""
    hall = open_hall(cast, entries=4)
    for other in (1, 2, 3):
        [match] = hall.publish((other, 4)).matches.all()
        end_match(match, (8, 0), ending=Ending.WALKOVER)
    [match] = hall.publish((2, 3)).matches.all()
    end_match(match, (5, 3))

    [table] = reads.tables_of(hall.stage)

    assert table.is_final
    assert [hall.entries.index(line.entry.pk) + 1 for line in table.lines] == [2, 3, 1, 4]
    assert [line.row.points for line in table.lines] == [13, 11, 8, 0]


def test_an_entry_that_withdrew_is_not_projected(cast: Cast) -> None:
    hall = open_hall(cast, entries=3)
    for pair in [(1, 2), (1, 2), (1, 3)]:
        [match] = hall.publish(pair).matches.all()
        end_match(match, (6, 2))
    two = {line.entry.pk: line for line in lines_of(hall)}[hall.entry(2)]
    assert two.points.counted == 6

    Entry.objects.filter(pk=hall.entry(2)).update(state=Entry.State.WITHDRAWN)

    two = {line.entry.pk: line for line in lines_of(hall)}[hall.entry(2)]
    assert (two.points.counted, two.is_adjusted) == (4, False)


def test_points_carried_over_are_projected_in_the_stage_with_fewer_games(cast: Cast) -> None:
    """In the morning 3 played two games and the others three; then 2 rested."""
    hall = open_hall(cast, entries=3)
    for pair in [(1, 2), (1, 2), (1, 3), (2, 3)]:
        [match] = hall.publish(pair).matches.all()
        end_match(match, (4, 4))
    pools = hall.next_stage("Pools", carries_over=True)
    [match] = pools.publish((1, 3)).matches.all()
    end_match(match, (6, 2))

    [table] = reads.tables_of(pools.stage)

    assert table.is_final
    assert [
        (hall.entries.index(line.entry.pk) + 1, line.row.points, line.row.made.points)
        for line in table.lines
    ] == [(1, 18, 18), (3, 14, 10), (2, 12, 12)]


def test_movement_is_since_the_pairing_round_before(cast: Cast) -> None:
    hall = open_hall(cast, entries=4)
    first = list(hall.publish((1, 2), (3, 4)).matches.all())
    end_match(first[0], (8, 0))
    end_match(first[1], (5, 3))
    assert {line.moved for line in lines_of(hall)} == {None}

    second = list(hall.publish((1, 3), (2, 4)).matches.all())
    end_match(second[0], (0, 8))
    end_match(second[1], (8, 0))

    moved = {line.entry.pk: line.moved for line in lines_of(hall)}
    assert moved[hall.entry(3)] == 1
    assert moved[hall.entry(4)] == -1

    Event.objects.update(state=Event.State.FINISHED)
    hall.stage.refresh_from_db()
    assert {line.moved for line in lines_of(hall)} == {None}


@pytest.mark.parametrize(
    ("carries_over", "points"),
    [([True], [6, 2]), ([False], [0, 0]), ([True] * 2, [6, 2]), ([False, True], [0, 0])],
)
def test_points_are_carried_over_as_far_back_as_the_stages_say_so(
    cast: Cast, carries_over: list[bool], points: list[int]
) -> None:
    hall = open_hall(cast, entries=2)
    [match] = hall.publish((1, 2)).matches.all()
    end_match(match, (6, 2))
    for number, carries in enumerate(carries_over, start=2):
        later = hall.next_stage(f"Stage {number}", carries_over=carries)

    [table] = reads.tables_of(later.stage)

    assert [line.row.points for line in table.lines] == points


def test_a_draft_counts_for_no_entry(cast: Cast) -> None:
    hall = open_hall(cast, entries=2)
    pairing_round = hall.publish((1, 2))
    end_match(pairing_round.matches.get(), (6, 2))
    type(pairing_round).objects.filter(pk=pairing_round.pk).update(state="draft")

    assert [line.row.points for line in lines_of(hall)] == [0, 0]


def queries_for(cast: Cast, entries: int) -> int:
    hall = open_hall(cast, entries=entries, boards=entries, name=f"Open of {entries}")
    for shift in range(1, 4):
        order = list(range(1, entries + 1))
        turned = [order[0], *order[1 + shift :], *order[1 : 1 + shift]]
        pairs = list(zip(turned[::2], turned[1::2], strict=True))
        for match in hall.publish(*pairs).matches.all():
            end_match(match, (5, 3), (4, 2))
    with CaptureQueriesContext(connection) as asked:
        [table] = reads.tables_of(hall.stage)
        assert len(table.lines) == entries
    return len(asked)


def test_a_larger_table_asks_the_database_no_more(cast: Cast) -> None:
    assert queries_for(cast, 16) == queries_for(cast, 4) < 15


# --- Brackets ----------------------------------------------------------------------------------------


def test_a_bracket_names_known_entries_and_describes_coming_ones(cast: Cast) -> None:
    hall = open_hall(cast, entries=4, names=["Ann A", "Ben B", "Cy C", "Di D"])
    cup = hall.next_stage("Cup", Knockout())

    [drawn] = reads.drawn_brackets(cup.stage)

    assert [
        [
            (
                each.label,
                *(s.entry.shown_on(Surface.WEB) if s.entry else s.coming for s in each.sides),
            )
            for each in step
        ]
        for step in drawn.steps
    ] == [
        [("Semi-final 1", "Ann A", "Di D"), ("Semi-final 2", "Ben B", "Cy C")],
        [
            ("Bronze", "loser of Semi-final 1", "loser of Semi-final 2"),
            ("Final", "winner of Semi-final 1", "winner of Semi-final 2"),
        ],
    ]


# --- Claims --------------------------------------------------------------------------------------------


def test_a_claim_is_read_in_the_depth_it_was_made() -> None:
    discs = round_score({"discs": [[2, 3, 1, 0], [1, 2, 2, 1]]})
    totals = round_score({"score": [95, 75], "twenties": [2, None]})
    result = round_score({"points": [2, 0]})

    assert isinstance(discs, ByDiscs)
    assert list(discs.score) == [95, 75]
    assert isinstance(totals, ByTotals)
    assert list(totals.twenties or ()) == [2, None]
    assert isinstance(result, ByResult)


@pytest.mark.parametrize(
    "claim", [{}, {"points": 2}, {"points": [2]}, {"discs": [[1, 2]]}, {"score": None}]
)
def test_what_is_no_claim_is_refused_in_words(claim: dict[str, Any]) -> None:
    with pytest.raises(ScoreError, match="not the numbers of a round"):
        round_score(claim)
