"""A play-off for a place that a correction leaves undecided."""

import pytest

from leagues.actions.advance.play_off import play_off
from leagues.actions.advance.refill import refill_stage
from leagues.actions.draw.draw import publish_rounds
from leagues.actions.draw.opening import open_stage
from leagues.actions.log.undo import preview_undo, undo
from leagues.actions.refusal import Refused
from leagues.actions.results.corrections import Then
from leagues.models import Match, PairingRound
from leagues.reads import tables_of
from leagues.reads.advance.bracket_play import entries_at
from leagues.reads.advance.stage_order import order_before
from leagues.reads.draw.history import rounds_of
from leagues.reads.play.card import card_mark
from tests.leagues.advance.play_off_halls import (
    TIED,
    WON,
    correct_match,
    for_seed,
    last_action,
    match_between,
    play_morning,
    seated_entries,
    the_play_off,
    upset_seed_two,
)
from tests.leagues.advance.ties import ties_before
from tests.leagues.days.hall import Hall


def test_two_who_contest_a_seat_play_for_it(hall: Hall) -> None:
    _, final = play_morning(hall)
    open_stage(by=hall.by, stage=final)
    one, two, three, _ = hall.entries

    upset_seed_two(hall, Then.PLAY_OFF)

    match = the_play_off()
    assert entries_at(match) == (three, two)
    assert match.first == 1, "who stands better has the last shot"
    assert match.pairing_round.state == PairingRound.State.PUBLISHED
    assert seated_entries(final) == [one, two], "nobody has lost their seat yet"


@pytest.mark.long
@pytest.mark.parametrize(("waits_at", "board"), [(1, 2), (2, 1), (None, 1)])
def test_a_play_off_takes_the_first_free_board(
    hall: Hall, waits_at: int | None, board: int
) -> None:
    _, final = play_morning(hall)
    publish_rounds(by=hall.by, stage=final)
    there = hall.event.boards.get(number=waits_at) if waits_at else None
    Match.objects.filter(slot="F").update(board=there)

    upset_seed_two(hall, Then.PLAY_OFF)

    played_at = the_play_off().board
    assert played_at
    assert played_at.number == board


def test_who_wins_the_play_off_goes_on(hall: Hall) -> None:
    _, final = play_morning(hall)
    open_stage(by=hall.by, stage=final)
    one, _two, three, _ = hall.entries
    upset_seed_two(hall, Then.PLAY_OFF)

    hall.win(the_play_off(), 0)
    refill_stage(by=hall.by, stage=final)
    assert seated_entries(final) == [one, three]


def test_who_keeps_the_seat_in_the_play_off_stays(hall: Hall) -> None:
    _, final = play_morning(hall)
    open_stage(by=hall.by, stage=final)
    one, two, _three, _ = hall.entries
    upset_seed_two(hall, Then.PLAY_OFF)

    hall.win(the_play_off(), 1)

    assert order_before(final).order[:2] == (one, two)
    with pytest.raises(Refused, match="already"):
        refill_stage(by=hall.by, stage=final)


def test_the_play_off_counts_in_no_table(hall: Hall) -> None:
    morning, final = play_morning(hall)
    open_stage(by=hall.by, stage=final)
    upset_seed_two(hall, Then.PLAY_OFF)
    as_it_was = [(line.entry.pk, line.row.points) for line in tables_of(morning)[0].lines]
    drawn = len(rounds_of(hall.event))

    hall.win(the_play_off(), 1)

    table = tables_of(morning)[0]
    assert [(line.entry.pk, line.row.points) for line in table.lines] == as_it_was
    assert table.is_final
    assert len(rounds_of(hall.event)) == drawn


def test_a_tie_at_the_cut_after_a_correction_is_played_off(hall: Hall) -> None:
    morning, final = play_morning(hall)
    _one, two, three, _ = hall.entries
    match = match_between(hall, 2, 3)
    # 3 loses to 1 and beats 4; four tied rounds leave 2 and 3 tied.
    correct_match(hall, match, [TIED] * 4, Then.PLAY_OFF)
    assert [tie.entries for tie in ties_before(final)] == [(two, three)]

    decided = the_play_off()
    hall.win(decided, entries_at(decided).index(three))

    assert ties_before(final) == ()
    assert order_before(final).order[1] == three
    [why] = [line.because for line in tables_of(morning)[0].lines if line.entry.pk == three]
    assert f"match {decided.number}" in why


def test_a_stage_waits_for_the_play_off(hall: Hall) -> None:
    _, final = play_morning(hall)
    correct_match(hall, match_between(hall, 2, 3), [TIED] * 4, Then.PLAY_OFF)

    with pytest.raises(Refused, match="1 match of Morning isn’t finished"):
        open_stage(by=hall.by, stage=final)


@pytest.mark.parametrize("entries", [(0, 0), (0, 9), (0, 1, 2)])
def test_only_two_of_one_table_play_off(hall: Hall, entries: tuple[int, ...]) -> None:
    morning, _ = play_morning(hall)
    chosen = [(*hall.entries, *[0] * 9)[at] for at in entries]

    with pytest.raises(Refused, match="two entries from the table"):
        play_off(by=hall.by, stage=morning, entries=chosen)


def test_no_one_plays_off_twice_at_once(hall: Hall) -> None:
    morning, _ = play_morning(hall)
    _, two, three, _ = hall.entries
    play_off(by=hall.by, stage=morning, entries=[two, three])

    with pytest.raises(Refused, match="Finish match"):
        play_off(by=hall.by, stage=morning, entries=[two, three])


def test_no_play_off_where_no_place_is_tied(hall: Hall) -> None:
    _, final = play_morning(hall)
    open_stage(by=hall.by, stage=final)
    match = match_between(hall, 1, 4)
    stood = card_mark(match)

    with pytest.raises(Refused, match="tied for a place"):
        correct_match(hall, match, for_seed(hall, match, 1, WON, WON, WON, TIED), Then.PLAY_OFF)

    assert card_mark(Match.objects.get(pk=match.pk)) == stood


def test_a_play_off_that_has_not_begun_is_undone(hall: Hall) -> None:
    morning, _ = play_morning(hall)
    _, two, three, _ = hall.entries
    play_off(by=hall.by, stage=morning, entries=[two, three])

    assert "the play-off between Player 2 & Player 3, will be removed" in preview_undo(
        last_action("play_off")
    )
    undo(by=hall.by, action=last_action("play_off"))

    assert not PairingRound.objects.filter(is_play_off=True).exists()


def test_a_play_off_that_was_played_stays(hall: Hall) -> None:
    morning, _ = play_morning(hall)
    play_off(by=hall.by, stage=morning, entries=hall.entries[1:3])
    hall.win(the_play_off(), 0)

    with pytest.raises(Refused, match="Void it instead"):
        undo(by=hall.by, action=last_action("play_off"))
