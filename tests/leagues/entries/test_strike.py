"""Removing an entry from the list: before it is drawn, or after its drafts are deleted."""

import pytest
from django.test import Client

from leagues.actions.advance.ties import settle_by_shoot_out
from leagues.actions.draw.draw import discard_drafts, draw_rounds, publish_rounds
from leagues.actions.draw.opening import open_stage
from leagues.actions.entries.entries import strike_entry
from leagues.actions.entries.line_ups import pair_up
from leagues.actions.log.undo import undo
from leagues.actions.refusal import Refused
from leagues.models import Action, Stage
from leagues.stages.entry_sources import Everyone
from leagues.stages.pairing_ways import AllShoot, Knockout, SomeGames, Swiss
from tests.cast import Cast
from tests.leagues.draw.desk_acts import draw, publish, seated_names
from tests.leagues.draw.draws import (
    a_stage,
    an_event,
    enter_name,
    entry_of,
    finish_matches,
    names_at_boards,
)
from tests.scenes import scene


def strike_name(cast: Cast, stage: Stage, name: str) -> None:
    entry = entry_of(stage.event, name)
    strike_entry(by=cast.who("ann"), event=stage.event, entry=entry)


@scene
def discarded(cast: Cast) -> Stage:
    """A stage of five entries with its drafts of three games deleted."""
    stage = a_stage(cast, an_event(cast, 5), SomeGames(3))
    draw(cast, stage)
    discard_drafts(by=cast.who("ann"), stage=stage)
    return stage


def test_who_was_only_drafted_is_taken_off_the_list(
    cast: Cast, discarded: Stage, ann: Client
) -> None:
    ada = entry_of(discarded.event, "Ada")
    page = ann.get(f"/desk/events/{discarded.event.slug}/people/{ada.pk}/")
    assert "Remove from list" in page.content.decode()

    strike_name(cast, discarded, "Ada")
    assert seated_names(discarded) == [["Eve", "Fay", "Gus", "Hal"]]
    draw(cast, discarded)
    assert names_at_boards(discarded)[0][0] <= {"Eve", "Fay", "Gus", "Hal"}


def test_undone_they_have_their_seat_again(cast: Cast, discarded: Stage) -> None:
    strike_name(cast, discarded, "Ada")
    undo(by=cast.who("ann"), action=Action.objects.get(verb="strike_entry"))

    assert seated_names(discarded) == [["Ada", "Eve", "Fay", "Gus", "Hal"]]


def test_a_late_comer_of_a_discarded_draft_goes_while_others_play(cast: Cast) -> None:
    stage = a_stage(cast, an_event(cast, 4), Swiss(3))
    draw(cast, stage)
    publish(cast, stage)
    finish_matches(stage)
    enter_name(cast, stage.event, "Late")
    draw(cast, stage)
    with pytest.raises(Refused, match="already drawn"):
        strike_name(cast, stage, "Late")
    discard_drafts(by=cast.who("ann"), stage=stage)

    strike_name(cast, stage, "Late")
    with pytest.raises(Refused, match="already drawn"):
        strike_name(cast, stage, "Ada")


def test_the_bye_of_a_bracket_is_drawn(cast: Cast) -> None:
    """Ada waits for the winner of Eve and Fay, and is in no match yet."""
    stage = a_stage(cast, an_event(cast, 3), Knockout())
    publish_rounds(by=cast.who("ann"), stage=stage)

    with pytest.raises(Refused, match="already drawn"):
        strike_name(cast, stage, "Ada")


def test_who_shot_20s_stays_on_the_list(cast: Cast) -> None:
    stage = a_stage(cast, an_event(cast, 2), AllShoot())
    open_stage(by=cast.who("ann"), stage=stage)
    made = {entry.pk: [3] for entry in stage.event.entries.all()}
    settle_by_shoot_out(by=cast.who("ann"), stage=stage, twenties=made)

    with pytest.raises(Refused, match="already drawn"):
        strike_name(cast, stage, "Ada")


def test_two_who_were_only_drafted_become_a_pair(cast: Cast) -> None:
    event = an_event(cast, 4, sides="doubles")
    stage = a_stage(cast, event, SomeGames(2))
    draw_rounds(by=cast.who("ann"), stage=stage)
    discard_drafts(by=cast.who("ann"), stage=stage)

    one, other = (entry_of(event, name).pk for name in ("Ada", "Eve"))
    pair_up(by=cast.who("ann"), event=event, pairs=[(one, other)])
    assert seated_names(stage) == [["Ada", "Eve", "Fay", "Gus"]]
    assert event.entries.count() == 3


def test_a_seat_in_a_pool_is_no_seed(cast: Cast) -> None:
    """Fay is third on the list and second in her pool; Eve is second on the list."""
    stage = a_stage(cast, an_event(cast, 6, seeded=True), SomeGames(2), takes=Everyone(pools=2))
    open_stage(by=cast.who("ann"), stage=stage)
    strike_name(cast, stage, "Fay")

    undo(by=cast.who("ann"), action=Action.objects.get(verb="strike_entry"))

    assert entry_of(stage.event, "Fay").seed == 3


def test_no_seat_comes_back_into_a_published_bracket(cast: Cast) -> None:
    stage = a_stage(cast, an_event(cast, 4), Knockout())
    open_stage(by=cast.who("ann"), stage=stage)
    strike_name(cast, stage, "Ada")
    publish_rounds(by=cast.who("ann"), stage=stage)

    with pytest.raises(Refused, match="bracket has been published"):
        undo(by=cast.who("ann"), action=Action.objects.get(verb="strike_entry"))
