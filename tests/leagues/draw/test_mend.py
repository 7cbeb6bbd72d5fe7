"""Updating a published draw after an entry came late or left."""

import re
from itertools import combinations

import pytest
from django.test import Client
from django.urls import reverse

from leagues.access.roles import Who
from leagues.actions.draw.changes import keep_apart
from leagues.actions.draw.draw import draw_rounds, publish_rounds, take_back_rounds
from leagues.actions.draw.draw_updates import mend_rounds
from leagues.actions.draw.opening import open_stage
from leagues.actions.log.undo import undo
from leagues.actions.refusal import Refused
from leagues.models import Action, Entry, Event, Match, PairingRound, Stage, Team
from leagues.pairing.history import History
from leagues.stages.pairing_ways import Knockout, Outsiders, PairingWay, RoundRobin, SomeGames
from tests.cast import Cast
from tests.leagues.draw.draws import (
    NAMES,
    a_stage,
    an_event,
    drawn_rounds,
    enter_name,
    entry_of,
    names_at_boards,
)

ZED, ZOE = "Zed", "Zoë"


def by(cast: Cast) -> Who:
    return cast.who("ann")


def published_stage(
    cast: Cast, entries: int, way: PairingWay, *, boards: int = 0, played: int = 0
) -> Stage:
    """A stage with all rounds published and the first ``played`` rounds finished."""
    event = an_event(cast, entries, boards=boards)
    stage = a_stage(cast, event, way)
    draw_rounds(by=by(cast), stage=stage)
    publish_rounds(by=by(cast), stage=stage)
    play_rounds(stage, range(1, played + 1))
    return stage


def play_rounds(stage: Stage, rounds: range) -> None:
    Match.objects.filter(pairing_round__number__in=rounds).exclude(ending=Match.Ending.BYE).update(
        state="finished", ending="played", winner=0
    )


def withdraw_name(event: Event, name: str) -> None:
    Entry.objects.filter(pk=entry_of(event, name).pk).update(state="withdrawn")


def count_meetings(stage: Stage) -> dict[frozenset[str], int]:
    met: dict[frozenset[str], int] = {}
    for names in names_at_boards(stage):
        for two in names:
            if len(two) == 2:
                met[frozenset(two)] = met.get(frozenset(two), 0) + 1
    return met


def assert_sound(stage: Stage) -> None:
    """Check that no entry, match number or board at a time occurs twice in a round."""
    numbers = list(stage.event.matches.values_list("number", flat=True))
    assert len(numbers) == len(set(numbers))
    for each in drawn_rounds(stage):
        entries = [entry for match in each.matches for entry in match.entries]
        assert len(entries) == len(set(entries))
        at = [(p.board, p.wave) for p in each.pairing_round().pairings if p.board]
        assert len(at) == len(set(at))


def everybody_meets(stage: Stage, names: list[str]) -> None:
    assert count_meetings(stage) == {frozenset(two): 1 for two in combinations(names, 2)}


# --- Round robin ------------------------------------------------------------------------


@pytest.mark.parametrize("played", [1, 4])
def test_the_rest_of_a_round_robin_drawn_again_has_no_round_more(cast: Cast, played: int) -> None:
    stage = published_stage(cast, 10, RoundRobin(), boards=5, played=played)
    take_back_rounds(by=by(cast), stage=stage, numbers=range(played + 1, 10))
    draw_rounds(by=by(cast), stage=stage)

    assert stage.pairing_rounds.count() == 9
    everybody_meets(stage, NAMES[:10])
    assert_sound(stage)


def test_an_eleventh_is_drawn_in_with_as_many_rounds_as_it_takes(cast: Cast) -> None:
    stage = published_stage(cast, 10, RoundRobin(), boards=5, played=2)
    enter_name(cast, stage.event, ZED)
    take_back_rounds(by=by(cast), stage=stage, numbers=range(3, 10))
    draw_rounds(by=by(cast), stage=stage)

    assert stage.pairing_rounds.count() == 12, "ten more games take ten more rounds"
    everybody_meets(stage, [*NAMES[:10], ZED])
    assert_sound(stage)


@pytest.mark.parametrize("entries", [8, 9])
@pytest.mark.parametrize("late", [1, 2])
@pytest.mark.parametrize("played", [0, 1, 3])
def test_late_comers_are_brought_into_a_round_robin_and_meet_everybody(
    cast: Cast, entries: int, late: int, played: int
) -> None:
    stage = published_stage(cast, entries, RoundRobin(), boards=5, played=played)
    begun = names_at_boards(stage)[:played]
    for name in (ZED, ZOE)[:late]:
        enter_name(cast, stage.event, name)

    mending = mend_rounds(by=by(cast), stage=stage)

    assert names_at_boards(stage)[:played] == begun
    everybody_meets(stage, [*NAMES[:entries], *(ZED, ZOE)[:late]])
    assert_sound(stage)
    assert [name for name, _g, _b in mending.joined] == [ZED, ZOE][:late]
    assert {games for _n, games, _b in mending.joined} == {entries + late - 1}
    assert all(
        match.board_id
        for match in stage.event.matches.exclude(ending="bye").filter(state="planned")
    )
    states = PairingRound.objects.filter(stage=stage).values_list("state", flat=True)
    assert set(states) == {"published"}


