"""Help for organisers who have not run an event yet; others see none."""

import pytest
from django.test import Client
from django.urls import reverse

from leagues.actions.draw.draw import draw_rounds, publish_rounds
from leagues.actions.events.events import start_event
from leagues.models import Event
from leagues.reads.draw.desk_step import step_at_hand
from leagues.reads.events.first_time import has_run_event, steps_of
from leagues.stages.pairing_ways import RoundRobin, Swiss
from tests.cast import Cast
from tests.leagues.draw.draws import a_stage, an_event, finish_matches
from tests.leagues.entries.people_in import text_of

STEPS = "Your first event"


def finish_event(event: Event) -> None:
    Event.objects.filter(pk=event.pk).update(state=Event.State.FINISHED)


def current_step(event: Event) -> str:
    event.refresh_from_db()
    step = step_at_hand(event)
    return step.name if step else ""


def test_the_steps_go_from_the_plan_to_the_end(cast: Cast) -> None:
    by, event = cast.who("ann"), an_event(cast, 4)
    assert current_step(event) == "plan"
    stage = a_stage(cast, event, Swiss(games=2))
    assert current_step(event) == "draw"
    draw_rounds(by=by, stage=stage)
    assert current_step(event) == "publish"
    publish_rounds(by=by, stage=stage)
    assert current_step(event) == "start"
    start_event(by=by, event=event)
    assert current_step(event) == "results"
    finish_matches(stage)
    assert current_step(event) == "draw"
    draw_rounds(by=by, stage=stage)
    assert current_step(event) == "publish"
    publish_rounds(by=by, stage=stage)
    finish_matches(stage)
    assert current_step(event) == "finish"
    finish_event(event)
    assert current_step(event) == ""


def test_no_step_is_taken_back_between_two_games(cast: Cast) -> None:
    by, event = cast.who("ann"), an_event(cast, 4)
    stage = a_stage(cast, event, Swiss(games=2))
    draw_rounds(by=by, stage=stage)
    publish_rounds(by=by, stage=stage)
    start_event(by=by, event=event)
    finish_matches(stage)
    assert current_step(event) == "draw"
    step = step_at_hand(event)
    assert step is not None
    steps = steps_of(step, has_begun=True)
    assert [str(each.label) for each in steps if each.is_now] == ["Enter results"]
    assert [each.is_done for each in steps] == [True] * 5 + [False] * 2


def test_matches_of_a_draft_are_not_waited_for(cast: Cast) -> None:
    by, event = cast.who("ann"), an_event(cast, 4)
    stage = a_stage(cast, event, RoundRobin())
    draw_rounds(by=by, stage=stage)
    publish_rounds(by=by, stage=stage, numbers=[1])
    start_event(by=by, event=event)
    finish_matches(stage)
    stage.pairing_rounds.get(number=2).matches.update(state="planned", ending="")
    assert current_step(event) == "publish"


def test_only_the_one_who_ran_an_event_to_its_end_has_run_one(cast: Cast) -> None:
    event = an_event(cast, 4)
    assert not has_run_event(None)
    start_event(by=cast.who("ann"), event=event)
    assert not has_run_event(cast.who("ann").user), "it is still on"
    finish_event(event)
    assert has_run_event(cast.who("ann").user)
    assert not has_run_event(cast.who("olga").user), "Ann started it"


@pytest.mark.parametrize(
    ("page", "help_there"),
    [
        ("event_shapes", "A league is a season of nights"),
        ("event_stages", "What is a stage?"),
        ("event_people", "Do I have to check people in?"),
        ("event_draw", "What is a draw?"),
        ("event_desk", "How do I get the results?"),
        ("desk", "Nothing is drawn yet."),
    ],
)
def test_help_is_beside_a_word_until_one_event_is_over(
    cast: Cast, ann: Client, page: str, help_there: str
) -> None:
    event = an_event(cast, 4)
    a_stage(cast, event, RoundRobin())
    at = reverse(
        page, args=[event.slug] if page.startswith("event_") and page != "event_shapes" else []
    )
    assert help_there in text_of(ann.get(at))
    run = an_event(cast, 0)
    start_event(by=cast.who("ann"), event=run)
    finish_event(run)
    assert help_there not in text_of(ann.get(at))


def test_the_steps_stand_on_every_page_of_the_desk(cast: Cast, ann: Client) -> None:
    event = an_event(cast, 4)
    page = ann.get(reverse("event_log", args=[event.slug]))
    assert STEPS in page.content.decode()
    scorer = cast.browser_of("sam").get(reverse("event_desk", args=[event.slug]))
    assert STEPS not in scorer.content.decode(), "who types cards need not plan"


def test_an_example_is_filled_in_and_can_be_planned_unchanged(cast: Cast, ann: Client) -> None:
    at = reverse("event_plan", args=["club-night"])
    page = ann.get(at)
    assert "Fill in an example" in text_of(page)
    filled = ann.get(f"{at}?example")
    assert "Fill in an example" not in text_of(filled)
    form = filled.context["form"]
    assert (form["name"].value(), form["entries"].value()) == ("Club night", 12)
    boards = form.fields["boards"].prepare_value(form["boards"].value())
    assert boards == "6"


def test_who_scored_before_is_still_new_to_planning(cast: Cast) -> None:
    """Help is for organisers: a scorer sees none, even without any experience."""
    page = cast.browser_of("sam").get(reverse("desk"))
    assert "An event or a league?" not in text_of(page)
