"""The public page of a draw: pairings, reasons, and the published hash of the seed."""

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest
from django.test import Client

from leagues.actions.draw.changes import seeds_by_lot, swap_entries
from leagues.actions.draw.draw import draw_rounds, publish_rounds, take_back_rounds
from leagues.actions.draw.opening import open_stage
from leagues.actions.events.seed import promise_seed
from leagues.models import Event
from leagues.pairing.seeds import seed_promise
from leagues.reads.draw.published import published_draws
from leagues.stages.entry_sources import Everyone
from leagues.stages.pairing_ways import Knockout, SomeGames, Swiss
from tests.cast import Cast
from tests.leagues.draw.draw_pages import address_of, public_address, text_of_page
from tests.leagues.draw.draws import (
    SEED,
    a_stage,
    an_event,
    drawn_rounds,
    finish_matches,
    names_at_boards,
)

pytestmark = pytest.mark.django_db


ROOT = Path(__file__).resolve().parents[3]


# --- The public page ---------------------------------------------------------------------


def test_the_seed_is_hidden_until_a_draw_is_published(cast: Cast) -> None:
    event = an_event(cast, 4)
    stage = a_stage(cast, event, SomeGames(2))
    promise_seed(by=cast.who("ann"), event=event)
    draw_rounds(by=cast.who("ann"), stage=stage)
    stranger = cast.browser_of("stranger")
    for path in (public_address(event), f"/events/{event.slug}/about/"):
        assert SEED not in text_of_page(stranger.get(path))
    page = text_of_page(stranger.get(public_address(event)))
    assert seed_promise(SEED) in page
    assert "No draw has been published yet." in page


def test_with_the_first_published_round_everybody_reads_the_seed_and_every_attempt(
    cast: Cast,
) -> None:
    event = an_event(cast, 5)
    stage = a_stage(cast, event, SomeGames(2), name="Morning")
    for _ in range(2):
        draw_rounds(by=cast.who("ann"), stage=stage)
    publish_rounds(by=cast.who("ann"), stage=stage)
    page = text_of_page(cast.browser_of("stranger").get(public_address(event)))
    assert SEED in page
    assert "<strong>Morning</strong>, games 1–2" in " ".join(page.split())
    plain, technical = page.split("For the curious")
    assert "Check this draw" in plain
    assert not {SEED, "1.1.2", "redraw_cli"} & {*re.findall(r"[\w.-]+", plain)}
    assert "1.1.2" in technical
    assert "1.1.1" in page
    assert page.count("replaced before it was published") == 1


def test_anyone_can_draw_again_and_see_whether_the_draw_was_changed(cast: Cast) -> None:
    event = an_event(cast, 6, boards=3)
    stage = a_stage(cast, event, SomeGames(2))
    draw_rounds(by=cast.who("ann"), stage=stage)
    publish_rounds(by=cast.who("ann"), stage=stage)
    stranger = cast.browser_of("stranger")
    [draw] = stranger.get(public_address(event)).context["draws"]
    again = public_address(event, f"{draw.pk}/")
    page = text_of_page(stranger.get(again))
    assert "It’s the same as the published draw." in page
    boards = re.findall(r'class="number">.*?(\d+)\s*</span>', page.split("Game 2")[0], re.DOTALL)
    assert boards == sorted(boards)
    assert len(boards) == 3
    take_back_rounds(by=cast.who("ann"), stage=stage, numbers=[2])
    assert "Round 2" not in text_of_page(stranger.get(again)), "a draft is the desk's own"
    two = drawn_rounds(stage)[1].matches
    swap_entries(
        by=cast.who("ann"), stage=stage, number=2, one=two[0].entries[0], other=two[1].entries[0]
    )
    publish_rounds(by=cast.who("ann"), stage=stage)
    page = text_of_page(stranger.get(again))
    assert "It differs from the published draw" in page
    assert page.count("changed since") == 1


