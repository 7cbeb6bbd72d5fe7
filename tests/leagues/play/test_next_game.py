"""The next game from the desk: one button where nothing has to be decided."""

from datetime import timedelta

import pytest
import time_machine
from django.test import Client

from leagues.actions.draw.draw import draw_rounds, publish_rounds
from leagues.actions.events.events import start_event
from leagues.actions.log.undo import preview_undo, undo
from leagues.actions.play.calls import call_round
from leagues.actions.refusal import Refused
from leagues.models import Action, Entry, Event, Match, PairingRound, SideEntry, Stage
from leagues.reads.draw.desk_step import step_at_hand
from leagues.stages.entry_sources import Bands, Everyone, Source, Top
from leagues.stages.pairing_ways import Knockout, PairingWay, RoundRobin, SomeGames, Swiss
from tests.cast import Cast
from tests.leagues.days.plain_browser import PlainBrowser
from tests.leagues.draw.draws import NOON, a_stage, an_event, enter_name, finish_matches
from tests.scenes import scene


@scene
def day(cast: Cast) -> Event:
    """An event of four people on two boards."""
    return an_event(cast, 4, boards=2)


def after_one_game(cast: Cast, day: Event, way: PairingWay) -> Stage:
    """Draw the event and play its first game; drafts of the other games stay."""
    by = cast.who("ann")
    stage = a_stage(cast, day, way, name="Morning")
    draw_rounds(by=by, stage=stage)
    publish_rounds(by=by, stage=stage, numbers=[1])
    start_event(by=by, event=day)
    finish_matches(stage)
    return stage


def at_desk(ann: Client, event: Event) -> PlainBrowser:
    desk = PlainBrowser(ann)
    desk.open(f"/desk/events/{event.slug}/play/")
    return desk


def game_state(event: Event, number: int, stage: int = 1) -> tuple[str, list[str]]:
    """Whether a game is published, and the states of its matches."""
    [drawn] = PairingRound.objects.filter(stage__event=event, stage__number=stage, number=number)
    states = drawn.matches.order_by("number").values_list("state", flat=True)
    return drawn.state, list(states)


ON = ("published", ["called", "called"])


def test_a_game_of_a_morning_is_one_press(cast: Cast, day: Event, ann: Client) -> None:
    after_one_game(cast, day, SomeGames(3))
    desk = at_desk(ann, day)
    assert "Morning, game 2 is drawn but not published." in desk.main.text

    desk.press("^Start game 2$")

    assert desk.url.endswith("/play/")
    assert "Game 2 is published. 2 matches called to their boards." in (desk.page.text)
    assert game_state(day, 2) == ON
    assert game_state(day, 3) == ("draft", ["planned", "planned"])


def test_a_game_of_a_swiss_is_two_presses(cast: Cast, day: Event, ann: Client) -> None:
    after_one_game(cast, day, Swiss(3))
    desk = at_desk(ann, day)
    assert "Morning, game 1 is finished." in desk.main.text

    desk.press("^Draw game 2$")
    assert game_state(day, 2) == ("draft", ["planned", "planned"]), "the desk looks first"
    desk.press("^Start game 2$")

    assert desk.url.endswith("/play/")
    assert game_state(day, 2) == ON


@pytest.mark.parametrize(
    ("way", "source", "flash"),
    [
        (RoundRobin(), Bands(2), " Game 1 is drawn. Only the desk sees it."),
        (Knockout(), Top(4), ""),
    ],
    ids=["pools", "knockout"],
)
def test_a_stage_after_a_morning_is_two_presses(
    cast: Cast, day: Event, ann: Client, way: PairingWay, source: Source, flash: str
) -> None:
    after_one_game(cast, day, SomeGames(1))
    a_stage(cast, day, way, source, name="Finals")
    desk = at_desk(ann, day)

    desk.press("^Open Finals$")
    assert f"Finals is open.{flash}" in desk.page.text
    desk.press("^Start game 1$")

    assert game_state(day, 1, stage=2) == ON


