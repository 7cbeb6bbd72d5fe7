"""A shoot-out stage of open 20s, from the list of players to the podium."""

import re
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from leagues.actions.advance.finish import finish_event
from leagues.actions.advance.ties import enter_shots, settle_by_decision, settle_by_shoot_out
from leagues.actions.draw.opening import open_stage
from leagues.actions.log.undo import undo
from leagues.actions.refusal import Refused, Stale
from leagues.models import Action, Entry, Event, Settlement, Stage
from leagues.reads.advance.finals import finals_of
from leagues.reads.draw.desk_step import step_at_hand
from leagues.reads.events.first_time import steps_of
from leagues.reads.screens.wall import Shows, View, wall_of
from leagues.reads.tables.tables import tables_of
from leagues.stages.entry_sources import Top
from leagues.stages.pairing_ways import AllShoot, Knockout, RoundRobin
from tests.leagues.advance.advance_halls import all_tied
from tests.leagues.days.hall import Hall

pytestmark = pytest.mark.django_db

CHAIN = ("twenties", "shoot-out")


@pytest.fixture
def stage(hall: Hall) -> Stage:
    """A shoot-out stage with four players, none of them seated."""
    return hall.stage("Shoot-out", AllShoot())


def shoot_out(hall: Hall, stage: Stage, *shots: tuple[int, ...]) -> None:
    """Enter 20s for the players in order; a player with an empty tuple is skipped."""
    for number, tries in enumerate(shots):
        if tries:
            enter_tries(hall, stage, number, tries)


def enter_tries(
    hall: Hall, stage: Stage, number: int, tries: tuple[int, ...], seen: tuple[int, ...] = ()
) -> None:
    entry = hall.event.entries.get(pk=hall.entries[number])
    enter_shots(by=hall.by, stage=stage, entry=entry, tries=tries, seen=seen)


def places_of(stage: Stage) -> list[tuple[int, str]]:
    [table] = tables_of(stage)
    return [(line.row.place, line.shot) for line in table.lines]


def address_of(hall: Hall, name: str, *args: object) -> str:
    return reverse(name, args=[hall.event.slug, *args])


def save_shots(ann: Client, hall: Hall, number: int, typed: str, seen: str = "") -> Any:
    entry = hall.entries[number]
    sent = {"entry": entry, f"all-shot-{entry}": typed, "all-seen": seen}
    return ann.post(address_of(hall, "shoot_out", 1), sent)


def words(page: Any) -> str:
    text = re.sub("<[^>]+>", " ", page.content.decode())
    return " ".join(text.split()).replace(" ,", ",")


# --- One player at a time ---------------------------------------------------------------


def test_the_first_20s_seat_all_and_start_the_event(hall: Hall, stage: Stage) -> None:
    shoot_out(hall, stage, (7,))

    hall.event.refresh_from_db()
    assert hall.event.state == Event.State.RUNNING
    assert places_of(stage) == [(1, "7"), (2, ""), (2, ""), (2, "")]
    assert not tables_of(stage)[0].is_final


def test_a_corrected_figure_is_no_sudden_death(hall: Hall, stage: Stage) -> None:
    shoot_out(hall, stage, (7,), (9,), (5,), (3,))
    enter_tries(hall, stage, 3, (8,), seen=(3,))

    assert places_of(stage) == [(1, "9"), (2, "8"), (3, "7"), (4, "5")]
    assert Settlement.objects.count() == 1
    assert finals_of(hall.event).is_final


def test_an_earlier_round_of_figures_counts_no_more(hall: Hall, stage: Stage) -> None:
    """Older events recorded all figures at once, and all of them again after a tie."""
    open_stage(by=hall.by, stage=stage)
    for made in ((7, 9, 5, 3), (7, 9, 5, 8)):
        shots = {e: (n,) for e, n in zip(hall.entries, made, strict=True)}
        settle_by_shoot_out(by=hall.by, stage=stage, twenties=shots)

    assert places_of(stage) == [(1, "9"), (2, "8"), (3, "7"), (4, "5")]


def test_a_sudden_death_shot_counts_once_both_have_taken_it(hall: Hall, stage: Stage) -> None:
    shoot_out(hall, stage, (9,), (9,), (5,), (3,))
    assert [place for place, _shot in places_of(stage)] == [1, 1, 3, 4]

    enter_tries(hall, stage, 0, (9, 0), seen=(9,))
    assert [place for place, _shot in places_of(stage)] == [1, 1, 3, 4]

    enter_tries(hall, stage, 1, (9, 1), seen=(9,))
    assert places_of(stage) == [(1, "9 1"), (2, "9 0"), (3, "5"), (4, "3")]