def test_the_draw_to_check_is_the_newest(cast: Cast) -> None:
    event = an_event(cast, 6, boards=3)
    stage = a_stage(cast, event, SomeGames(2))
    for _ in range(2):
        draw_rounds(by=cast.who("ann"), stage=stage)
    publish_rounds(by=cast.who("ann"), stage=stage)
    page = text_of_page(cast.browser_of("stranger").get(public_address(event)))
    older, newest = sorted(each.pk for each in published_draws(event))
    [button] = re.findall(r'class="button[^>]*href="([^"]+)"', page)
    assert button == public_address(event, f"{newest}/")
    assert public_address(event, f"{older}/") not in page


def test_a_draw_drawn_again_opens_at_its_first_game(cast: Cast) -> None:
    event = an_event(cast, 6, boards=3)
    stage = a_stage(cast, event, SomeGames(2))
    draw_rounds(by=cast.who("ann"), stage=stage)
    publish_rounds(by=cast.who("ann"), stage=stage)
    [draw] = published_draws(event)
    page = text_of_page(cast.browser_of("stranger").get(public_address(event, f"{draw.pk}/")))
    games = re.findall(r"<details (open)?>\s*<summary>\s*(Game \d)", page)
    assert games == [("open", "Game 1"), ("", "Game 2")]