def test_a_bracket_that_is_seated_is_offered_at_the_desk(
    cast: Cast, day: Event, ann: Client
) -> None:
    after_one_game(cast, day, SomeGames(1))
    a_stage(cast, day, Knockout(), Top(4), name="Play-offs")
    at_desk(ann, day).press("^Open Play-offs$")
    desk = at_desk(ann, day)
    assert "Play-offs is ready to publish." in desk.main.text

    desk.press("^Start game 1$")

    assert game_state(day, 1, stage=2) == ON


@pytest.mark.parametrize("seeded", [4, 3, 0])
def test_a_bracket_of_seeded_entries_is_one_press_on_its_day(
    cast: Cast, day: Event, ann: Client, seeded: int
) -> None:
    """Finals of a league are such; a lot for who has no seed is looked at first."""
    a_stage(cast, day, Knockout(), Everyone(), name="Finals")
    entries = list(day.entries.order_by("pk"))
    unseeded = [entry.pk for entry in entries[seeded:]]
    Entry.objects.filter(pk__in=unseeded).update(seed=None)
    with time_machine.travel(NOON - timedelta(days=1)):
        assert not at_desk(ann, day).main.buttons("Start the next game")
    with time_machine.travel(NOON):
        desk = at_desk(ann, day)
        if seeded < len(entries):
            assert not desk.main.buttons("Start the next game")
            return
        desk.press("^Start game 1$")
        assert "Spring Open has started." in desk.page.text

    assert game_state(day, 1) == ON
    semis = Match.objects.filter(event=day).order_by("number")
    meet = [
        set(SideEntry.objects.filter(side__match=m).values_list("entry", flat=True)) for m in semis
    ]
    one, two, three, four = (entry.pk for entry in entries)
    assert meet == [{one, four}, {two, three}]


def test_the_first_game_starts_the_event_on_its_day(cast: Cast, day: Event, ann: Client) -> None:
    stage = a_stage(cast, day, SomeGames(3), Everyone(), name="Morning")
    draw_rounds(by=cast.who("ann"), stage=stage)
    with time_machine.travel(NOON - timedelta(days=1)):
        desk = at_desk(ann, day)
        assert "Morning, game 1 is drawn but not published." in desk.main.text
        assert not desk.main.buttons("Start the next game"), "the players are not there yet"
        desk.follow("^Draw$")
        assert desk.main.buttons("^Publish game 1$")
        assert not desk.main.buttons("Start the next game")
    with time_machine.travel(NOON - timedelta(hours=1)):
        desk = at_desk(ann, day)
        desk.press("^Start game 1$")
        assert "Spring Open has started." in desk.page.text
    day.refresh_from_db()
    assert day.state == Event.State.RUNNING
    assert day.starts_at == NOON


def test_a_late_comer_is_decided_before_the_next_game(cast: Cast, day: Event, ann: Client) -> None:
    after_one_game(cast, day, SomeGames(3))
    enter_name(cast, day, "Lou")

    desk = at_desk(ann, day)
    assert not desk.main.buttons("Start the next game")
    desk.follow("^Draw$")
    assert "Lou is in the event but not in the draw." in desk.main.text
    assert not desk.main.buttons("Start the next game")
    assert desk.main.buttons("^Publish game 2$")


def test_a_match_that_is_open_keeps_the_next_game_back(cast: Cast, day: Event, ann: Client) -> None:
    stage = after_one_game(cast, day, SomeGames(3))
    left = Match.objects.filter(pairing_round__stage=stage, number=1)
    left.update(state=Match.State.PLANNED, ending="", winner=None)

    assert not at_desk(ann, day).main.buttons("Start the next game")
    desk = PlainBrowser(ann)
    desk.open(f"/desk/events/{day.slug}/draw/1/?round=2")
    assert not desk.main.buttons("Start the next game")
    assert desk.main.buttons("^Publish game 2$")