def test_a_second_and_a_third_mend_deal_no_number_twice(cast: Cast) -> None:
    stage = published_stage(cast, 8, RoundRobin(), boards=4, played=1)
    for name in (ZED, ZOE, "Zac"):
        enter_name(cast, stage.event, name)
        mend_rounds(by=by(cast), stage=stage)
        assert_sound(stage)
    withdraw_name(stage.event, "Ada")
    mend_rounds(by=by(cast), stage=stage)
    assert_sound(stage)


def test_a_late_comer_goes_and_another_comes_at_once(cast: Cast) -> None:
    stage = published_stage(cast, 8, RoundRobin(), boards=4, played=1)
    withdraw_name(stage.event, "Ada")
    enter_name(cast, stage.event, ZED)
    enter_name(cast, stage.event, ZOE)
    mend_rounds(by=by(cast), stage=stage)

    here = [*NAMES[1:8], ZED, ZOE]
    assert all(count_meetings(stage)[frozenset(two)] == 1 for two in combinations(here, 2))
    assert_sound(stage)


def test_a_mend_is_undone_with_its_rounds_and_numbers(cast: Cast) -> None:
    stage = published_stage(cast, 8, RoundRobin(), boards=4, played=2)
    before = names_at_boards(stage)
    numbers = sorted(stage.event.matches.values_list("number", flat=True))
    enter_name(cast, stage.event, ZED)
    enter_name(cast, stage.event, ZOE)
    mend_rounds(by=by(cast), stage=stage)
    assert stage.pairing_rounds.count() > 7

    undo(by=by(cast), action=Action.objects.get(verb="mend_rounds"))
    assert stage.pairing_rounds.count() == 7
    for was, now in zip(before, names_at_boards(stage), strict=True):
        assert sorted(map(sorted, was)) == sorted(map(sorted, now))
    assert sorted(stage.event.matches.values_list("number", flat=True)) == numbers


def test_a_number_that_another_match_took_meanwhile_is_not_dealt_again(cast: Cast) -> None:
    stage = published_stage(cast, 5, RoundRobin(), boards=2)
    withdraw_name(stage.event, "Ada")
    mend_rounds(by=by(cast), stage=stage)
    mended = Action.objects.get(verb="mend_rounds")
    numbers = set(stage.event.matches.values_list("number", flat=True))
    freed = {match["number"] for match in mended.details["removed"]} - numbers
    taken = stage.event.matches.exclude(number__in=mended.details["added"]).first()
    assert taken
    Match.objects.filter(pk=taken.pk).update(number=min(freed))

    undo(by=by(cast), action=mended)
    everybody_meets(stage, NAMES[:5])
    assert_sound(stage)


def test_a_draft_out_of_date_is_updated_before_it_is_published(cast: Cast, ann: Client) -> None:
    stage = published_stage(cast, 4, RoundRobin(), played=1)
    take_back_rounds(by=by(cast), stage=stage)
    at = reverse("stage_draw", args=[stage.event.slug, 1])
    assert 'id="publish" class="quiet"' not in ann.get(at).content.decode()
    withdraw_name(stage.event, "Ada")
    page = " ".join(ann.get(at).content.decode().split())
    assert 'id="publish" class="quiet"' in page
    assert re.search(r'<button type="submit"><svg[^>]*>.*?</svg> Update', page)


def test_who_comes_when_every_round_has_begun_gets_rounds_of_their_own(
    cast: Cast, ann: Client
) -> None:
    stage = published_stage(cast, 4, RoundRobin(), played=3)
    enter_name(cast, stage.event, ZED)
    page = ann.get(reverse("stage_draw", args=[stage.event.slug, 1]))
    assert "Update the remaining games" in page.content.decode()
    mend_rounds(by=by(cast), stage=stage)

    assert stage.pairing_rounds.count() == 7
    everybody_meets(stage, [*NAMES[:4], ZED])


def test_late_comers_are_dealt_to_the_pools_and_meet_their_own(cast: Cast) -> None:
    event = an_event(cast, 8, boards=4)
    stage = a_stage(cast, event, RoundRobin())
    Stage.objects.filter(pk=stage.pk).update(source={"kind": "everyone", "pools": 2})
    stage.refresh_from_db()
    draw_rounds(by=by(cast), stage=stage)
    publish_rounds(by=by(cast), stage=stage)
    enter_name(cast, event, ZED)
    enter_name(cast, event, ZOE)
    mend_rounds(by=by(cast), stage=stage)

    assert [pool.places.count() for pool in stage.pools.all()] == [5, 5]
    assert len(count_meetings(stage)) == 2 * 10
    assert_sound(stage)


