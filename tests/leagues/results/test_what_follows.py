"""The predicted consequences of a correction are those it has."""

import json
from itertools import combinations
from typing import Any
from uuid import uuid4

import pytest

from leagues.actions.draw.draw import draw_rounds, publish_rounds
from leagues.actions.events.events import add_stage
from leagues.actions.play.calls import call_round
from leagues.actions.results.corrections import correct_match
from leagues.models import Match, PairingRound, Stage, Surface
from leagues.reads import match_format_of
from leagues.reads.play.card import card_mark
from leagues.reads.results import redraw
from leagues.reads.results.consequences import Consequences
from leagues.reads.results.corrections import claims_of, retype_card
from leagues.reads.results.differences import RoundDiffers
from leagues.reads.results.redraw import Kept, Made, drawn_again, one_drawn_from_table
from leagues.reads.results.what_if import drawn_instead, read_draws, state_of_event, what_follows
from leagues.reads.tables.stage_results import made_in, play_of
from leagues.stages.entry_sources import Top
from leagues.stages.pairing_ways import Knockout, RoundRobin, Swiss
from leagues.stages.recipe import Number
from tests.cast import Cast
from tests.leagues.play.desk_hall import NOON, DeskHall, open_hall


def seated_hall(cast: Cast, **facts: Any) -> DeskHall:
    """A hall whose stage counts as opened, because its pools were filled by hand."""
    hall = open_hall(cast, **facts)
    Stage.objects.filter(pk=hall.stage.pk).update(opened_at=NOON)
    return hall


def play_all(hall: DeskHall, card: str = "20 20 11 02") -> None:
    for match in hall.event.matches.unfinished().order_by("number"):
        hall.type_card(match, card)


def preview_card(match: Match, card: str) -> Consequences:
    match_format = match_format_of(match.pairing_round.stage)
    rounds = list(match.rounds.all())
    claims = claims_of(match_format, rounds, card.split())
    return what_follows(match, retype_card(match_format, rounds, claims, match.first).card)


def correct_card(hall: DeskHall, match: Match, card: str) -> None:
    match_format = match_format_of(match.pairing_round.stage)
    claims = claims_of(match_format, list(match.rounds.all()), card.split())
    correct_match(
        by=hall.by,
        match=match,
        key=uuid4(),
        claims=claims,
        seen=card_mark(match),
        reason="the card was read upside down",
        made_at=NOON,
    )


def sentences_of(hall: DeskHall, follows: Consequences) -> list[str]:
    names = {entry.pk: entry.shown_on(Surface.WEB) for entry in hall.event.entries.all().named()}
    return list(follows.sentences(names.__getitem__))


def test_a_table_after_a_correction_is_the_one_that_was_foretold(cast: Cast) -> None:
    hall = open_hall(cast, entries=4, names=["Ann", "Ben", "Cas", "Dot"])
    hall.publish((1, 2), (3, 4))
    play_all(hall)
    hall.publish((1, 3), (2, 4))
    play_all(hall)
    third = hall.event.matches.get(number=3)

    foretold = preview_card(third, "02 02 11 20")
    correct_card(hall, third, "02 02 11 20")

    assert sentences_of(hall, foretold) == [
        "Cas moves up from place 2 to 1.",
        "Ann moves down from place 1 to 2.",
        "Ben moves down from place 2 to 3.",
    ]
    table = state_of_event(read_draws(hall.event)).tables[0]
    after = {move.entry: move.after for move in foretold.moves}
    assert after == {entry: table.places[entry] for entry in after}


def test_a_swiss_round_is_drawn_again_from_its_own_dice(cast: Cast) -> None:
    hall = seated_hall(cast, entries=8, boards=4, way=Swiss(games=3))
    draw_rounds(by=hall.by, stage=hall.stage)
    publish_rounds(by=hall.by, stage=hall.stage)
    play_all(hall)
    draw_rounds(by=hall.by, stage=hall.stage)
    publish_rounds(by=hall.by, stage=hall.stage)
    first = hall.event.matches.order_by("number").first()
    assert first is not None

    nothing = preview_card(first, "20 20 11 02")
    turned = preview_card(first, "02 02 11 20")

    assert not nothing
    [differs] = turned.rounds
    assert differs.number == 2
    sat = {
        tuple(sorted(side.entries.get().pk for side in match.sides.all()))
        for match in hall.event.matches.filter(pairing_round__number=2)
    }
    assert set(differs.was) <= sat
    assert not set(differs.would_be) & sat