def test_sudden_death_entered_under_the_tie_outlives_a_correction(hall: Hall, stage: Stage) -> None:
    shoot_out(hall, stage, (9,), (9,), (5,), (3,))
    one, two = hall.entries[:2]
    settle_by_shoot_out(by=hall.by, stage=stage, twenties={one: (0,), two: (1,)})
    enter_tries(hall, stage, 3, (4,), seen=(3,))

    assert places_of(stage) == [(1, "9, 1"), (2, "9, 0"), (3, "5"), (4, "4")]


def test_a_tie_leads_to_the_20s_of_the_stage(hall: Hall, stage: Stage, ann: Client) -> None:
    """A separate sudden death between all of them would replace their 20s in the table."""
    shoot_out(hall, stage, (9,), (9,), (9,), (9,))

    answer = ann.get(address_of(hall, "event_advance"))
    page = answer.content.decode()

    assert f'href="{address_of(hall, "shoot_out", 1)}"' in page
    assert 'value="shoot-out"' not in page
    assert "They are tied for places 1 to 4. These didn’t break" in words(answer)
    assert "These didn’t break the tie: the shoot-out (9) Enter" in words(answer)
    assert "Tied at the cut" not in page, "after the last stage there is no cut"


def test_two_desks_do_not_overwrite_each_other(hall: Hall, stage: Stage) -> None:
    shoot_out(hall, stage, (7,))
    with pytest.raises(Stale, match="entered 7 for this player"):
        enter_tries(hall, stage, 0, (8,))
    enter_tries(hall, stage, 1, (8,))

    assert places_of(stage)[:2] == [(1, "8"), (2, "7")]


def test_a_late_comer_shoots_too(hall: Hall, stage: Stage) -> None:
    shoot_out(hall, stage, (7,), (9,), (5,), (3,))
    late = hall.arrive("Late")
    enter_shots(by=hall.by, stage=stage, entry=late, tries=(8,), seen=())

    assert places_of(stage)[1] == (2, "8")


def test_no_one_waits_for_a_player_who_withdrew_without_a_shot(hall: Hall, stage: Stage) -> None:
    shoot_out(hall, stage, (7,), (9,), (5,))
    withdrawn = hall.event.entries.get(pk=hall.entries[3])
    withdrawn.state = Entry.State.WITHDRAWN
    withdrawn.save()

    assert tables_of(stage)[0].is_final
    with pytest.raises(Refused, match="isn’t in the shoot-out"):
        enter_shots(by=hall.by, stage=stage, entry=withdrawn, tries=(8,), seen=())


def test_the_log_names_figures_and_undo_puts_them_back(
    hall: Hall, stage: Stage, ann: Client
) -> None:
    shoot_out(hall, stage, (7,))
    enter_tries(hall, stage, 0, (8,), seen=(7,))
    enter_tries(hall, stage, 0, (8,), seen=(8,))
    enter_tries(hall, stage, 0, (), seen=(8,))
    log = words(ann.get(address_of(hall, "event_log")))
    assert "Entered the 20s of Player 1 in Shoot-out: 7." in log
    assert "Corrected the 20s of Player 1 in Shoot-out from 7 to 8." in log
    assert "Cleared the 20s of Player 1 in Shoot-out (8)." in log

    undo(by=hall.by, action=Action.objects.filter(verb="enter_shots").latest("pk"))

    assert places_of(stage)[0] == (1, "8")


# --- The page ----------------------------------------------------------------------------


def test_the_page_is_filled_in_and_ready_for_the_next(
    hall: Hall, stage: Stage, ann: Client
) -> None:
    assert save_shots(ann, hall, 0, "7").status_code == 302
    page = ann.get(address_of(hall, "shoot_out", 1)).content.decode()

    [first, second, *_rest] = re.findall(r"<input type=\"text\"[^>]*>", page)
    assert 'value="7"' in first
    assert "autofocus" not in first
    assert "autofocus" in second
    assert "12 open shots each" in page
    assert "3 players still shoot" in page


