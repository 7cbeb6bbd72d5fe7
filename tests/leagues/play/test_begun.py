"""A pairing round has begun once a match of it is called or has rounds."""

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from leagues.actions.advance.refill import refuse_begun
from leagues.actions.draw.draw import draw_rounds, publish_rounds, take_back_rounds
from leagues.actions.entries.presence import Unplayed
from leagues.actions.events.plan import fixed_facts
from leagues.actions.log.undo import undo
from leagues.actions.play import calls
from leagues.models import Action, Entry, Event, Match, PairingRound, Stage
from leagues.reads.draw.history import rounds_of
from leagues.reads.entries.effects import Act
from leagues.reads.events.plans import progress_of
from leagues.reads.play.blockers import Blocker, blockers_of
from leagues.reads.play.desk import desk_of
from leagues.reads.screens.wall import Shows, View, wall_of
from leagues.stages.pairing_ways import RoundRobin
from tests.cast import Cast
from tests.leagues.draw.draws import SEED
from tests.leagues.entries.people_in import apply_act
from tests.leagues.play.desk_hall import DeskHall, open_hall

ENDS = [Unplayed.WALKOVER, Unplayed.NOT_COUNTED]


def published_hall(cast: Cast, entries: int = 8) -> DeskHall:
    """A round robin with all its rounds published and no match called."""
    hall = open_hall(cast, entries=entries, boards=entries // 2, way=RoundRobin(), rng_seed=SEED)
    Stage.objects.filter(pk=hall.stage.pk).update(opened_at=timezone.now())
    draw_rounds(by=hall.by, stage=hall.stage)
    publish_rounds(by=hall.by, stage=hall.stage)
    return hall


def play_round(hall: DeskHall, number: int) -> None:
    for match in matches_of(hall, number):
        hall.type_card(match, "20 20 20 20")


def matches_of(hall: DeskHall, number: int) -> list[Match]:
    found = hall.event.matches.filter(pairing_round__number=number)
    return list(found.unfinished().select_related("pairing_round__stage__event"))


def withdraw_entry(cast: Cast, hall: DeskHall, number: int, unplayed: Unplayed) -> None:
    apply_act(cast, Entry.objects.get(pk=hall.entry(number)), Act.WITHDRAW, unplayed)
    hall.event.refresh_from_db()


def blockers_now(event: Event) -> tuple[Blocker, ...]:
    event.refresh_from_db()
    return blockers_of(desk_of(event), timezone.now())


def begun_rounds(hall: DeskHall) -> list[int]:
    rounds = PairingRound.objects.of(hall.event).begun()
    return list(rounds.values_list("number", flat=True))


@pytest.mark.parametrize("unplayed", ENDS)
def test_who_withdraws_begins_no_later_round(cast: Cast, unplayed: Unplayed) -> None:
    hall = published_hall(cast)
    play_round(hall, 1)
    withdraw_entry(cast, hall, 8, unplayed)

    assert begun_rounds(hall) == [1]
    assert [r.number for r in rounds_of(hall.event) if r.has_begun] == [1]
    desk = desk_of(hall.event)
    assert [(line.round.number, line.has_begun) for line in desk.rounds] == [(2, False)]
    assert [(each.kind, each.sentence) for each in blockers_now(hall.event)] == [
        ("call", "Morning, game 2: 3 matches can be called to their boards")
    ]


def test_a_walkover_by_the_desk_begins_no_round(cast: Cast) -> None:
    hall = published_hall(cast, entries=4)
    Match.objects.filter(pk=matches_of(hall, 1)[0].pk).update(
        state="finished", ending="walkover", winner=0
    )

    assert begun_rounds(hall) == []
    assert [each.kind for each in blockers_now(hall.event)] == ["call"]


@pytest.mark.parametrize("ending", ["walkover", "forfeit", "annulled"])
def test_what_was_played_before_it_was_stopped_has_begun(cast: Cast, ending: str) -> None:
    hall = published_hall(cast, entries=4)
    match = matches_of(hall, 1)[0]
    hall.type_card(match, "20")
    Match.objects.filter(pk=match.pk).update(state="finished", ending=ending, winner=None)

    assert begun_rounds(hall) == [1]
    assert desk_of(hall.event).rounds[0].has_begun


def test_an_odd_number_has_byes_that_begin_nothing(cast: Cast) -> None:
    hall = published_hall(cast, entries=5)
    assert begun_rounds(hall) == []
    play_round(hall, 1)
    assert begun_rounds(hall) == [1]


@pytest.mark.parametrize("unplayed", ENDS)
def test_what_follows_a_withdrawal_can_still_be_taken_back(cast: Cast, unplayed: Unplayed) -> None:
    hall = published_hall(cast)
    withdraw_entry(cast, hall, 8, unplayed)
    refuse_begun(hall.stage)

    assert len(take_back_rounds(by=hall.by, stage=hall.stage)) == 7


@pytest.mark.parametrize("unplayed", ENDS)
def test_the_start_can_be_taken_back_after_a_withdrawal(cast: Cast, unplayed: Unplayed) -> None:
    hall = published_hall(cast)
    withdraw_entry(cast, hall, 8, unplayed)
    undo(by=hall.by, action=Action.objects.get(verb="start_event"))

    hall.event.refresh_from_db()
    assert hall.event.state == Event.State.PLANNED


@pytest.mark.long
@pytest.mark.parametrize("unplayed", ENDS)
def test_screens_and_pages_stay_with_the_round_that_is_on(cast: Cast, unplayed: Unplayed) -> None:
    hall = published_hall(cast)
    withdraw_entry(cast, hall, 8, unplayed)
    wall = wall_of(hall.event, Shows())
    assert (wall.view, wall.round and wall.round.number) == (View.PAIRINGS, 1)
    page = Client().get(reverse("event", args=[hall.event.slug]))
    assert page.context["now"] is None
    assert page.context["coming"].number == 1
    assert list(page.context["latest"]) == []

    play_round(hall, 1)
    wall = wall_of(hall.event, Shows())
    assert (wall.view, wall.round and wall.round.number) == (View.PAIRINGS, 2)
    page = Client().get(reverse("event", args=[hall.event.slug]))
    assert page.context["now"].number == 1
    assert {m.pairing_round.number for m in page.context["latest"]} == {1}
    assert list(page.context["left_behind"]) == []


# --- What is needed now stays short -----------------------------------------------------


@pytest.mark.long
def test_twenty_with_all_rounds_published_need_few_lines(cast: Cast) -> None:
    hall = published_hall(cast, entries=20)
    play_round(hall, 1)
    withdraw_entry(cast, hall, 20, Unplayed.WALKOVER)
    withdraw_entry(cast, hall, 19, Unplayed.NOT_COUNTED)
    assert len(blockers_now(hall.event)) == 1

    for number in range(2, 9):
        called = calls.call_round(
            by=hall.by, pairing_round=matches_of(hall, number)[0].pairing_round
        )
        for match in called[:2]:
            hall.type_card(Match.objects.get(pk=match.pk), "20 20 20 20")
        for match in called[2:]:
            calls.put_back(by=hall.by, match=match)
    lines = blockers_now(hall.event)
    assert len(lines) <= 9
    assert all(len(line.sentence) < 160 for line in lines)
    assert lines[0].sentence.startswith("Morning, game 2: ")
    assert lines[0].sentence.endswith(" and 3 more matches are still to be played")


def test_what_is_left_of_a_round_can_be_called_at_once(cast: Cast) -> None:
    hall = published_hall(cast)
    called = calls.call_round(by=hall.by, pairing_round=matches_of(hall, 1)[0].pairing_round)
    hall.type_card(called[0], "20 20 20 20")
    for match in called[1:]:
        calls.put_back(by=hall.by, match=match)

    line, following = blockers_now(hall.event)
    assert line.kind == "call"
    assert "are still to be played" in line.sentence
    assert line.round
    assert following.sentence.startswith("Morning, game 2")
    assert len(calls.call_round(by=hall.by, pairing_round=line.round)) == 3


@pytest.mark.long
def test_of_many_alike_the_first_are_named_and_the_rest_counted(cast: Cast) -> None:
    hall = published_hall(cast, entries=20)
    calls.call_round(by=hall.by, pairing_round=matches_of(hall, 1)[0].pairing_round)
    for match in matches_of(hall, 1):
        calls.want_help(by=hall.by, match=match)

    lines = blockers_now(hall.event)
    assert [line.kind for line in lines] == ["help"] * 6 + ["more"]
    assert lines[-1].sentence == "4 more like these"
    page = cast.browser_of("ann").get(reverse("event_desk", args=[hall.event.slug]))
    more = reverse("event_matches", args=[hall.event.slug]) + "?state=needs"
    assert more in page.content.decode()
    found = cast.browser_of("ann").get(more)
    assert len(found.context["sittings"]) == 10


@pytest.mark.long
def test_a_match_put_off_in_every_round_does_not_fill_the_desk(cast: Cast) -> None:
    hall = published_hall(cast, entries=12)
    for number in range(1, 12):
        for match in matches_of(hall, number)[1:]:
            hall.type_card(match, "20 20 20 20")

    lines = blockers_now(hall.event)
    assert [line.kind for line in lines] == ["left-over"] * 6 + ["more"]
    assert lines[-1].sentence == "5 more like these"
    page = cast.browser_of("ann").get(reverse("event_desk", args=[hall.event.slug]))
    more = reverse("event_matches", args=[hall.event.slug]) + "?state=open"
    assert more in page.content.decode()


@pytest.mark.parametrize("unplayed", ENDS)
def test_only_a_walkover_that_was_paid_fixes_the_rules(cast: Cast, unplayed: Unplayed) -> None:
    hall = published_hall(cast)
    withdraw_entry(cast, hall, 8, unplayed)

    paid = unplayed is Unplayed.WALKOVER
    assert ("rules" in fixed_facts(hall.event)) == paid
    assert progress_of(hall.event)[hall.stage.pk].begun == paid