def swiss_in_its_second_round(cast: Cast) -> DeskHall:
    hall = seated_hall(cast, entries=8, boards=4, way=Swiss(games=3))
    draw_rounds(by=hall.by, stage=hall.stage)
    publish_rounds(by=hall.by, stage=hall.stage)
    play_all(hall)
    draw_rounds(by=hall.by, stage=hall.stage)
    publish_rounds(by=hall.by, stage=hall.stage)
    call_round(by=hall.by, pairing_round=second_round(hall))
    return hall


def second_round(hall: DeskHall) -> PairingRound:
    return hall.stage.pairing_rounds.select_related("stage__event").get(number=2)


def draw_instead(hall: DeskHall, card: str) -> RoundDiffers | None:
    first = hall.event.matches.order_by("number")[0]
    rounds = list(first.rounds.all())
    claims = claims_of(match_format_of(hall.stage), rounds, card.split())
    typed = retype_card(match_format_of(hall.stage), rounds, claims, first.first).card
    return drawn_instead(first, typed, second_round(hall))


def test_how_a_round_that_is_being_played_would_have_been_drawn_is_asked_for(cast: Cast) -> None:
    hall = swiss_in_its_second_round(cast)
    [since] = preview_card(hall.event.matches.order_by("number")[0], "02 02 11 20").since

    assert since.round == second_round(hall).pk
    assert draw_instead(hall, "20 20 11 02") is None
    turned = draw_instead(hall, "02 02 11 20")
    assert turned
    sat = {
        tuple(sorted(side.entries.get().pk for side in match.sides.all()))
        for match in second_round(hall).matches.all()
    }
    assert set(turned.was) <= sat
    assert not set(turned.would_be) & sat