@pytest.mark.parametrize("typed", ["13", "-1", "7 2", "many", "7 1 x", "²", "1" + " 1" * 30])
def test_no_more_20s_than_shots(hall: Hall, stage: Stage, ann: Client, typed: str) -> None:
    answer = save_shots(ann, hall, 0, typed)

    assert answer.status_code == 422
    assert f'value="{typed}"' in answer.content.decode()
    assert "Enter 0 to 12" in answer.content.decode()
    assert not Settlement.objects.exists()


def test_what_another_desk_entered_is_shown_and_can_be_corrected(
    hall: Hall, stage: Stage, ann: Client
) -> None:
    save_shots(ann, hall, 0, "7")
    answer = save_shots(ann, hall, 0, "8")
    assert answer.status_code == 422
    assert "entered 7 for this player" in words(answer)
    assert 'name="all-seen" value="7"' in answer.content.decode()

    assert save_shots(ann, hall, 0, "8", seen="7").status_code == 302


def test_no_other_player_is_entered(hall: Hall, stage: Stage, ann: Client) -> None:
    for entry in ("", "x", "999999"):
        sent = {"entry": entry, "all-shot-1": "7"}
        assert ann.post(address_of(hall, "shoot_out", 1), sent).status_code == 404


def test_the_page_names_a_player_who_withdrew_meanwhile(
    hall: Hall, stage: Stage, ann: Client
) -> None:
    shoot_out(hall, stage, (7,))
    hall.event.entries.filter(pk=hall.entries[1]).update(state=Entry.State.WITHDRAWN)

    assert save_shots(ann, hall, 1, "8").status_code == 302
    page = words(ann.get(address_of(hall, "shoot_out", 1)))
    assert "Player 2 isn’t in the shoot-out." in page


# --- From the guide to the podium --------------------------------------------------------


def test_the_guide_leads_from_the_players_to_the_20s_and_the_end(hall: Hall, stage: Stage) -> None:
    step = step_at_hand(hall.event)
    assert step is not None
    assert (step.label, step.args("day")) == ("Enter the 20s", ["day", 1])
    assert step.missing == "4 are entered. The first 20s you enter start the event."
    assert [str(each.label) for each in steps_of(step, has_begun=False)] == [
        "Plan", "Enter people", "Enter results", "Finish the event"
    ]  # fmt: skip

    shoot_out(hall, stage, (7,), (9,), (5,))
    hall.event.refresh_from_db()
    step = step_at_hand(hall.event)
    assert step is not None
    assert step.missing == "1 of 4 still has to shoot."

    enter_tries(hall, stage, 3, (3,))
    step = step_at_hand(hall.event)
    assert step is not None
    assert step.label == "Finish the event"
    assert step.missing.startswith("Everyone has shot.")


def test_a_tie_for_a_place_that_matters_is_named_where_the_20s_are_typed(
    hall: Hall, stage: Stage, ann: Client
) -> None:
    shoot_out(hall, stage, (9,), (7,), (9,), (5,))
    page = words(ann.get(address_of(hall, "shoot_out", 1)))
    assert "Tied for a place that matters: Player 1, Player 3" in page
    assert "Everyone has shot. Finish the event" not in page, "not these two"

    enter_tries(hall, stage, 0, (9, 1), seen=(9,))
    enter_tries(hall, stage, 2, (9, 0), seen=(9,))
    page = words(ann.get(address_of(hall, "shoot_out", 1)))
    assert "Everyone has shot. Finish the event" in page
    assert "Tied for" not in page


@pytest.mark.long
def test_no_page_of_a_shoot_out_asks_for_a_draw(hall: Hall, stage: Stage, ann: Client) -> None:
    """Before, during and after the shoot-out; at the desk, in public and on the wall."""
    pages = ("event_desk", "event_draw", "event_advance", "event", "matches")
    asks = re.compile("drawn yet|paired yet|Fill the bracket|pairing|Draw all")

    def look() -> str:
        read = [words(ann.get(address_of(hall, name), follow=True)) for name in pages]
        for name, page in zip(pages, read, strict=True):
            assert not asks.search(page), name
        return " ".join(read)

    assert "The first 20s you enter start the event." in look()
    shoot_out(hall, stage, (7,), (9,), (5,))
    assert "1 of 4 still has to shoot." in look()
    enter_tries(hall, stage, 3, (3,))
    assert "Everyone has shot." in look()
    finish_event(by=hall.by, event=hall.event)
    assert "Podium" in look()


