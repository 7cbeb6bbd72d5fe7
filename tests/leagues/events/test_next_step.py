"""From planning to play: each page of a planned event's desk leads on to the next step."""

import pytest
from django.test import Client
from django.urls import reverse

from leagues.actions.draw.draw import draw_rounds, publish_rounds
from leagues.actions.events.events import start_event
from leagues.models import Action, Event, Match, Pool, PoolEntry
from leagues.reads.events.next_step import next_step
from leagues.stages.pairing_ways import Knockout, RoundRobin, SomeGames, Swiss
from tests.cast import Cast
from tests.leagues.draw.draws import a_stage, an_event, drawn_rounds, enter_name, finish_matches
from tests.leagues.entries.people_in import text_of


@pytest.mark.long
def test_each_step_names_the_next_and_what_is_missing(cast: Cast, ann: Client) -> None:
    by, event = cast.who("ann"), an_event(cast, 0)

    def step(page: str = "event_log") -> str:
        return text_of(ann.get(reverse(page, args=[event.slug])))

    assert "Next: <a" in step()
    assert "This event has no stages yet." in step()
    stage = a_stage(cast, event, RoundRobin())
    assert "No one is entered yet." in step("event_stages")
    assert reverse("event_people", args=[event.slug]) in step("event_stages")
    enter_name(cast, event, "Ada")
    assert "You need at least two" in step()
    enter_name(cast, event, "Eve")
    assert "2 are entered. Nothing is drawn yet." in step("event_people")
    draw_rounds(by=by, stage=stage)
    assert "Publish the draw" in step("event_draw")
    publish_rounds(by=by, stage=stage)
    assert "Start when people are here" in step("event_draw")
    assert "Next:" not in step("event_desk"), "what is needed now says it"
    start_event(by=by, event=event)
    assert "Next:" not in step()


def test_only_a_first_event_shows_the_next_step_in_its_forms(cast: Cast, ann: Client) -> None:
    event = an_event(cast, 4)
    a_stage(cast, event, RoundRobin())
    form, page = (reverse(each, args=[event.slug]) for each in ("pick_people", "event_people"))
    assert "Next:" in text_of(ann.get(form))

    before = an_event(cast, 0)
    start_event(by=cast.who("ann"), event=before)
    Event.objects.filter(pk=before.pk).update(state=Event.State.FINISHED)

    assert "Next:" not in text_of(ann.get(form)), "a form has its own button"
    assert "Next:" in text_of(ann.get(page))


def test_a_bracket_that_is_drawn_waits_to_be_published(cast: Cast, ann: Client) -> None:
    event = an_event(cast, 4)
    stage = a_stage(cast, event, Knockout())
    assert "Nothing is drawn yet" in next_step(event).missing
    pool, _made = Pool.objects.get_or_create(stage=stage, number=1)
    for seed, entry in enumerate(event.entries.all(), 1):
        PoolEntry.objects.create(pool=pool, stage=stage, entry=entry, seed=seed)

    page = text_of(ann.get(reverse("event_draw", args=[event.slug])))

    assert "Nothing is drawn yet" not in page
    assert next_step(event).name == "publish"


def test_a_scorer_is_not_sent_where_they_may_not_go(cast: Cast) -> None:
    event = an_event(cast, 4)
    page = cast.browser_of("sam").get(reverse("event_matches", args=[event.slug]))
    assert "Next:" not in text_of(page)
    assert next_step(event).address == "event_stages"


@pytest.mark.parametrize("page", ["home", "desk"])
def test_without_an_event_those_who_may_start_by_planning_one(cast: Cast, page: str) -> None:
    plan = reverse("event_shapes")
    for name in ("olga", "ann"):
        assert plan in text_of(cast.browser_of(name).get(reverse(page)))
    assert plan not in text_of(cast.browser_of("sam").get(reverse(page)))
    assert plan not in text_of(Client().get(reverse("home")))
    an_event(cast, 0)
    assert plan not in text_of(cast.browser_of("olga").get(reverse(page)))


# --- Drafts -----------------------------------------------------------------------------


def test_a_draft_is_thrown_away_where_it_was_made(cast: Cast, ann: Client) -> None:
    event = an_event(cast, 6)
    stage = a_stage(cast, event, SomeGames(3))
    draw_rounds(by=cast.who("ann"), stage=stage)
    at = reverse("stage_draw", args=[event.slug, 1])
    page = ann.get(at)
    assert "Delete 3 drafts" in text_of(page)

    discard = reverse("draw_discard", args=[event.slug, 1])
    done = ann.post(discard, {"seen": page.context["seen"]}, follow=True)
    assert "The drafts of games 1 to 3 are deleted." in text_of(done)
    assert not stage.pairing_rounds.exists()
    assert not Match.objects.exists()
    line = Action.objects.get(verb="discard_drafts")
    assert line.details["rounds"] == [1, 2, 3]
    assert "Deleted the draft" in text_of(ann.get(reverse("event_log", args=[event.slug])))
    assert ann.post(discard).status_code == 422, "there is none any more"


def test_what_is_published_stays_when_the_drafts_go(cast: Cast, ann: Client) -> None:
    event = an_event(cast, 6)
    stage = a_stage(cast, event, SomeGames(3))
    draw_rounds(by=cast.who("ann"), stage=stage)
    publish_rounds(by=cast.who("ann"), stage=stage, numbers=[1])
    ann.post(reverse("draw_discard", args=[event.slug, 1]))
    assert [each.number for each in drawn_rounds(stage)] == [1]


# --- The round that is current ----------------------------------------------------------


def shown_round(ann: Client, event: Event) -> int:
    page = ann.get(reverse("event_draw", args=[event.slug]))
    number: int = page.context["drawn"].here.number
    return number


def test_the_draw_opens_at_the_round_that_is_current(cast: Cast, ann: Client) -> None:
    event = an_event(cast, 6)
    stage = a_stage(cast, event, RoundRobin())
    draw_rounds(by=cast.who("ann"), stage=stage)
    assert shown_round(ann, event) == 1
    publish_rounds(by=cast.who("ann"), stage=stage)
    assert shown_round(ann, event) == 1, "the first to be played, not the last"
    in_round = Match.objects.filter(pairing_round__stage=stage)
    in_round.filter(pairing_round__number=1).update(state="finished", ending="played")
    assert shown_round(ann, event) == 2
    in_round.filter(pairing_round__number=2).update(state="called")
    assert shown_round(ann, event) == 2
    finish_matches(stage)
    assert shown_round(ann, event) == 5


def test_in_swiss_the_next_draft_is_current(cast: Cast, ann: Client) -> None:
    event = an_event(cast, 6)
    stage = a_stage(cast, event, Swiss(games=3))
    draw_rounds(by=cast.who("ann"), stage=stage)
    publish_rounds(by=cast.who("ann"), stage=stage)
    finish_matches(stage)
    assert shown_round(ann, event) == 1
    draw_rounds(by=cast.who("ann"), stage=stage)
    assert shown_round(ann, event) == 2