def test_a_draw_made_before_the_log_kept_who_met_is_made_again(
    cast: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    hall = swiss_in_its_second_round(cast)
    known = draw_instead(hall, "02 02 11 20")
    drawn_again.cache_clear()
    paper = redraw._stored_draw
    monkeypatch.setattr(redraw, "_stored_draw", lambda line: Kept(paper(line).paper, None))

    assert draw_instead(hall, "02 02 11 20") == known


@pytest.mark.parametrize("is_drawn", [True, False])
def test_no_result_decides_what_is_drawn_ahead_or_set_by_hand(cast: Cast, is_drawn: bool) -> None:
    way = RoundRobin() if is_drawn else Swiss(games=3)
    hall = seated_hall(cast, entries=4, way=way)
    hall.publish((1, 2), (3, 4))
    play_all(hall)
    hall.publish((1, 3), (2, 4))

    assert draw_instead(hall, "02 02 02 02") is None


def test_what_is_drawn_ahead_is_drawn_the_same_whatever_the_result(cast: Cast) -> None:
    hall = seated_hall(cast, entries=4, way=RoundRobin())
    draw_rounds(by=hall.by, stage=hall.stage)
    publish_rounds(by=hall.by, stage=hall.stage)
    play_all(hall)
    first = hall.event.matches.order_by("number").first()
    assert first is not None

    assert preview_card(first, "02 02 02 02").rounds == ()


def a_round_drawn_after_twenties(cast: Cast, way: Swiss) -> tuple[Kept, list[Made]]:
    """The kept draw of a second round, and the results before it.

    Entries 1 to 4 won the first round; their 20s differ by one each.
    """
    hall = seated_hall(cast, entries=8, boards=4, way=way)
    hall.publish((1, 5), (2, 6), (3, 7), (4, 8))
    for made, match in enumerate(hall.event.matches.order_by("number")):
        hall.type_card(match, f"2 0 {made} 0,2 0 0 0,2 0 0 0,2 0 0 0")
    draw_rounds(by=hall.by, stage=hall.stage)
    publish_rounds(by=hall.by, stage=hall.stage)
    drawn = one_drawn_from_table(second_round(hall))
    assert drawn
    play = play_of(hall.stage)
    made_by = made_in(drawn.before(play), play.everyone)
    return drawn.kept(), [(entry, *made) for entry, made in made_by.items()]


@pytest.mark.parametrize("by_rating", [True, False])
def test_20s_decide_a_draw_unless_ratings_do(cast: Cast, by_rating: bool) -> None:
    way = Swiss(games=3, by_rating=by_rating)
    kept, table = a_round_drawn_after_twenties(cast, way)
    other: dict[int, Number] = {1: 2, 2: 1}
    turned = tuple((entry, won, other.get(int(n), n)) for entry, won, n in table)

    again = drawn_again(Kept(kept.paper, None), turned)

    assert (again == drawn_again(kept, tuple(table))) == by_rating


def test_where_no_two_may_meet_there_is_no_draw(cast: Cast) -> None:
    kept, table = a_round_drawn_after_twenties(cast, Swiss(games=3))
    paper = json.loads(kept.paper)
    paper["forbidden"] = list(combinations(paper["pools"][0], 2))

    assert drawn_again(Kept(json.dumps(paper), None), tuple(table)) == frozenset()


def with_final(cast: Cast) -> DeskHall:
    """Two of four go on to a final that is drawn and not yet played."""
    hall = open_hall(cast, entries=4, names=["Ann", "Ben", "Cas", "Dot"])
    final = add_stage(
        by=hall.by, event=hall.event, name="Final", way=Knockout(), takes=Top(go_on=2)
    )
    hall.publish((1, 2), (3, 4))
    play_all(hall)
    publish_rounds(by=hall.by, stage=final)
    return hall


def test_who_enters_and_leaves_the_cut(cast: Cast) -> None:
    hall = with_final(cast)
    first = hall.event.matches.get(number=1)

    follows = preview_card(first, "02 02 11 20")

    assert sentences_of(hall, follows)[:2] == [
        "Ben would be in Final, but its places are already filled.",
        "Ann wouldn’t be in Final, but already has a place there.",
    ]


def test_no_tie_at_the_cut_while_a_match_is_open_again(cast: Cast) -> None:
    hall = open_hall(cast, entries=4)
    three = Top(go_on=3)
    add_stage(by=hall.by, event=hall.event, name="Final", way=Knockout(), takes=three)
    hall.publish((1, 2), (3, 4))
    play_all(hall)
    first = hall.event.matches.get(number=1)

    follows = preview_card(first, "20 20")

    assert follows.moves
    assert not follows.level


@pytest.mark.parametrize("final_is_played", [False, True])
def test_a_bracket_moves_on_unless_the_next_match_was_played(
    cast: Cast, final_is_played: bool
) -> None:
    hall = seated_hall(cast, entries=4, names=["Ann", "Ben", "Cas", "Dot"], way=Knockout())
    publish_rounds(by=hall.by, stage=hall.stage)
    play_all(hall)
    if final_is_played:
        play_all(hall)
    semi = hall.event.matches.order_by("number").first()
    assert semi is not None
    loser, winner = _loser_and_winner(semi)

    follows = preview_card(semi, "02 02 02 02")
    correct_card(hall, semi, "02 02 02 02")

    changed = {slot.label: slot for slot in follows.slots}
    final = changed["Final"]
    assert final.match is not None
    assert final.has_begun == final_is_played
    assert winner in final.before
    assert loser in final.after
    there = Match.objects.get(event=hall.event, number=final.match)
    sat = {side.entries.get().pk for side in there.sides.all()}
    assert sat == set(final.before if final_is_played else final.after)


def _loser_and_winner(match: Match) -> tuple[int, int]:
    sides = sorted(match.sides.all(), key=lambda side: side.seat == match.winner)
    loser, winner = (side.entries.get().pk for side in sides)
    return loser, winner


def test_corrected_twenties_move_the_foreseen_entries(cast: Cast) -> None:
    """Two won 8–0 with four and five 20s; two more for the second make her the first."""
    hall = seated_hall(cast)
    hall.publish((1, 2), (3, 4))
    ann, cy = hall.event.matches.order_by("number")
    hall.type_card(ann, "2 0 1 0,2 0 1 0,2 0 1 0,2 0 1 0")
    hall.type_card(cy, "2 0 2 0,2 0 1 0,2 0 1 0,2 0 1 0")
    ann.refresh_from_db()
    claims = [{"points": [2, 0], "twenties": [made, 0]} for made in (1, 1, 1, 3)]
    rounds = list(ann.rounds.all())

    moves = what_follows(
        ann, retype_card(match_format_of(hall.stage), rounds, claims, ann.first).card
    ).moves

    assert {(move.entry, move.before, move.after) for move in moves} >= {
        (hall.entry(1), 2, 1),
        (hall.entry(3), 1, 2),
    }