def test_the_public_sees_the_table_while_they_shoot(
    hall: Hall, stage: Stage, client: Client
) -> None:
    shoot_out(hall, stage, (7,), (9,))

    table = words(client.get(address_of(hall, "standings")))
    assert "1 Player 2 9 2 Player 1 7 Player 3 – Player 4 –" in table
    assert "1 · Player 2 9 2 · Player 1 7" in words(client.get(address_of(hall, "event")))


def test_the_wall_shows_the_table_while_they_shoot(hall: Hall, stage: Stage) -> None:
    assert wall_of(hall.event, Shows()).view is View.WORDS
    shoot_out(hall, stage, (7,), (9,))

    wall = wall_of(hall.event, Shows())

    assert wall.view is View.STANDINGS
    assert [line.shot for line in wall.tables[0].lines] == ["9", "7", "", ""]
    hall.event.refresh_from_db()
    finish_event(by=hall.by, event=hall.event)
    assert wall_of(hall.event, Shows()).view is View.PODIUM


def test_a_stage_after_a_shoot_out_opens_when_all_have_shot(hall: Hall, ann: Client) -> None:
    first = hall.stage("Qualifying", AllShoot())
    hall.stage("Final", Knockout(), Top(2))
    shoot_out(hall, first, (7,), (9,), (5,))
    assert "Open Final" not in words(ann.get(address_of(hall, "event_desk")))

    enter_tries(hall, first, 3, (3,))

    assert "Open Final" in words(ann.get(address_of(hall, "event_desk")))


def test_a_late_comer_does_not_lead_back_to_a_shoot_out_that_is_over(
    hall: Hall, ann: Client
) -> None:
    first = hall.stage("Qualifying", AllShoot())
    final = hall.stage("Final", Knockout(), Top(2))
    shoot_out(hall, first, (7,), (9,), (5,), (3,))
    hall.run(final)
    hall.arrive("Late")

    step = step_at_hand(Event.objects.get(pk=hall.event.pk))

    assert step is not None
    assert step.label == "Finish the event"
    assert "still shoot" not in words(ann.get(address_of(hall, "event_desk")))


def test_a_shoot_out_behind_another_stage_waits_for_it(hall: Hall, ann: Client) -> None:
    hall.stage("Pool", RoundRobin())
    hall.stage("Shoot-out", AllShoot(), Top(2))

    page = words(ann.get(address_of(hall, "shoot_out", 2)))

    assert "Not open yet" in page


# --- At a cut ----------------------------------------------------------------------------


def settle_cut(ann: Client, hall: Hall, *shots: str) -> str:
    """Break a four-way tie at the cut after place two, and return the page that follows."""
    tags = "-".join(map(str, hall.entries))
    typed = {
        f"shoot-{tags}-shot-{entry}": shot for entry, shot in zip(hall.entries, shots, strict=True)
    }
    sent = typed | {"tie": tags, "way": "shoot-out"}
    return words(ann.post(address_of(hall, "tie_settle", 1), sent, follow=True))


def test_a_shoot_out_that_leaves_the_cut_tied_names_the_players(hall: Hall, ann: Client) -> None:
    all_tied(hall)

    page = settle_cut(ann, hall, "9", "7", "7", "2")

    assert "Saved, but these are still tied: Player 2, Player 3." in page
    assert "Settled. The table" not in page
    assert "Shoot-out: Player 1 9, Player 2 7, Player 3 7, Player 4 2" in page


def test_the_log_names_the_order_that_counts(hall: Hall, ann: Client) -> None:
    all_tied(hall)

    page = settle_cut(ann, hall, "2", "7 0", "7 1", "9")

    assert "Settled. The table" in page
    assert "Shoot-out: Player 4 9, Player 3 7 1, Player 2 7 0, Player 1 2" in page
    log = words(ann.get(address_of(hall, "event_log")))
    order = "Player 4 9, Player 3 7 1, Player 2 7 0, Player 1 2"
    assert f"Recorded a shoot-out in Pool: {order}." in log


def test_a_decision_is_listed_with_its_order_and_reason(hall: Hall, ann: Client) -> None:
    first, _later = all_tied(hall)
    order = hall.entries[::-1]
    settle_by_decision(by=hall.by, stage=first, order=order, reason="By age")

    page = words(ann.get(address_of(hall, "event_advance")))

    assert "Decision: Player 4, Player 3, Player 2, Player 1 By age" in page
    log = words(ann.get(address_of(hall, "event_log")))
    assert "Order: Player 4, Player 3, Player 2, Player 1." in log
