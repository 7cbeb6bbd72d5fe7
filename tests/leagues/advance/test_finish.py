"""Finishing an event: open matches are listed, boards are freed, and places are awarded."""

import re
from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from leagues.actions import notices
from leagues.actions.advance.finish import finish_event
from leagues.actions.draw.draw import publish_rounds
from leagues.actions.events.events import bin_event, restore_event
from leagues.actions.log.sentences import sentence_of
from leagues.actions.log.undo import undo
from leagues.actions.play import calls
from leagues.actions.refusal import Refused, Stale
from leagues.models import Action, Event, Match, Stage
from leagues.reads import tables_of
from leagues.reads.advance.advancement import find_unsettled
from leagues.reads.advance.finals import finals_of
from leagues.reads.advance.snapshot import snapshot_of
from leagues.reads.play.open_matches import left_open, state_of_open
from leagues.reads.state_marks import mark_of
from leagues.stages.pairing_ways import Knockout
from tests.cast import Cast
from tests.leagues.play.desk_hall import DeskHall, finish_as_it_is, open_hall
from tests.scenes import scene

NAMES = ("Ann Ode", "Ben Ito", "Cat Li", "Dan Roy", "Eve Po", "Fay Wu", "Gus Ek", "Hal Om")


@scene
def hall(cast: Cast) -> DeskHall:
    """Two matches at boards, one of them with a round played; two more matches wait."""
    hall = open_hall(cast, entries=8, boards=4, names=NAMES)
    pairing_round = hall.publish((1, 2), (3, 4), (5, 6), (7, 8))
    calls.call_match(by=hall.by, match=hall.at(1))
    calls.call_match(by=hall.by, match=hall.at(2))
    hall.type_card(hall.at(1), "20")
    assert pairing_round.matches.at_a_board().count() == 2
    return hall


def address_of(name: str, hall: DeskHall) -> str:
    return reverse(name, args=[hall.event.slug])


def state_now(hall: DeskHall) -> str:
    return Event.objects.values_list("state", flat=True).get(pk=hall.event.pk)


def test_an_event_with_open_matches_is_not_finished_by_the_way(hall: DeskHall) -> None:
    with pytest.raises(Refused, match="4 matches are still open"):
        finish_event(by=hall.by, event=hall.event)

    left = left_open(hall.event)
    assert [(each.names, each.rounds_played) for each in left] == [
        ("Ann Ode – Ben Ito", 1),
        ("Cat Li – Dan Roy", 0),
        ("Eve Po – Fay Wu", 0),
        ("Gus Ek – Hal Om", 0),
    ]
    assert state_now(hall) == Event.State.RUNNING


def test_the_page_names_what_is_open_and_what_becomes_of_it(hall: DeskHall, ann: Client) -> None:
    page = ann.get(address_of("event_advance", hall))
    text = page.content.decode()
    for names in ("Ann Ode – Ben Ito", "Cat Li – Dan Roy", "Eve Po – Fay Wu"):
        assert names in text
    assert "4 matches aren’t finished" in text
    assert "counts for no one" in text

    refused = ann.post(address_of("event_finish", hall))
    assert refused.status_code == 422
    assert "The event isn’t finished" in refused.content.decode()
    assert state_now(hall) == Event.State.RUNNING

    done = ann.post(address_of("event_finish", hall), {"seen": page.context["seen"]}, follow=True)
    assert "The event finished without a result." in done.content.decode()
    assert "podium is public" not in done.content.decode()
    assert state_now(hall) == Event.State.FINISHED


def test_a_result_that_came_meanwhile_is_not_struck_out(hall: DeskHall, ann: Client) -> None:
    seen = ann.get(address_of("event_advance", hall)).context["seen"]
    hall.type_card(hall.at(1), "20 20 20 20")

    refused = ann.post(address_of("event_finish", hall), {"seen": seen})
    assert refused.status_code == 422
    assert "matches have just been played or drawn" in refused.content.decode()
    assert len(refused.context["left_open"]) == 3
    assert state_now(hall) == Event.State.RUNNING
    with pytest.raises(Stale):
        finish_event(by=hall.by, event=hall.event, seen="nonsense")


def test_the_end_closes_all_matches_and_frees_all_boards(hall: DeskHall) -> None:
    finish_as_it_is(hall.by, hall.event)

    assert not hall.event.matches.unfinished().exists()
    assert set(hall.event.matches.values_list("ending", flat=True)) == {"annulled"}
    assert hall.event.matches.get(number=1).rounds.count() == 1, "it stays readable"
    assert not Match.objects.at_a_board().exists()
    line = hall.event.log.get(verb="finish_event")
    log_line = "Finished the event and cancelled 4 open matches."
    assert sentence_of(line.verb, line.details) == log_line