def test_club_mates_are_not_brought_together_by_a_mend(cast: Cast) -> None:
    event = an_event(cast, 4, boards=2)
    east, west = (Team.objects.create(club=cast.club, name=name) for name in "EW")
    for name, team in zip(NAMES, (east, west, east, west), strict=False):
        Entry.objects.filter(pk=entry_of(event, name).pk).update(team=team)
    stage = a_stage(cast, event, Outsiders())
    draw_rounds(by=by(cast), stage=stage)
    late = enter_name(cast, event, ZED)
    Entry.objects.filter(pk=late.pk).update(team=east)
    mend_rounds(by=by(cast), stage=stage)

    assert {frozenset(two) for two in count_meetings(stage)} == {
        frozenset((east, west)) for east in ("Ada", "Fay", ZED) for west in ("Eve", "Gus")
    }


# --- Some games -------------------------------------------------------------------------


def test_a_late_comer_to_an_even_field_plays_and_others_sit_out_in_turn(
    cast: Cast, ann: Client
) -> None:
    stage = published_stage(cast, 10, SomeGames(8), boards=5, played=1)
    enter_name(cast, stage.event, ZED)
    page = ann.post(reverse("draw_mend", args=[stage.event.slug, 1]), follow=True).content.decode()

    assert "Zed is added to all remaining games (7)." in page
    history = History([each.pairing_round() for each in drawn_rounds(stage)])
    assert max(history.byes.values()) == 1
    assert all(times == 1 for times in count_meetings(stage).values())
    assert_sound(stage)


def test_the_message_counts_games_and_byes_of_a_late_comer(cast: Cast, ann: Client) -> None:
    stage = published_stage(cast, 4, RoundRobin())
    enter_name(cast, stage.event, ZED)
    page = ann.post(reverse("draw_mend", args=[stage.event.slug, 1]), follow=True).content.decode()

    assert "Zed is added to the remaining games. Games: 4, byes: 1." in page


def test_two_late_comers_to_an_even_field_play_in_every_round(cast: Cast) -> None:
    stage = published_stage(cast, 8, SomeGames(6), boards=4)
    enter_name(cast, stage.event, ZED)
    enter_name(cast, stage.event, ZOE)
    mend_rounds(by=by(cast), stage=stage)

    games = {name: sum(name in two for two in count_meetings(stage)) for name in (ZED, ZOE)}
    assert min(games.values()) >= 5
    assert_sound(stage)


def test_late_comers_play_at_the_board_that_a_walkover_has_freed(cast: Cast) -> None:
    stage = published_stage(cast, 8, SomeGames(4), boards=4, played=1)
    ada = entry_of(stage.event, NAMES[0])
    unplayed = Match.objects.filter(pairing_round__number__gt=1, sides__side_entries__entry=ada)
    unplayed.update(state="finished", ending="walkover")
    withdraw_name(stage.event, NAMES[0])
    for name in (ZED, ZOE):
        enter_name(cast, stage.event, name)
    mend_rounds(by=by(cast), stage=stage)

    second = Match.objects.filter(pairing_round__number=2, state="planned")
    at = sorted(second.values_list("board__number", "wave"))
    assert at == [(1, 1), (2, 1), (3, 1), (4, 1)]


def test_two_who_may_never_meet_are_not_mended_together(cast: Cast) -> None:
    stage = published_stage(cast, 5, SomeGames(4))
    zed = enter_name(cast, stage.event, ZED)
    never = [entry_of(stage.event, name).pk for name in ("Ada", "Eve")]
    for other in never:
        keep_apart(by=by(cast), event=stage.event, one=zed.pk, other=other, never=True)
    mend_rounds(by=by(cast), stage=stage)

    assert frozenset((ZED, "Ada")) not in count_meetings(stage)
    assert frozenset((ZED, "Eve")) not in count_meetings(stage)


def test_where_every_round_has_begun_nothing_is_promised(cast: Cast, ann: Client) -> None:
    stage = published_stage(cast, 4, SomeGames(2), played=2)
    enter_name(cast, stage.event, ZED)
    page = ann.get(reverse("stage_draw", args=[stage.event.slug, 1])).content.decode()
    assert "none can be changed" in page
    assert "Mend the games" not in page


def test_a_bracket_is_not_mended(cast: Cast) -> None:
    event = an_event(cast, 4)
    stage = a_stage(cast, event, Knockout())
    open_stage(by=by(cast), stage=stage)
    publish_rounds(by=by(cast), stage=stage)
    enter_name(cast, event, ZED)
    with pytest.raises(Refused, match="seeds"):
        mend_rounds(by=by(cast), stage=stage)
