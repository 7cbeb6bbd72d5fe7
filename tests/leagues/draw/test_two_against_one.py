"""Two against one: the pair sits at either seat, and the seats decide who shoots."""

import pytest
from django.test import Client
from django.utils import timezone

from leagues.actions.draw.changes import swap_entries
from leagues.actions.draw.draw import draw_rounds, publish_rounds
from leagues.actions.draw.draw_updates import mend_rounds
from leagues.actions.entries.entries import enrol_players
from leagues.actions.refusal import Refused
from leagues.models import Match, MatchSide, Player, SideEntry, SidePlayer, Stage
from leagues.pairing.partners import Spare
from leagues.reads import format_of
from leagues.reads.draw.attendance import Comings
from leagues.reads.draw.draw_page import stage_draw
from leagues.reads.draw.history import rounds_of
from leagues.reads.phones.match_rows import rows_of
from leagues.reads.phones.state import Viewer, state_of
from leagues.stages.pairing_ways import Knockout, PairingWay, Partners, RoundRobin, Swiss
from scoring.shooting import Clockwise
from scoring.sides import BySeat, Seat
from tests.cast import Cast
from tests.leagues.days.hall import Hall
from tests.leagues.draw.draw_pages import address_of, text_of_page
from tests.leagues.events.planning import OPEN, STAGE, plan_event, save_event, words_of

pytestmark = pytest.mark.django_db

PRESET = "classic-twelve-two-against-one"


def a_hall(cast: Cast, pairs: int, singles: int) -> Hall:
    hall = Hall.open(cast.club, cast.who("ann"), entries=0, preset=PRESET, sides="doubles")
    for number in range(1, pairs + 1):
        two = [
            Player.objects.create(club=cast.club, name=f"Pair {number}{letter}") for letter in "ab"
        ]
        enrol_players(by=hall.by, event=hall.event, players=two, seed=number)
    for number in range(1, singles + 1):
        hall.arrive(f"Single {number}", pairs + number)
    return hall


def draw_stage(hall: Hall, way: PairingWay | None = None) -> Stage:
    stage = hall.stage("League", way or RoundRobin())
    draw_rounds(by=hall.by, stage=stage)
    publish_rounds(by=hall.by, stage=stage)
    return stage


def side_sizes(match: Match) -> list[int]:
    return [side.players.count() for side in match.sides.order_by("seat")]


def turn_round(match: Match) -> None:
    """Swap the two sides of a match, seats A and B."""
    a, b = match.sides.order_by("seat")
    for side, seat in ((a, 3), (b, 0), (a, 1)):
        MatchSide.objects.filter(pk=side.pk).update(seat=seat)


def single_at(match: Match, seat: Seat) -> Match:
    if side_sizes(match)[seat] != 1:
        turn_round(match)
    return Match.objects.select_related("pairing_round__stage__event").get(pk=match.pk)


@pytest.mark.parametrize(
    ("seat", "players", "order"),
    [
        (Seat.A, BySeat(1, 2), ["A", "B1", "A", "B2"]),
        (Seat.B, BySeat(2, 1), ["A1", "B", "A2", "B"]),
    ],
)
def test_sheet_and_shooters_follow_the_seats(
    seat: Seat, players: BySeat[int], order: list[str], cast: Cast
) -> None:
    draw_stage(a_hall(cast, 1, 1))
    match = single_at(Match.objects.get(), seat)
    rule = format_of(match).rule

    assert rule.players == players
    assert [str(shooter) for shooter in rule.turns.order(Seat.A, 1)] == order
    assert (rule.discs, rule.moves) == (12, Clockwise())


@pytest.mark.parametrize(
    ("seat", "opens", "shots"),
    [
        (Seat.A, Seat.A, ["A B2", "B1 A", "A B1", "B2 A"]),
        (Seat.A, Seat.B, ["B1 A", "A B1", "B2 A", "A B2"]),
        (Seat.B, Seat.A, ["A1 B", "B A1", "A2 B", "B A2"]),
        (Seat.B, Seat.B, ["B A1", "A2 B", "B A2", "A1 B"]),
    ],
)
def test_a_phone_names_who_shoots_first_and_last(
    seat: Seat, opens: Seat, shots: list[str], cast: Cast
) -> None:
    hall = a_hall(cast, 1, 1)
    draw_stage(hall)
    Match.objects.update(first=opens)
    match = single_at(Match.objects.get(), seat)
    match.event = hall.event
    viewer = Viewer("code", None, None, timezone.now())
    lines = []
    for round_number in range(1, 5):
        due = state_of(rows_of(match), viewer)["next"]
        assert due["number"] == round_number
        lines.append(f"{due['shooter']['says']} {due['hammer']['says']}")
        hall.enter_card(match, [{"points": [5, 0]}] * round_number)
        match.refresh_from_db()
        match.event = hall.event

    assert lines == shots


@pytest.mark.parametrize("seat", [Seat.A, Seat.B])
def test_a_card_is_taken_wherever_the_single_player_sits(seat: Seat, cast: Cast) -> None:
    hall = a_hall(cast, 1, 1)
    draw_stage(hall)
    match = single_at(Match.objects.get(), seat)
    hall.enter_card(match, [{"score": [240, 140], "twenties": [12, 7]}])
    match.refresh_from_db()

    assert (match.winner, match.state) == (0, Match.State.FINISHED)