def test_another_event_plays_on_the_boards_at_once(cast: Cast, hall: DeskHall) -> None:
    other = open_hall(cast, entries=8, boards=4, name="Next door")
    follows = other.publish((1, 2), (3, 4), (5, 6), (7, 8))
    finish_as_it_is(hall.by, hall.event)

    assert len(calls.call_round(by=other.by, pairing_round=follows)) == 4


@pytest.mark.parametrize("is_taken", [True, False])
def test_the_end_is_undone_with_its_matches(cast: Cast, hall: DeskHall, *, is_taken: bool) -> None:
    was = list(hall.event.matches.order_by("number").values("state", "called_at"))
    finish_as_it_is(hall.by, hall.event)
    if is_taken:
        other = open_hall(cast, entries=2, boards=2, name="Next door")
        other.publish((1, 2), boards=(2,))
        calls.call_match(by=other.by, match=other.at(2))
        was[1]["state"] = "planned"
    undo(by=hall.by, action=Action.objects.get(verb="finish_event"))

    assert state_now(hall) == Event.State.RUNNING
    now = hall.event.matches.order_by("number").values("state", "called_at")
    assert list(now) == was
    assert [side.points for side in hall.at(1).sides.all()] == [2, 0]


def test_a_plan_that_never_began_can_be_ended_and_is_a_plan_again(cast: Cast) -> None:
    hall = open_hall(cast, running=False)
    finish_event(by=hall.by, event=hall.event)
    assert state_now(hall) == Event.State.FINISHED
    finish_event(by=hall.by, event=hall.event)
    undo(by=hall.by, action=Action.objects.get(verb="finish_event"))

    assert state_now(hall) == Event.State.PLANNED


def test_a_bracket_that_ends_early_has_no_contradictions(cast: Cast) -> None:
    hall = open_hall(cast, way=Knockout())
    Stage.objects.filter(pk=hall.stage.pk).update(opened_at=timezone.now())
    publish_rounds(by=hall.by, stage=hall.stage)
    finish_as_it_is(hall.by, hall.event)

    hall.event.refresh_from_db()
    assert find_unsettled(snapshot_of(hall.event)).contradictions == ()


# --- Places -----------------------------------------------------------------------------


def test_nothing_comes_next_once_the_event_is_finished(hall: DeskHall) -> None:
    hall.publish((1, 3), (2, 4))
    assert Client().get(address_of("event", hall)).context["coming"]
    finish_as_it_is(hall.by, hall.event)

    assert Client().get(address_of("event", hall)).context["coming"] is None


def test_without_a_result_no_one_has_a_place(hall: DeskHall, ann: Client) -> None:
    finish_as_it_is(hall.by, hall.event)
    hall.event.refresh_from_db()

    assert finals_of(hall.event).places == ()
    page = Client().get(address_of("event", hall))
    assert not page.context["podium"]
    assert 'class="podium"' not in page.content.decode()
    assert ann.get(address_of("event_advance", hall)).status_code == 200


def test_without_a_result_there_is_no_tie_to_settle(hall: DeskHall, ann: Client) -> None:
    plan = {"format": "round_robin", "source": {"kind": "top", "go_on": 2}}
    Stage.objects.create(event=hall.event, number=2, name="Final", **plan)
    Stage.objects.create(event=hall.event, number=3, name="Last", **plan)
    Stage.objects.filter(number=2).update(opened_at=timezone.now())
    finish_as_it_is(hall.by, hall.event)
    text = ann.get(address_of("event_advance", hall)).content.decode()

    assert text.index("Final places") < text.index("moved on to Final"), "it is done"
    assert "From Final to Last" not in text, "it was never opened"
    assert "dice decide" not in text
    assert "shot it out" not in text


def test_entries_without_a_result_are_not_tied_for_the_podium(hall: DeskHall, ann: Client) -> None:
    finish_as_it_is(hall.by, hall.event)
    text = ann.get(address_of("event_advance", hall)).content.decode()

    assert "dice decide" not in text


@pytest.mark.parametrize("card", ["20 20 20 20", "11 11 11 11"])
def test_one_result_is_enough_for_places(hall: DeskHall, card: str) -> None:
    hall.type_card(hall.at(3), card)
    finish_as_it_is(hall.by, hall.event)
    hall.event.refresh_from_db()

    places = [each.entry.pk for each in finals_of(hall.event).places]
    assert places == [hall.entry(5), hall.entry(6)], "the six others never played"
    [table] = tables_of(hall.stage)
    assert table.lines[0].row.games == 1


