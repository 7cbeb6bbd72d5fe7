"""Pausing, leaving and coming back, with a preview of the effects at the desk."""

import pytest
from django.test import Client

from leagues.actions.entries.presence import Unplayed
from leagues.actions.refusal import Stale
from leagues.models import Action, Board, Entry, Event, MatchSide, PairingRound, Player, SideEntry
from leagues.reads.entries.effects import Act, acts_for, effects_of, facts_of
from tests.cast import Cast
from tests.leagues.entries.people_in import (
    AT,
    State,
    apply_act,
    enter_people,
    last_action,
    make_event,
    names_in,
    publish_match,
    seen_of,
    text_of,
)
from tests.scenes import scene


@scene
def event(cast: Cast) -> Event:
    return make_event(cast)


def effects_on(entry: Entry, what: Act) -> str:
    return " ".join(effects_of(what, facts_of(Entry.objects.named().get(pk=entry.pk))))


@pytest.mark.parametrize(
    ("state", "acts"),
    [
        (State.ACTIVE, {Act.PAUSE, Act.WITHDRAW, Act.STRIKE}),
        (State.PAUSED, {Act.RETURN, Act.WITHDRAW, Act.STRIKE}),
        (State.WITHDRAWN, {Act.REINSTATE, Act.STRIKE}),
        (State.WAITING, {Act.ADMIT, Act.STRIKE}),
    ],
)
def test_what_may_happen_depends_on_the_state(
    cast: Cast, event: Event, state: State, acts: set[Act]
) -> None:
    (zoe,) = enter_people(cast, event, "Zoë", state=state)

    assert set(acts_for(facts_of(Entry.objects.named().get(pk=zoe.pk)))) == acts


def test_every_effect_is_on_the_page_before_it_is_done(
    cast: Cast, event: Event, ann: Client
) -> None:
    zoe, bo = enter_people(cast, event, "Zoë", "Bo")
    match = publish_match(event, zoe, bo)
    match.board = Board.objects.create(club=cast.club, number=4)
    match.save()

    page = text_of(ann.get(f"{AT}{zoe.pk}/"))
    assert "New games are drawn without them until they return." in page
    assert "waits for them: match 1 against Bo on board 4." in page
    assert "No more matches, in this stage or later ones." in page
    assert "Give the opponents a walkover" in page


def test_a_pause_and_the_return(cast: Cast, event: Event, ann: Client) -> None:
    (zoe,) = enter_people(cast, event, "Zoë")
    ann.post(f"{AT}{zoe.pk}/pause/", {"seen": seen_of(zoe)})
    zoe.refresh_from_db()
    assert zoe.state == State.PAUSED

    ann.post(f"{AT}{zoe.pk}/return/", {"seen": seen_of(zoe)})
    zoe.refresh_from_db()
    assert zoe.state == State.ACTIVE
    assert [a.verb for a in Action.objects.all()][-2:] == ["pause_entry", "return_entry"]


@pytest.mark.parametrize(
    ("unplayed", "ending", "winner", "points"),
    [
        (Unplayed.WALKOVER, "walkover", 1, [0, 8]),
        (Unplayed.NOT_COUNTED, "withdrawn", None, [0, 0]),
        (Unplayed.LEFT, "", None, [0, 0]),
    ],
)
def test_who_withdraws_leaves_matches_as_chosen(
    cast: Cast, event: Event, unplayed: Unplayed, ending: str, winner: int | None, points: list[int]
) -> None:
    zoe, bo = enter_people(cast, event, "Zoë", "Bo")
    played = publish_match(event, zoe, bo, points=(6, 2))
    to_play = publish_match(event, zoe, bo)
    apply_act(cast, zoe, Act.WITHDRAW, unplayed)

    to_play.refresh_from_db()
    played.refresh_from_db()
    assert zoe.state == State.WITHDRAWN
    assert (to_play.ending, to_play.winner) == (ending, winner)
    assert [side.points for side in to_play.sides.all()] == points
    assert (played.ending, played.winner) == ("played", 0), "what was played stands"


def test_matches_of_more_than_two_entries_are_left_to_the_desk(cast: Cast, event: Event) -> None:
    zoe, bo, cy = enter_people(cast, event, "Zoë", "Bo", "Cy")
    match = publish_match(event, zoe, bo)
    side = MatchSide.objects.create(match=match, seat=2)
    SideEntry.objects.create(side=side, pairing_round=match.pairing_round, entry=cy)

    assert "so the desk decides" in effects_on(zoe, Act.WITHDRAW)
    apply_act(cast, zoe, Act.WITHDRAW)
    match.refresh_from_db()
    assert match.state == "planned"