@pytest.mark.parametrize("way", [RoundRobin(), Swiss(2)], ids=str)
def test_a_pair_meets_a_single_player_in_every_match(way: PairingWay, cast: Cast) -> None:
    stage = draw_stage(a_hall(cast, 2, 2), way)
    matches = Match.objects.filter(pairing_round__stage=stage)

    assert matches.count() >= 2
    assert all(sorted(side_sizes(match)) == [1, 2] for match in matches)


def test_without_a_single_player_the_draw_is_refused(cast: Cast) -> None:
    with pytest.raises(Refused, match="pairs: 4, single players: 0"):
        draw_stage(a_hall(cast, 4, 0))


def test_a_bracket_of_two_against_one_is_refused(cast: Cast) -> None:
    hall = a_hall(cast, 2, 2)
    stage = hall.stage("Cup", Knockout())

    with pytest.raises(Refused, match="a pair plays a single player"):
        publish_rounds(by=hall.by, stage=stage)


def test_no_one_changes_places_with_another_kind(cast: Cast) -> None:
    hall = a_hall(cast, 2, 2)
    stage = hall.stage("League", RoundRobin())
    draw_rounds(by=hall.by, stage=stage)
    one, other = Match.objects.filter(pairing_round__number=1)
    pair = SideEntry.objects.filter(side__match=one).order_by("entry").first()
    single = SideEntry.objects.filter(side__match=other).order_by("entry").last()
    assert pair
    assert single

    with pytest.raises(Refused, match="These two can’t swap places"):
        swap_entries(by=hall.by, stage=stage, number=1, one=pair.entry_id, other=single.entry_id)


def test_two_of_a_kind_may_change_places(cast: Cast) -> None:
    hall = a_hall(cast, 2, 2)
    stage = hall.stage("League", RoundRobin())
    draw_rounds(by=hall.by, stage=stage)
    first, second, *_singles = hall.entries
    swap_entries(by=hall.by, stage=stage, number=1, one=first, other=second)

    assert all(sorted(side_sizes(match)) == [1, 2] for match in Match.objects.all())


def test_a_pair_that_lost_a_partner_is_remarked_upon(cast: Cast) -> None:
    hall = a_hall(cast, 1, 1)
    stage = draw_stage(hall)
    pair = hall.event.entries.get(seed=1)
    pair.line_up.filter(number=2).delete()
    lines = stage_draw(stage, rounds_of(hall.event), Comings(), 1).lines

    assert "Not two against one" in lines[0].remarks


def test_a_late_comer_needs_a_new_draw(cast: Cast) -> None:
    hall = a_hall(cast, 2, 2)
    stage = draw_stage(hall)
    hall.arrive("Late")

    with pytest.raises(Refused, match="only be drawn again"):
        mend_rounds(by=hall.by, stage=stage)


@pytest.mark.parametrize("games", [None, 2])
def test_one_who_is_over_plays_two_in_rotating_doubles(cast: Cast, games: int | None) -> None:
    hall = Hall.open(
        cast.club, cast.who("ann"), entries=7, preset="tournament-doubles", sides="redrawn"
    )
    draw_stage(hall, Partners(games=games, spare=Spare.ALONE))
    for match in Match.objects.select_related("pairing_round__stage__event"):
        assert list(format_of(match).rule.players) == side_sizes(match)
    seated = [sorted(side_sizes(match)) for match in Match.objects.all()]
    assert [1, 2] in seated
    assert [2, 2] in seated


def test_who_sits_there_counts_and_not_who_is_entered(cast: Cast) -> None:
    """A partner who went home leaves one against one, and the card can still be entered."""
    hall = a_hall(cast, 1, 1)
    draw_stage(hall)
    match = single_at(Match.objects.get(), Seat.B)
    SidePlayer.objects.filter(match=match, number=2).delete()
    assert format_of(match).rule.players == BySeat(1, 1)
    hall.card(match, [100, 0])
    match.refresh_from_db()

    assert match.winner == 0


TYPED = {"sides": "doubles", "sheet": PRESET}


def test_a_knockout_cannot_be_planned_by_this_sheet(ann: Client) -> None:
    refused = ann.post("/desk/new/knockout/", OPEN | TYPED)
    assert refused.status_code == 422
    assert "a pair plays a single player in every match" in words_of(refused)

    event = plan_event(ann, "league", **TYPED)
    path = f"/desk/events/{event.slug}/stages/add/knockout/"
    assert ann.post(path, STAGE).status_code == 422
    assert event.stages.count() == 1


def test_nor_can_its_sheet_be_changed_to_this_one(ann: Client) -> None:
    event = plan_event(ann, "knockout", sides="doubles")

    assert save_event(ann, event, sheet=PRESET).status_code == 422


def test_a_single_player_lacks_no_partner(cast: Cast, ann: Client) -> None:
    hall = a_hall(cast, pairs=1, singles=1)
    stage = hall.stage("League", RoundRobin())

    assert "no partner" not in text_of_page(ann.get(address_of(stage)))