def test_tied_entries_share_a_step_of_the_podium(hall: DeskHall) -> None:
    hall.type_card(hall.at(3), "11 11 11 11")
    finish_as_it_is(hall.by, hall.event)
    hall.event.refresh_from_db()

    steps = [(step.entry.pk, step.span) for step in finals_of(hall.event).podium]
    assert steps == [(hall.entry(5), "1–2"), (hall.entry(6), "1–2")]


def test_a_shared_step_below_the_first_is_marked_on_public_pages(hall: DeskHall) -> None:
    hall.type_card(hall.at(3), "2-0 2-0 2-0 2-0")
    hall.type_card(hall.at(4), "11 11 11 11")
    finish_as_it_is(hall.by, hall.event)

    for path in ("/", hall.event.get_absolute_url()):
        page = Client().get(path).content.decode()
        assert re.findall(r'class="step">([^<]*)<', page)[:3] == ["1", "2=", "2="]


# --- The bin ----------------------------------------------------------------------------


def test_an_event_in_the_bin_keeps_no_board(cast: Cast, hall: DeskHall) -> None:
    other = open_hall(cast, entries=8, boards=4, name="Next door")
    follows = other.publish((1, 2), (3, 4), (5, 6), (7, 8))
    bin_event(by=hall.by, event=hall.event)

    assert len(calls.call_round(by=other.by, pairing_round=follows)) == 4


@pytest.mark.parametrize("is_taken", [True, False])
def test_who_comes_back_from_the_bin_sits_where_they_sat_if_it_is_free(
    cast: Cast, hall: DeskHall, *, is_taken: bool
) -> None:
    facts = ("number", "state", "board__number", "called_at")
    was = list(hall.event.matches.order_by("number").values_list(*facts))
    bin_event(by=hall.by, event=hall.event)
    if is_taken:
        other = open_hall(cast, entries=4, boards=2, name="Next door")
        both = other.publish((1, 2), (3, 4))
        calls.call_round(by=other.by, pairing_round=both)
    restore_event(by=hall.by, event=hall.event)

    now = list(hall.event.matches.order_by("number").values_list(*facts))
    if not is_taken:
        assert now == was
    else:
        assert [each[:3] for each in now[:2]] == [(1, "playing", None), (2, "planned", 2)]


def test_the_mark_of_what_is_open_follows_the_cards(hall: DeskHall) -> None:
    before = mark_of(state_of_open(left_open(hall.event)))
    hall.type_card(hall.at(1), "20 11")
    assert mark_of(state_of_open(left_open(hall.event))) != before


def test_a_match_that_was_struck_out_shows_neither_score_nor_board(
    hall: DeskHall, client: Client
) -> None:
    finish_as_it_is(hall.by, hall.event)

    for page, more in (("matches", []), ("match", [2])):
        answer = client.get(reverse(page, args=[hall.event.slug, *more]))
        text = answer.content.decode()
        assert "Void" in text
        assert "Match 2" in text
        assert "Board 2" not in text
        assert '<span class="a">' not in text, "no score"
        assert not re.search(r'class="score">\s*0', text)


def test_the_desk_lists_no_score_of_a_match_that_was_struck_out(
    hall: DeskHall, ann: Client
) -> None:
    finish_as_it_is(hall.by, hall.event)
    text = ann.get(address_of("event_matches", hall)).content.decode()
    assert "Void" in text
    assert '<span class="a">' not in text, "no score"


def test_the_desk_of_a_finished_event_is_not_playing(hall: DeskHall, ann: Client) -> None:
    finish_as_it_is(hall.by, hall.event)

    page = ann.get(address_of("event_desk", hall)).content.decode()

    assert not re.search(r'id="(boards|entry|say)"', page)
    for name in ("event_certificates", "standings", "event_advance"):
        assert f'href="{address_of(name, hall)}' in page
    asked = {"state": "running"}  # by a page that was open before
    answer = ann.get(address_of("event_desk", hall), asked, headers={"HX-Request": "true"})
    assert answer["HX-Refresh"] == "true"


def test_a_finished_event_asks_for_no_name(hall: DeskHall, ann: Client) -> None:
    assert "Are you playing?" in ann.get(address_of("event", hall)).content.decode()
    finish_as_it_is(hall.by, hall.event)
    assert "Are you playing?" not in ann.get(address_of("event", hall)).content.decode()


def test_what_was_announced_ends_with_the_event(hall: DeskHall) -> None:
    later = timezone.now() + timedelta(hours=1)
    notices.make_announcement(by=hall.by, event=hall.event, text="Lunch!", until=later)
    notices.make_announcement(by=hall.by, event=hall.event, text="Soup is ready")

    finish_as_it_is(hall.by, hall.event)

    assert not hall.event.notices.shown().exists()
    undo(by=hall.by, action=Action.objects.filter(verb="finish_event").get())
    assert hall.event.notices.shown().count() == 2
