"""Late-comers and leavers after a draw has been made."""

import pytest

from leagues.actions.draw.draw_updates import mend_rounds
from leagues.actions.refusal import Refused, Stale
from leagues.models import Entry, Event, Match
from leagues.stages.pairing_ways import Partners, SomeGames, Swiss
from tests.cast import Cast
from tests.leagues.draw.desk_acts import draw, draw_mark, publish
from tests.leagues.draw.draws import (
    a_stage,
    an_event,
    drawn_rounds,
    enter_name,
    entry_of,
    finish_matches,
    names_at_boards,
)

pytestmark = pytest.mark.django_db


def change_state(event: Event, name: str, state: str = "withdrawn") -> None:
    Entry.objects.filter(pk=entry_of(event, name).pk).update(state=state)


def test_a_late_comer_is_in_the_next_draw(cast: Cast) -> None:
    event = an_event(cast, 4)
    stage = a_stage(cast, event, Swiss(3))
    draw(cast, stage)
    publish(cast, stage)
    finish_matches(stage)
    enter_name(cast, event, "Zed")
    draw(cast, stage)
    assert any("Zed" in names for names in names_at_boards(stage)[1])


def test_a_paused_entry_is_drawn_only_when_it_is_back(cast: Cast) -> None:
    event = an_event(cast, 6)
    stage = a_stage(cast, event, Swiss(3))
    change_state(event, "Ada", "paused")
    draw(cast, stage)
    assert not any("Ada" in names for names in names_at_boards(stage)[0])
    change_state(event, "Ada", "active")
    draw(cast, stage)
    assert any("Ada" in names for names in names_at_boards(stage)[0])


def test_a_leaver_is_taken_out_of_rounds_not_begun(cast: Cast) -> None:
    event = an_event(cast, 8, boards=4)
    stage = a_stage(cast, event, SomeGames(4))
    draw(cast, stage)
    publish(cast, stage)
    Match.objects.filter(pairing_round__number=1).update(state="called")
    numbers = set(event.matches.values_list("number", flat=True))
    before = names_at_boards(stage)
    change_state(event, "Ada")
    mending = mend_rounds(by=cast.who("ann"), stage=stage, seen=draw_mark(stage))
    assert mending.left == ("Ada",)
    after = names_at_boards(stage)
    assert after[0] == before[0], "round 1 has begun"
    for was, now in zip(before[1:], after[1:], strict=True):
        assert [two for two in was if "Ada" not in two and len(two) == 2] == [
            two for two in now if two in was
        ]
        assert {name for names in now for name in names} == {
            name for names in was for name in names
        } - {"Ada"}
    assert set(event.matches.values_list("number", flat=True)) <= numbers
    with pytest.raises(Stale):
        mend_rounds(by=cast.who("ann"), stage=stage)


def test_two_leavers_let_their_opponents_meet_at_a_free_board(cast: Cast) -> None:
    event = an_event(cast, 6, boards=3)
    stage = a_stage(cast, event, SomeGames(1))
    draw(cast, stage)
    publish(cast, stage)
    one, other = [sorted(two) for two in names_at_boards(stage)[0]][:2]
    change_state(event, one[0])
    change_state(event, other[0])
    mend_rounds(by=cast.who("ann"), stage=stage)
    [now] = names_at_boards(stage)
    assert {one[1], other[1]} in now
    boards = [p.board for p in drawn_rounds(stage)[0].pairing_round().pairings]
    assert None not in boards
    assert len(set(boards)) == 2


def test_a_late_comer_fits_into_the_byes(cast: Cast) -> None:
    event = an_event(cast, 5)
    stage = a_stage(cast, event, SomeGames(4))
    draw(cast, stage)
    publish(cast, stage)
    enter_name(cast, event, "Zed")
    mend_rounds(by=cast.who("ann"), stage=stage)
    met = [two for names in names_at_boards(stage) for two in names if "Zed" in two]
    assert len(met) == 4
    assert all(len(two) == 2 for two in met), "every round had a bye to fill"


def test_a_walkover_stays_when_the_draw_is_updated(cast: Cast) -> None:
    event = an_event(cast, 6)
    stage = a_stage(cast, event, SomeGames(2))
    draw(cast, stage)
    publish(cast, stage)
    ada = entry_of(event, "Ada")
    first = event.matches.get(pairing_round__number=1, sides__entries=ada)
    Match.objects.filter(pk=first.pk).update(state="finished", ending="walkover", winner=1)
    change_state(event, "Ada")
    mend_rounds(by=cast.who("ann"), stage=stage)
    assert event.matches.filter(pk=first.pk, ending="walkover").exists()
    assert not event.matches.filter(pairing_round__number=2, sides__entries=ada).exists()


def test_redrawn_partners_are_drawn_again_instead(cast: Cast) -> None:
    event = an_event(cast, 8)
    stage = a_stage(cast, event, Partners())
    draw(cast, stage)
    change_state(event, "Ada")
    with pytest.raises(Refused, match="drawn again"):
        mend_rounds(by=cast.who("ann"), stage=stage)
    draw(cast, stage)
    assert not any("Ada" in names for r in names_at_boards(stage) for names in r)