def test_who_comes_back_has_missed_games_and_may_have_some_to_play(
    cast: Cast, event: Event
) -> None:
    zoe, bo = enter_people(cast, event, "Zoë", "Bo")
    again = "They are drawn again from the next game on."
    assert effects_on(zoe, Act.RETURN) == again

    publish_match(event, zoe, bo)
    publish_match(event, zoe, bo, points=(6, 2))

    assert effects_on(zoe, Act.RETURN) == (
        f"{again} They get no points for games they missed. "
        "Waiting to be played: match 1 against Bo."
    )
    assert effects_on(zoe, Act.PAUSE) == (
        "New games are drawn without them until they return. 1 match played so far counts. 1 published match stays and waits for them: match 1 against Bo. They won’t be in a stage that starts while they’re paused."
    )


def test_drafts_that_still_have_them_are_named_in_one_sentence(cast: Cast, event: Event) -> None:
    zoe, bo = enter_people(cast, event, "Zoë", "Bo")
    publish_match(event, zoe, bo)
    publish_match(event, bo, zoe)
    PairingRound.objects.update(state=PairingRound.State.DRAFT)

    effects = effects_on(zoe, Act.PAUSE)
    assert "2 drafts still include them: Swiss, game 1; Swiss, game 2. Update" in effects
    assert effects.count("Draw page") == 1


def test_a_draft_that_still_has_them_is_named(cast: Cast, event: Event) -> None:
    zoe, bo = enter_people(cast, event, "Zoë", "Bo")
    match = publish_match(event, zoe, bo)
    PairingRound.objects.update(state=PairingRound.State.DRAFT)

    effects = effects_on(zoe, Act.PAUSE)
    assert "A draft still includes them: Swiss, game 1. Update it on the Draw" in effects
    apply_act(cast, zoe, Act.WITHDRAW)
    match.refresh_from_db()
    assert match.state == "planned"


def test_an_act_that_does_not_fit_is_refused(cast: Cast, event: Event) -> None:
    (zoe,) = enter_people(cast, event, "Zoë")

    with pytest.raises(Stale):
        apply_act(cast, zoe, Act.RETURN)


@pytest.mark.parametrize("what", ["king", "part-of", "PAUSE"])
def test_there_is_no_other_act(cast: Cast, event: Event, ann: Client, what: str) -> None:
    (zoe,) = enter_people(cast, event, "Zoë")

    assert ann.post(f"{AT}{zoe.pk}/{what}/", {"seen": "x"}).status_code == 404


def test_a_mistake_is_taken_off_the_list(cast: Cast, event: Event, ann: Client) -> None:
    zoe, _ = enter_people(cast, event, "Zoë", "Bo")
    ann.post(f"{AT}{zoe.pk}/strike/", {"seen": seen_of(zoe)})

    assert names_in(event) == ["Bo"]
    assert Player.objects.filter(name="Zoë").exists()
    assert last_action().details["name"] == "Zoë"


def test_who_is_drawn_stays_on_the_list(cast: Cast, event: Event, ann: Client) -> None:
    zoe, bo = enter_people(cast, event, "Zoë", "Bo")
    publish_match(event, zoe, bo)

    page = ann.post(f"{AT}{zoe.pk}/strike/", {"seen": seen_of(zoe)})
    assert page.status_code == 422
    assert names_in(event) == ["Zoë", "Bo"]


def test_a_place_that_becomes_free_goes_to_who_waited_longest(
    cast: Cast, event: Event, ann: Client
) -> None:
    Event.objects.update(entry_limit=1)
    event.refresh_from_db()
    (zoe,) = enter_people(cast, event, "Zoë")
    bo, cy = enter_people(cast, event, "Bo", "Cy", state=State.WAITING)

    assert "Bo moves up" in text_of(ann.get(f"{AT}{zoe.pk}/"))
    apply_act(cast, zoe, Act.WITHDRAW)
    for entry in (bo, cy):
        entry.refresh_from_db()
    assert (bo.state, cy.state) == (State.ACTIVE, State.WAITING)
    assert last_action().details["moved_up_names"] == ["Bo"]


def test_a_french_reader_counts_entries_in_singular_and_plural(
    cast: Cast, event: Event, ann: Client
) -> None:
    def page() -> str:
        return text_of(ann.get(AT, headers={"accept-language": "fr"}))

    enter_people(cast, event, "Zoë")
    assert "<dt> inscrit </dt> <dd> 1 </dd>" in page()
    enter_people(cast, event, "Bo")
    assert "<dt> inscrits </dt> <dd> 2 </dd>" in page()