def test_a_second_press_changes_nothing(cast: Cast, day: Event, ann: Client) -> None:
    stage = after_one_game(cast, day, SomeGames(3))
    where = f"/desk/events/{day.slug}/draw/1/publish/"
    for _press in range(2):
        answer = ann.post(where, {"call": "2"})
    assert answer.status_code == 422
    assert "Your change wasn’t saved" in answer.content.decode()
    assert stage.pairing_rounds.published().count() == 2


def test_a_bracket_has_no_game_but_its_first_to_publish(
    cast: Cast, day: Event, ann: Client
) -> None:
    a_stage(cast, day, Knockout())
    at = f"/desk/events/{day.slug}/draw/1"
    ann.post(f"{at}/open/")

    ann.post(f"{at}/publish/", {"call": "99"})

    assert game_state(day, 1) == ON


def test_the_press_is_undone_line_by_line(cast: Cast, day: Event, ann: Client) -> None:
    after_one_game(cast, day, SomeGames(3))
    at_desk(ann, day).press("^Start game 2$")
    published, called = Action.objects.filter(event=day).order_by("-pk")[:2][::-1]
    assert (published.verb, called.verb) == ("publish_rounds", "call_matches")

    with pytest.raises(Refused, match="First undo what came after it: Called match 3 to board"):
        preview_undo(published)
    assert preview_undo(called) == "Matches 3, 4 will wait again, and their boards will be free."
    undo(by=cast.who("ann"), action=called)
    undo(by=cast.who("ann"), action=published)

    assert game_state(day, 2) == ("draft", ["planned", "planned"])


def test_boards_of_another_event_leave_the_game_published(
    cast: Cast, day: Event, ann: Client
) -> None:
    other = an_event(cast, 4, boards=2)
    stage = a_stage(cast, other, SomeGames(1))
    by = cast.who("ann")
    draw_rounds(by=by, stage=stage)
    publish_rounds(by=by, stage=stage)
    after_one_game(cast, day, SomeGames(3))
    call_round(by=by, pairing_round=stage.pairing_rounds.get())

    desk = at_desk(ann, day)
    desk.press("^Start game 2$")

    assert "Game 2 is published. No match can be called" in desk.page.text
    assert game_state(day, 2) == ("published", ["planned", "planned"])


def test_after_the_last_game_the_places_are_next(cast: Cast, day: Event, ann: Client) -> None:
    after_one_game(cast, day, SomeGames(1))
    desk = at_desk(ann, day)
    assert "All drawn matches are played." in desk.main.text
    [finish] = ann.get(desk.url).content.decode().split('id="act-finish"')[1:]
    assert "#finals" in finish.split(">")[0], "below all that led to them"
    desk.follow("^Finish the event$")
    assert desk.url.partition("#")[0].endswith("/advance/")


@pytest.mark.parametrize(
    ("way", "label"),
    [(SomeGames(3), "Start the next game"), (Swiss(3), "Draw the next game")],
    ids=str,
)
def test_the_guide_leads_to_the_same_press(
    cast: Cast, day: Event, way: PairingWay, label: str
) -> None:
    after_one_game(cast, day, way)
    step = step_at_hand(day)
    assert step is not None
    assert (step.address, step.label) == ("event_desk", label)


def test_the_guide_leads_to_the_draw_where_a_draft_is_out_of_date(cast: Cast, day: Event) -> None:
    after_one_game(cast, day, SomeGames(3))
    enter_name(cast, day, "Percy")
    step = step_at_hand(day)
    assert step is not None
    assert (step.name, step.address) == ("publish", "event_draw"), "as the desk does"


def test_one_game_is_published_from_the_page_of_another(
    cast: Cast, day: Event, ann: Client
) -> None:
    after_one_game(cast, day, SomeGames(3))
    desk = PlainBrowser(ann)
    desk.open(f"/desk/events/{day.slug}/draw/1/?round=1")

    desk.press("^Publish game 2$")

    assert game_state(day, 2) == ("published", ["planned", "planned"])
    assert game_state(day, 3) == ("draft", ["planned", "planned"])