@pytest.mark.long
def test_the_file_makes_the_same_draw_without_the_site(cast: Cast, tmp_path: Path) -> None:
    event = an_event(cast, 7, boards=3)
    stage = a_stage(cast, event, Swiss(3))
    for _ in range(2):
        draw_rounds(by=cast.who("ann"), stage=stage)
        publish_rounds(by=cast.who("ann"), stage=stage)
        finish_matches(stage)
    stranger = cast.browser_of("stranger")
    *_, draw = stranger.get(public_address(event)).context["draws"]
    file = tmp_path / "draw.json"
    file.write_bytes(stranger.get(public_address(event, f"{draw.pk}.json")).content)
    output = subprocess.run(
        [sys.executable, "-m", "leagues.stages.redraw_cli", str(file)],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    assert output.startswith(f"The seed's hash is {seed_promise(SEED)}\nRound 2\n")
    for names in names_at_boards(stage)[1]:
        line = next(line for line in output.splitlines() if min(names) in line)
        assert all(name in line for name in names)


def test_a_draft_is_not_shown_because_another_stage_has_a_round_of_that_number(cast: Cast) -> None:
    event, by = an_event(cast, 4, boards=2), cast.who("ann")
    morning = a_stage(cast, event, SomeGames(2), name="Morning")
    evening = a_stage(cast, event, Swiss(3), Everyone(), name="Evening")
    draw_rounds(by=by, stage=morning)
    publish_rounds(by=by, stage=morning)
    finish_matches(morning)
    draw_rounds(by=by, stage=evening)
    publish_rounds(by=by, stage=evening)
    finish_matches(evening)
    draw_rounds(by=by, stage=evening)

    draws = published_draws(event)
    assert [(draw.stage, draw.first) for draw in draws] == [("Morning", 1), ("Evening", 1)]
    assert [each.number for each in draws[0].rounds] == [1, 2]


def test_a_lot_is_not_shown_before_something_of_its_stage_is_published(cast: Cast) -> None:
    event, by = an_event(cast, 4, boards=2, seeded=False), cast.who("ann")
    morning = a_stage(cast, event, SomeGames(2), name="Morning")
    final = a_stage(cast, event, Knockout(), Everyone(), name="Final")
    draw_rounds(by=by, stage=morning)
    publish_rounds(by=by, stage=morning)
    finish_matches(morning)
    open_stage(by=by, stage=final)
    seeds_by_lot(by=by, stage=final)
    assert {draw.stage for draw in published_draws(event)} == {"Morning"}

    publish_rounds(by=by, stage=final)
    assert {draw.stage for draw in published_draws(event)} == {"Morning", "Final"}


def test_seeds_by_lot_can_be_repeated_too(cast: Cast, tmp_path: Path) -> None:
    event = an_event(cast, 4, seeded=False)
    stage = a_stage(cast, event, Knockout(), Everyone())
    open_stage(by=cast.who("ann"), stage=stage)
    seeds_by_lot(by=cast.who("ann"), stage=stage)
    publish_rounds(by=cast.who("ann"), stage=stage)
    stranger = cast.browser_of("stranger")
    first, second = stranger.get(public_address(event)).context["draws"]
    assert first.is_lot
    assert second.is_lot
    assert stranger.get(public_address(event, f"{first.pk}/")).status_code == 404
    paper = stranger.get(public_address(event, f"{second.pk}.json")).json()
    file = tmp_path / "lot.json"
    file.write_text(json.dumps(paper))
    output = subprocess.run(
        [sys.executable, "-m", "leagues.stages.redraw_cli", str(file)],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    places = stage.pools.get().places.order_by("seed")
    order = ", ".join(place.entry.players.get().name for place in places)
    assert output.splitlines()[1] == f"By lot: {order}"


def test_a_private_events_draw_is_nobodys_business(cast: Cast) -> None:
    event = an_event(cast, 4, visibility=Event.Visibility.PRIVATE)
    stage = a_stage(cast, event, SomeGames(1))
    draw_rounds(by=cast.who("ann"), stage=stage)
    publish_rounds(by=cast.who("ann"), stage=stage)
    assert cast.browser_of("stranger").get(public_address(event)).status_code == 404
    assert cast.browser_of("ann").get(public_address(event)).status_code == 200


@pytest.mark.long
def test_drawing_again_takes_a_while_so_not_too_often(cast: Cast) -> None:
    event = an_event(cast, 2)
    stage = a_stage(cast, event, SomeGames(1))
    draw_rounds(by=cast.who("ann"), stage=stage)
    publish_rounds(by=cast.who("ann"), stage=stage)
    stranger = cast.browser_of("stranger")
    [draw] = stranger.get(public_address(event)).context["draws"]
    answers = [stranger.get(public_address(event, f"{draw.pk}/")).status_code for _ in range(21)]
    assert answers == [200] * 20 + [429]


# --- The hash of the seed ----------------------------------------------------------------


def test_a_seed_is_promised_at_the_desk(cast: Cast, ann: Client) -> None:
    event = an_event(cast, 4, rng_seed="")
    stage = a_stage(cast, event, SomeGames(1))
    promise = f"/desk/events/{event.slug}/draw/promise/"
    too_long = ann.post(promise, {"seed": "x" * 25})
    assert too_long.status_code == 422
    assert "x" * 25 in text_of_page(too_long), "what was typed is kept"
    ann.post(promise, {"seed": "lottery 17 23 42"})
    event.refresh_from_db()
    assert event.rng_seed == "lottery 17 23 42"
    assert ann.post(promise, {"seed": "another"}).status_code == 422
    assert seed_promise("lottery 17 23 42") in text_of_page(ann.get(address_of(stage)))


def test_a_promise_without_stages_changes_nothing(cast: Cast, ann: Client) -> None:
    event = an_event(cast, 4, rng_seed="")
    ann.post(f"/desk/events/{event.slug}/draw/promise/", {"seed": ""})
    event.refresh_from_db()
    assert event.promised_at is None


def test_about_begins_with_the_timetable_and_folds_the_settings(cast: Cast) -> None:
    event = an_event(cast, 4)
    a_stage(cast, event, SomeGames(2))
    page = text_of_page(cast.browser_of("stranger").get(f"/events/{event.slug}/about/"))
    folded = page.index('<details class="more">')
    assert page.index("Timetable") < page.index('class="figures"') < folded
    assert folded < page.index("Time zone")
