"""The pages about a draw: what the desk sees and does, and what everybody may read."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any, TypeAlias

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from leagues.actions.drawing.draw import draw_rounds, publish_rounds, take_back_rounds
from leagues.actions.drawing.draw_changes import keep_apart, seeds_by_lot, swap_entries
from leagues.actions.drawing.opening import open_stage
from leagues.actions.planning.dice import promise_seed
from leagues.models import Entry, Event, KeepApart, Match, Stage
from leagues.pairing.seeds import commit
from leagues.stages.takes import Bands, Everyone
from leagues.stages.ways import (
    AllShoot,
    Knockout,
    Partners,
    RoundRobin,
    SomeGames,
    Swiss,
)
from tests.cast import Cast
from tests.leagues.draws import (
    SEED,
    a_stage,
    an_event,
    drawn,
    enter,
    entry_of,
    finish,
    who_meets_whom,
)

pytestmark = pytest.mark.django_db
Page: TypeAlias = Any
"""What a browser of the tests is answered."""
ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture
def ann(cast: Cast) -> Client:
    return cast.browser_of("ann")


def address(stage: Stage, act: str = "") -> str:
    return f"/desk/events/{stage.event.slug}/draw/{stage.number}/{act}"


def text(answer: Page) -> str:
    return str(answer.content, "utf-8")


def seen(answer: Page) -> str:
    mark: str = answer.context["seen"]
    return mark


def act(browser: Client, stage: Stage, verb: str, **more: object) -> Page:
    """Press a button of the page as it is now."""
    page = browser.get(address(stage))
    return browser.post(
        address(stage, f"{verb}/"), {"seen": seen(page), **more}, follow=True
    )


# --- From the first button to the last -----------------------------------------------------


def test_a_morning_is_drawn_looked_at_and_published(cast: Cast, ann: Client) -> None:
    stage = a_stage(cast, an_event(cast, 6, boards=3), SomeGames(3), name="Morning")
    assert "Draw all rounds" in text(ann.get(address(stage)))
    page = act(ann, stage, "make")
    assert "Rounds 1 to 3 are drawn. Only the desk sees them." in text(page)
    assert "Publish round 1" in text(page)
    assert "nobody meets again, sits out again or stays on a board" in text(page)
    page = act(ann, stage, "publish", only=1)
    assert "Round 1 is published." in text(page)
    assert [each.is_published for each in drawn(stage)] == [True, False, False]
    page = act(ann, stage, "publish")
    assert "Rounds 2 to 3 are published." in text(page)
    page = act(ann, stage, "back", only=3)
    assert "Round 3 is taken back" in text(page)


def test_in_a_published_round_whoever_is_not_called_yet_can_be_chosen(
    cast: Cast, ann: Client
) -> None:
    stage = a_stage(cast, an_event(cast, 6, boards=3), SomeGames(1))
    act(ann, stage, "make")
    page = act(ann, stage, "publish")
    assert text(page).count('class="chip"') == 6
    assert "Everybody sees it at once" in text(page)
    called = Match.objects.earliest("number")
    Match.objects.filter(pk=called.pk).update(state="called")
    assert text(ann.get(address(stage))).count('class="chip"') == 4
    Match.objects.update(state="called")
    page = ann.get(address(stage))
    assert 'class="chip"' not in text(page)
    assert "To swap two" not in text(page)


def test_swiss_says_what_the_next_round_waits_for(cast: Cast, ann: Client) -> None:
    stage = a_stage(cast, an_event(cast, 6), Swiss(3))
    act(ann, stage, "make")
    page = act(ann, stage, "publish")
    assert "Round 2 can be drawn when 3 matches are finished." in text(page)
    finish(stage)
    assert "Draw round 2" in text(ann.get(address(stage)))


def test_every_pairing_says_why_when_it_is_asked(cast: Cast, ann: Client) -> None:
    stage = a_stage(cast, an_event(cast, 3), RoundRobin())
    page = text(act(ann, stage, "make"))
    assert "Because" not in page
    game, bye = drawn(stage)[0].matches
    for number, why, times in (
        (game.number, "because here everybody meets everybody.", 2),
        (bye.number, "You sit out because the number is odd", 1),
    ):
        asked = {"round": 1, "why": number}
        page = text(ann.get(address(stage), asked))
        assert page.count(why) == times
        assert page.count("<details open>") == 1
        piece = text(ann.get(address(stage), asked, headers={"HX-Request": "true"}))
        assert piece.count(why) == times
        assert piece.strip().startswith("<dl>")


@pytest.mark.parametrize("why", ["0", "999", "x", "²"])
def test_of_no_pairing_nothing_is_said(cast: Cast, ann: Client, why: str) -> None:
    stage = a_stage(cast, an_event(cast, 4), Swiss(1))
    for _ in ("before it is drawn", "afterwards"):
        assert "<dt>" not in text(
            ann.get(address(stage), {"why": why}, headers={"HX-Request": "true"})
        )
        act(ann, stage, "make")


def test_a_bracket_is_looked_at_before_it_is_published(cast: Cast, ann: Client) -> None:
    stage = a_stage(cast, an_event(cast, 6), Knockout(), name="Cup")
    page = text(act(ann, stage, "open"))
    assert "Publish the bracket" in page
    assert " ".join(page.split()).count("Seed 4") == 1
    act(ann, stage, "lot")
    act(ann, stage, "empty")
    assert not stage.pools.exists()
    act(ann, stage, "open")
    act(ann, stage, "publish")
    assert Match.objects.published().count() == 2
    act(ann, stage, "back")
    assert not Match.objects.exists()


def test_where_everybody_shoots_there_is_nothing_to_draw(
    cast: Cast, ann: Client
) -> None:
    stage = a_stage(cast, an_event(cast, 4), AllShoot())
    page = text(ann.get(address(stage)))
    assert "everybody shoots" in page
    assert "Draw all rounds" not in page


def test_an_event_without_stages_sends_to_the_plan(cast: Cast, ann: Client) -> None:
    event = an_event(cast, 2)
    page = text(ann.get(f"/desk/events/{event.slug}/draw/"))
    assert "No stages yet" in page


def test_the_tab_opens_the_stage_that_is_on(cast: Cast, ann: Client) -> None:
    event = an_event(cast, 4)
    first = a_stage(cast, event, RoundRobin(), name="Pool")
    second = a_stage(cast, event, RoundRobin(), Bands(2), name="Bands")
    tab = f"/desk/events/{event.slug}/draw/"
    assert ann.get(tab).context["stage"] == first
    act(ann, first, "make")
    act(ann, first, "publish")
    assert ann.get(tab).context["stage"] == first
    finish(first)
    act(ann, second, "make")
    assert ann.get(tab).context["stage"] == second


def test_what_stands_in_the_way_is_said_above_the_draw(cast: Cast, ann: Client) -> None:
    stage = a_stage(cast, an_event(cast, 1), RoundRobin())
    answer = act(ann, stage, "make")
    assert answer.status_code == 422
    assert "There are not two entries yet" in text(answer)


# --- Changing places ------------------------------------------------------------------


def swap(browser: Client, stage: Stage, **fields: object) -> Page:
    page = browser.get(address(stage))
    return browser.post(
        address(stage, "swap/"), {"seen": seen(page), "round": 1, **fields}
    )


def test_by_buttons_alone_one_is_picked_and_the_other_swapped(
    cast: Cast, ann: Client
) -> None:
    event = an_event(cast, 6)
    stage = a_stage(cast, event, SomeGames(1))
    act(ann, stage, "make")
    (one, _), (other, _) = (m.entries for m in drawn(stage)[0].matches[:2])
    picked = swap(ann, stage, one="", other=one)
    assert picked.context["picked"] == one
    assert 'aria-pressed="true"' in text(picked)
    before = drawn(stage)[0]
    swapped = swap(ann, stage, one=one, other=other)
    assert "They have changed places." in text(swapped)
    after = drawn(stage)[0]
    assert after.matches[0].entries[0] == other
    assert after.matches[1].entries[0] == one
    swap(ann, stage, one=one, other=other)
    assert [m.entries for m in drawn(stage)[0].matches] == [
        m.entries for m in before.matches
    ]


def test_choosing_the_same_again_puts_it_down(cast: Cast, ann: Client) -> None:
    stage = a_stage(cast, an_event(cast, 4), SomeGames(1))
    act(ann, stage, "make")
    one = drawn(stage)[0].matches[0].entries[0]
    assert swap(ann, stage, one=one, other=one).context["picked"] is None


def test_only_the_draw_answers_where_the_page_takes_a_fragment(
    cast: Cast, ann: Client
) -> None:
    stage = a_stage(cast, an_event(cast, 4), SomeGames(1))
    act(ann, stage, "make")
    answer = ann.post(
        address(stage, "swap/"), {"other": "x"}, headers={"HX-Request": "true"}
    )
    assert answer.status_code == 422
    assert "<html" not in text(answer)
    assert text(answer).lstrip().startswith('<div id="drawn"')


def test_a_swap_sends_what_has_moved_and_nothing_else(cast: Cast, ann: Client) -> None:
    """The rest of a large draw stays in the page as it is."""
    stage = a_stage(cast, an_event(cast, 12), SomeGames(1))
    act(ann, stage, "make")
    before = drawn(stage)[0].matches
    (one, beside), (other, opposite) = (match.entries for match in before[:2])
    answer = ann.post(
        address(stage, "swap/"),
        {"seen": seen(ann.get(address(stage))), "round": 1, "one": one, "other": other},
        headers={"HX-Request": "true"},
    )
    assert answer["HX-Reswap"] == "none"
    assert set(re.findall(r'id="entry-(\d+)"', text(answer))) == {
        *map(str, (one, other, beside, opposite))
    }
    pieces = {"said", "draw-head", "summary", "swap-fields"}
    lines = {f"line-{match.number}" for match in before[:2]}
    assert {*re.findall(r'id="([\w-]+)"\s+[^>]*hx-swap-oob', text(answer))} == (
        pieces | lines
    )
    again = ann.post(
        address(stage, "swap/"),
        {"seen": seen(answer), "round": 1, "one": one, "other": other},
        headers={"HX-Request": "true"},
    )
    assert "They have changed places." in text(again)
    assert drawn(stage)[0].matches == before


def test_seeds_of_a_bracket_change_places(cast: Cast, ann: Client) -> None:
    event = an_event(cast, 4)
    stage = a_stage(cast, event, Knockout())
    act(ann, stage, "open")
    ada, eve = entry_of(event, "Ada").pk, entry_of(event, "Eve").pk
    answer = swap(ann, stage, round="", one=ada, other=eve)
    assert "They have changed places." in text(answer)
    act(ann, stage, "publish")
    assert {"Eve", "Gus"} in who_meets_whom(stage)[0]


def test_the_second_laptop_is_told_and_nothing_of_its_own_is_done(
    cast: Cast, ann: Client
) -> None:
    stage = a_stage(cast, an_event(cast, 6), SomeGames(1))
    act(ann, stage, "make")
    old = seen(ann.get(address(stage)))
    (one, _), (other, _) = (m.entries for m in drawn(stage)[0].matches[:2])
    swap(cast.browser_of("olga"), stage, one=one, other=other)
    now = who_meets_whom(stage)
    for verb in ("make", "publish", "swap"):
        answer = ann.post(
            address(stage, f"{verb}/"),
            {"seen": old, "round": 1, "one": one, "other": other},
        )
        assert answer.status_code == 422
        assert "Somebody has changed this draw meanwhile" in text(answer)
    assert who_meets_whom(stage) == now
    assert not Match.objects.published().exists()


# --- What is odd is marked ------------------------------------------------------------


def remarks(browser: Client, stage: Stage) -> list[str]:
    lines = browser.get(address(stage)).context["drawn"].pools
    return sorted(r for pool in lines for line in pool.lines for r in line.remarks)


def test_a_rematch_by_hand_is_marked(cast: Cast, ann: Client) -> None:
    event = an_event(cast, 4, boards=4)
    stage = a_stage(cast, event, Swiss(3))
    act(ann, stage, "make")
    act(ann, stage, "publish")
    finish(stage)
    act(ann, stage, "make")
    assert remarks(ann, stage) == []
    first, second = drawn(stage)
    one, met = first.matches[0].entries
    now = next(m.entries for m in second.matches if one in m.entries)
    other = next(entry for entry in now if entry != one)
    swap_entries(by=cast.who("ann"), stage=stage, number=2, one=met, other=other)
    assert "Has met before" in remarks(ann, stage)


def test_two_who_are_kept_apart_and_meet_are_marked(cast: Cast, ann: Client) -> None:
    event = an_event(cast, 2)
    stage = a_stage(cast, event, RoundRobin())
    act(ann, stage, "make")
    one, other = event.entries.values_list("pk", flat=True)
    keep_apart(by=cast.who("ann"), event=event, one=one, other=other, never=False)
    assert remarks(ann, stage) == ["Kept apart"]
    keep_apart(by=cast.who("ann"), event=event, one=one, other=other, never=True)
    assert remarks(ann, stage) == ["May never meet"]


def test_the_second_leg_is_no_rematch(cast: Cast, ann: Client) -> None:
    stage = a_stage(cast, an_event(cast, 4), RoundRobin(legs=2))
    act(ann, stage, "make")
    page = ann.get(f"{address(stage)}?round=6")
    assert page.context["drawn"].here.number == 6
    assert page.context["drawn"].remarks == 0


# --- Kept apart -----------------------------------------------------------------------


def apart(browser: Client, stage: Stage, **fields: object) -> Page:
    return browser.post(
        f"/desk/events/{stage.event.slug}/draw/apart/",
        {"stage": stage.number, **fields},
        follow=True,
    )


def test_a_family_is_kept_apart_and_let_meet_again(cast: Cast, ann: Client) -> None:
    event = an_event(cast, 4)
    stage = a_stage(cast, event, Swiss(2))
    ada, eve = entry_of(event, "Ada").pk, entry_of(event, "Eve").pk
    page = text(apart(ann, stage, one=ada, other=eve, never="on"))
    assert "Ada and Eve are kept apart in what is drawn from now on." in page
    kept = KeepApart.objects.get()
    assert kept.never
    assert "They may meet again." in text(apart(ann, stage, let=kept.pk))
    again = apart(ann, stage, let=kept.pk)
    assert again.status_code == 422
    assert not KeepApart.objects.exists()


def test_whom_to_keep_apart_is_chosen_when_it_is_asked_for(
    cast: Cast, ann: Client
) -> None:
    """A list of everybody, twice, is much to send with every look at a draw."""
    event = an_event(cast, 3)
    stage = a_stage(cast, event, Swiss(2))
    assert "<option" not in text(ann.get(address(stage)))
    page = text(ann.get(address(stage), {"apart": 1}))
    assert page.count(">Ada</option>") == 2


@pytest.mark.parametrize("other", ["same", "", "0", "x"])
def test_a_pair_needs_two_entries(cast: Cast, ann: Client, other: str) -> None:
    event = an_event(cast, 3)
    stage = a_stage(cast, event, Swiss(2))
    ada = entry_of(event, "Ada").pk
    answer = apart(ann, stage, one=ada, other=ada if other == "same" else other)
    assert answer.status_code == 422
    assert not KeepApart.objects.exists()
    assert answer.context["apart_form"]["one"].value() == str(ada), "kept as chosen"


# --- Comings and goings -----------------------------------------------------------------


def test_whoever_left_or_came_is_named_and_the_draw_is_mended(
    cast: Cast, ann: Client
) -> None:
    event = an_event(cast, 6)
    stage = a_stage(cast, event, SomeGames(3))
    act(ann, stage, "make")
    act(ann, stage, "publish")
    Entry.objects.filter(pk=entry_of(event, "Ada").pk).update(state="paused")
    enter(cast, event, "Zed")
    page = text(ann.get(address(stage)))
    assert "Ada is drawn and not in any more." in page
    assert "Zed is in and not drawn." in page
    act(ann, stage, "mend")
    names = {name for r in who_meets_whom(stage) for two in r for name in two}
    assert "Zed" in names
    assert "Ada" not in names
    assert "Mend" not in text(ann.get(address(stage)))


def test_redrawn_partners_are_not_offered_a_mend(cast: Cast, ann: Client) -> None:
    event = an_event(cast, 8)
    stage = a_stage(cast, event, Partners())
    act(ann, stage, "make")
    Entry.objects.filter(pk=entry_of(event, "Ada").pk).update(state="withdrawn")
    page = text(ann.get(address(stage)))
    assert "matches of more than two cannot be mended" in page
    assert act(ann, stage, "mend").status_code == 422


# --- For everybody ----------------------------------------------------------------------


def public(event: Event, rest: str = "") -> str:
    return f"/events/{event.slug}/draw/{rest}"


def test_before_anything_is_published_nobody_reads_the_seed(cast: Cast) -> None:
    event = an_event(cast, 4)
    stage = a_stage(cast, event, SomeGames(2))
    promise_seed(by=cast.who("ann"), event=event)
    draw_rounds(by=cast.who("ann"), stage=stage)
    stranger = cast.browser_of("stranger")
    for path in (public(event), f"/events/{event.slug}/about/"):
        assert SEED not in text(stranger.get(path))
    page = text(stranger.get(public(event)))
    assert commit(SEED) in page
    assert "Nothing has been drawn yet" in page


def test_with_the_first_published_round_everybody_reads_the_seed_and_every_attempt(
    cast: Cast,
) -> None:
    event = an_event(cast, 5)
    stage = a_stage(cast, event, SomeGames(2), name="Morning")
    for _ in range(2):
        draw_rounds(by=cast.who("ann"), stage=stage)
    publish_rounds(by=cast.who("ann"), stage=stage)
    page = text(cast.browser_of("stranger").get(public(event)))
    assert SEED in page
    assert "1.1.2" in page
    assert "1.1.1" in page
    assert page.count("drawn again before it was published") == 1


def test_anyone_draws_it_again_and_is_told_whether_it_was_changed(cast: Cast) -> None:
    event = an_event(cast, 6, boards=3)
    stage = a_stage(cast, event, SomeGames(2))
    draw_rounds(by=cast.who("ann"), stage=stage)
    publish_rounds(by=cast.who("ann"), stage=stage)
    stranger = cast.browser_of("stranger")
    [draw] = stranger.get(public(event)).context["draws"]
    again = public(event, f"{draw.pk}/")
    assert "All of it is as published." in text(stranger.get(again))
    take_back_rounds(by=cast.who("ann"), stage=stage, numbers=[2])
    assert "Round 2" not in text(stranger.get(again)), "a draft is the desk's own"
    two = drawn(stage)[1].matches
    swap_entries(
        by=cast.who("ann"),
        stage=stage,
        number=2,
        one=two[0].entries[0],
        other=two[1].entries[0],
    )
    publish_rounds(by=cast.who("ann"), stage=stage)
    page = text(stranger.get(again))
    assert "Not all of it is as published" in page
    assert page.count("changed since") == 1


def test_the_file_makes_the_same_draw_without_the_site(
    cast: Cast, tmp_path: Path
) -> None:
    event = an_event(cast, 7, boards=3)
    stage = a_stage(cast, event, Swiss(3))
    for _ in range(2):
        draw_rounds(by=cast.who("ann"), stage=stage)
        publish_rounds(by=cast.who("ann"), stage=stage)
        finish(stage)
    stranger = cast.browser_of("stranger")
    *_, draw = stranger.get(public(event)).context["draws"]
    file = tmp_path / "draw.json"
    file.write_bytes(stranger.get(public(event, f"{draw.pk}.json")).content)
    said = subprocess.run(
        [sys.executable, "-m", "leagues.stages.again", str(file)],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    assert said.startswith(f"The seed's hash is {commit(SEED)}\nRound 2\n")
    for names in who_meets_whom(stage)[1]:
        line = next(line for line in said.splitlines() if min(names) in line)
        assert all(name in line for name in names)


def test_seeds_by_lot_can_be_repeated_too(cast: Cast, tmp_path: Path) -> None:
    event = an_event(cast, 4, seeded=False)
    stage = a_stage(cast, event, Knockout(), Everyone())
    open_stage(by=cast.who("ann"), stage=stage)
    seeds_by_lot(by=cast.who("ann"), stage=stage)
    publish_rounds(by=cast.who("ann"), stage=stage)
    stranger = cast.browser_of("stranger")
    first, second = stranger.get(public(event)).context["draws"]
    assert first.is_lot
    assert second.is_lot
    assert stranger.get(public(event, f"{first.pk}/")).status_code == 404
    paper = stranger.get(public(event, f"{second.pk}.json")).json()
    file = tmp_path / "lot.json"
    file.write_text(json.dumps(paper))
    said = subprocess.run(
        [sys.executable, "-m", "leagues.stages.again", str(file)],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    places = stage.pools.get().places.order_by("seed")
    order = ", ".join(place.entry.players.get().name for place in places)
    assert said.splitlines()[1] == f"By lot: {order}"


def test_a_private_events_draw_is_nobodys_business(cast: Cast) -> None:
    event = an_event(cast, 4, visibility=Event.Visibility.PRIVATE)
    stage = a_stage(cast, event, SomeGames(1))
    draw_rounds(by=cast.who("ann"), stage=stage)
    publish_rounds(by=cast.who("ann"), stage=stage)
    assert cast.browser_of("stranger").get(public(event)).status_code == 404
    assert cast.browser_of("ann").get(public(event)).status_code == 200


def test_drawing_again_takes_a_while_so_not_too_often(cast: Cast) -> None:
    event = an_event(cast, 2)
    stage = a_stage(cast, event, SomeGames(1))
    draw_rounds(by=cast.who("ann"), stage=stage)
    publish_rounds(by=cast.who("ann"), stage=stage)
    stranger = cast.browser_of("stranger")
    [draw] = stranger.get(public(event)).context["draws"]
    answers = [
        stranger.get(public(event, f"{draw.pk}/")).status_code for _ in range(21)
    ]
    assert answers == [200] * 20 + [429]


# --- The promise ------------------------------------------------------------------------


def test_a_seed_is_promised_at_the_desk(cast: Cast, ann: Client) -> None:
    event = an_event(cast, 4, rng_seed="")
    stage = a_stage(cast, event, SomeGames(1))
    promise = f"/desk/events/{event.slug}/draw/promise/"
    too_long = ann.post(promise, {"seed": "x" * 25})
    assert too_long.status_code == 422
    assert "x" * 25 in text(too_long), "what was typed is kept"
    ann.post(promise, {"seed": "lottery 17 23 42"})
    event.refresh_from_db()
    assert event.rng_seed == "lottery 17 23 42"
    assert ann.post(promise, {"seed": "another"}).status_code == 422
    assert commit("lottery 17 23 42") in text(ann.get(address(stage)))


def test_a_promise_without_stages_changes_nothing(cast: Cast, ann: Client) -> None:
    event = an_event(cast, 4, rng_seed="")
    ann.post(f"/desk/events/{event.slug}/draw/promise/", {"seed": ""})
    event.refresh_from_db()
    assert event.promised_at is None


# --- Nonsense and costs --------------------------------------------------------------------

NONSENSE = st.one_of(
    st.text(max_size=12),
    st.integers().map(str),
    st.sampled_from(["", "-1", "1e9", "9" * 30, "²", "None", "\x00"]),
)


@settings(max_examples=25, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    verb=st.sampled_from(
        ["open", "empty", "make", "swap", "lot", "mend", "publish", "back"]
    ),
    fields=st.dictionaries(
        st.sampled_from(["seen", "round", "one", "other", "only", "let", "stage"]),
        NONSENSE,
    ),
)
def test_nonsense_is_refused_and_nothing_breaks(
    cast: Cast, verb: str, fields: dict[str, str]
) -> None:
    event = Event.objects.order_by("pk").first() or an_event(cast, 4)
    stage = event.stages.first() or a_stage(cast, event, SomeGames(2))
    ann = cast.browser_of("ann")
    assert ann.post(address(stage, f"{verb}/"), fields).status_code in (200, 302, 422)
    assert ann.get(address(stage), fields).status_code == 200
    answer = ann.post(f"/desk/events/{event.slug}/draw/apart/", fields)
    assert answer.status_code in (302, 404, 422)


def queries(cast: Cast, entries: int) -> list[int]:
    event = an_event(cast, entries, boards=3)
    stage = a_stage(cast, event, SomeGames(entries - 1))
    draw_rounds(by=cast.who("ann"), stage=stage)
    publish_rounds(by=cast.who("ann"), stage=stage, numbers=[1])
    ann, counted = cast.browser_of("ann"), []
    [draw] = ann.get(public(event)).context["draws"]
    for path in (
        address(stage),
        public(event),
        public(event, f"{draw.pk}/"),
        public(event, f"{draw.pk}.json"),
    ):
        with CaptureQueriesContext(connection) as captured:
            ann.get(path)
        counted.append(len(captured))
    return counted


def test_twice_the_field_costs_the_pages_no_more_queries(cast: Cast) -> None:
    assert queries(cast, 6) == queries(cast, 12)
