"""The Advance page, which leads from stage to stage."""

from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils.html import strip_tags

from leagues.actions.draw.draw import draw_rounds, publish_rounds
from leagues.actions.draw.opening import open_stage
from leagues.actions.events.events import start_event
from leagues.models import Entry, Event, Match, Settlement
from leagues.reads.advance.advancement import passages_of
from leagues.reads.advance.bracket_play import entries_at
from leagues.reads.advance.snapshot import snapshot_of
from leagues.reads.draw.desk_step import step_at_hand
from leagues.stages.entry_sources import Bands, Everyone, KeepPools, Top
from leagues.stages.pairing_ways import Knockout, RoundRobin
from tests.cast import Cast
from tests.leagues.advance.advance_halls import all_tied, by_seed
from tests.leagues.days.hall import Hall
from tests.leagues.draw.draws import finish_matches

pytestmark = pytest.mark.django_db


def words_of(page: Any) -> str:
    return " ".join(strip_tags(page.content.decode()).split())


def address_of(hall: Hall, name: str = "event_advance", *args: object) -> str:
    return reverse(name, args=[hall.event.slug, *args])


def test_the_page_before_anything_has_begun(hall: Hall, ann: Client) -> None:
    assert ann.get(address_of(hall)).status_code == 200
    by_seed(hall, Top(2))
    assert "Open Play-off" in ann.get(address_of(hall)).content.decode()


def test_how_many_matches_are_left_before_anyone_moves_on(cast: Cast, ann: Client) -> None:
    """Five play everyone: ten matches and five byes. One is over."""
    hall = Hall.open(cast.club, cast.who("ann"), entries=5)
    first = hall.stage("Pool", RoundRobin())
    hall.stage("Play-off", Knockout(), Top(2))
    draw_rounds(by=hall.by, stage=first)
    publish_rounds(by=hall.by, stage=first)
    hall.win(Match.objects.exclude(ending="bye").earliest("pk"), 0)

    assert "matches left 9 move on 2" in words_of(ann.get(address_of(hall)))
    [passage] = passages_of(snapshot_of(hall.event))
    assert (passage.over, passage.drawn) == (1, 10)


def test_opening_the_next_stage_from_the_page(hall: Hall, ann: Client) -> None:
    _, later = by_seed(hall, Top(2))
    answer = ann.post(address_of(hall, "next_stage_open", 2), follow=True)
    assert "Play-off is open." in answer.content.decode()
    assert later.pools.exists()


def test_a_decision_is_typed_and_kept_when_it_is_refused(hall: Hall, ann: Client) -> None:
    all_tied(hall)
    tags = "-".join(map(str, hall.entries))
    typed = {f"decide-{tags}-turn-{e}": "1" for e in hall.entries}
    typed |= {"tie": tags, "way": "decision", f"decide-{tags}-reason": "Shirts"}
    answer = ann.post(address_of(hall, "tie_settle", 1), typed)
    assert answer.status_code == 422
    assert 'value="Shirts"' in answer.content.decode()
    for turn, entry in enumerate(hall.entries, start=1):
        typed[f"decide-{tags}-turn-{entry}"] = str(turn)
    assert ann.post(address_of(hall, "tie_settle", 1), typed).status_code == 302
    [passage] = passages_of(snapshot_of(hall.event))
    assert passage.ties == ()


@pytest.mark.parametrize("shot", ["", "lots", "-1", "7 x", "100000", "²", "1 " * 30])
def test_a_shoot_out_is_typed_in_numbers(hall: Hall, ann: Client, shot: str) -> None:
    all_tied(hall)
    tags = "-".join(map(str, hall.entries))
    typed = {f"shoot-{tags}-shot-{e}": "7" for e in hall.entries}
    typed[f"shoot-{tags}-shot-{hall.entries[0]}"] = shot
    typed |= {"tie": tags, "way": "shoot-out"}
    assert ann.post(address_of(hall, "tie_settle", 1), typed).status_code == 422
    assert not Settlement.objects.exists()


@pytest.mark.long
def test_the_lot_and_taking_it_back_from_the_page(hall: Hall, ann: Client) -> None:
    all_tied(hall)
    tags = "-".join(map(str, hall.entries))
    ann.post(address_of(hall, "tie_settle", 1), {"tie": tags, "way": "lot"})
    settled = Settlement.objects.get()
    page = ann.get(address_of(hall)).content.decode()
    assert "By lot" in page
    ann.post(address_of(hall, "settlement_withdraw", settled.pk))
    assert "Tied at the cut" in ann.get(address_of(hall)).content.decode()


def test_a_no_show_from_the_page(hall: Hall, ann: Client) -> None:
    _, later = by_seed(hall, Top(2))
    open_stage(by=hall.by, stage=later)
    answer = ann.post(address_of(hall, "move_up", 2), {"entry": hall.entries[0]}, follow=True)
    assert "Player 3 moves up." in answer.content.decode()
    again = ann.post(address_of(hall, "move_up", 2), {"entry": hall.entries[0]})
    assert again.status_code == 422


def test_no_one_can_be_marked_absent_once_the_event_is_over(hall: Hall, ann: Client) -> None:
    _, later = by_seed(hall, Top(2))
    open_stage(by=hall.by, stage=later)
    assert "Mark as absent" in ann.get(address_of(hall)).content.decode()
    Event.objects.update(state=Event.State.FINISHED)
    assert "Mark as absent" not in ann.get(address_of(hall)).content.decode()


def test_a_played_stage_misses_no_one(hall: Hall, ann: Client) -> None:
    _, later = by_seed(hall, Top(2))
    publish_rounds(by=hall.by, stage=later)
    assert "Mark as absent" in ann.get(address_of(hall)).content.decode()
    hall.win(Match.objects.get(slot="F"), 0)
    assert "Mark as absent" not in ann.get(address_of(hall)).content.decode()


@pytest.mark.long
def test_the_podium_is_on_the_page_when_all_is_over(hall: Hall, ann: Client) -> None:
    _, later = by_seed(hall, Top(2))
    publish_rounds(by=hall.by, stage=later)
    hall.win(Match.objects.get(slot="F"), 0)
    assert 'class="podium"' in ann.get(address_of(hall)).content.decode()
    ann.post(address_of(hall, "event_finish"))
    hall.event.refresh_from_db()
    assert hall.event.state == "finished"


def sizes_typed(ann: Client, hall: Hall, *sizes: int) -> dict[str, Any]:
    form = ann.get(address_of(hall)).context["passages"][0]["sizes"]
    typed = {f"pools-2-size-{at}": size for at, size in enumerate(sizes)}
    return typed | {"pools-2-seen": form["seen"].value()}


@pytest.mark.long
def test_power_pools_have_the_sizes_set_at_the_desk(hall: Hall, ann: Client) -> None:
    for name in ("Eve", "Fay"):
        hall.arrive(name)
    _, later = by_seed(hall, Bands(2))
    typed = sizes_typed(ann, hall, 4, 2)

    assert ann.post(address_of(hall, "pool_sizes", 2), typed).status_code == 302
    [passage] = passages_of(snapshot_of(hall.event))
    assert [len(pool.going) for pool in passage.pools] == [4, 2]
    open_stage(by=hall.by, stage=later)
    assert [pool.entries.count() for pool in later.pools.all()] == [4, 2]


@pytest.mark.long
def test_power_pools_hold_everybody_or_are_refused(hall: Hall, ann: Client) -> None:
    _, later = by_seed(hall, Bands(2))
    answer = ann.post(address_of(hall, "pool_sizes", 2), sizes_typed(ann, hall, 2, 3))

    assert answer.status_code == 422
    assert "Places in these pools: 5. Going on: 4. Change the sizes." in answer.content.decode()
    later.refresh_from_db()
    assert later.source["by_hand"] == []


@pytest.mark.long
def test_a_pool_in_order_is_not_projected_to_the_games_of_another(hall: Hall) -> None:
    """Four in pool A play three games each, three in pool B two."""
    for name in ("Eve", "Fay", "Gus"):
        hall.arrive(name)
    first = hall.stage("Morning", RoundRobin())
    pools = hall.stage("Pools", RoundRobin(), Bands(2, by_hand=(4, 3)))
    hall.stage("Finals", Knockout(), KeepPools(2))
    for stage in (first, pools):
        open_stage(by=hall.by, stage=stage)
        draw_rounds(by=hall.by, stage=stage)
        publish_rounds(by=hall.by, stage=stage)
        finish_matches(stage)

    passage = passages_of(snapshot_of(hall.event))[-1]

    made = [each.points for pool in passage.pools for each in pool.going]
    assert len(made) == 4
    assert not any(each.is_adjusted for each in made if each)


def test_each_pool_counts_its_places_from_one(hall: Hall) -> None:
    first = hall.stage("Pools", RoundRobin(), Everyone(pools=2))
    hall.stage("Finals", Knockout(), KeepPools(2))
    open_stage(by=hall.by, stage=first)
    draw_rounds(by=hall.by, stage=first)
    publish_rounds(by=hall.by, stage=first)
    finish_matches(first)

    [passage] = passages_of(snapshot_of(hall.event))

    assert [[each.place for each in pool.going] for pool in passage.pools] == [[1, 2], [1, 2]]


def test_pools_that_are_open_or_cut_keep_their_sizes(hall: Hall, ann: Client) -> None:
    _, later = by_seed(hall, Bands(2))
    typed = sizes_typed(ann, hall, 2, 2)
    open_stage(by=hall.by, stage=later)

    assert ann.post(address_of(hall, "pool_sizes", 2), typed).status_code == 404
    assert ann.post(address_of(hall, "pool_sizes", 9), typed).status_code == 404


@pytest.mark.long
def test_the_page_asks_as_often_however_many_come(cast: Cast, ann: Client) -> None:
    counts = []
    for entries in (4, 8):
        hall = Hall.open(cast.club, cast.who("ann"), entries=entries)
        all_tied(hall)
        ann.get(address_of(hall))
        with CaptureQueriesContext(connection) as asked:
            ann.get(address_of(hall))
        counts.append(len(asked))
    assert counts[0] == counts[1]


def test_a_tie_and_the_list_beside_it_count_places_alike(hall: Hall, ann: Client) -> None:
    """An entry that has left keeps its place in the table, so the other places do not change."""
    first = hall.stage("Pool", RoundRobin())
    hall.stage("Play-off", Knockout(), Top(2))
    draw_rounds(by=hall.by, stage=first)
    publish_rounds(by=hall.by, stage=first)
    one, *level = hall.entries
    hall.play(first, lambda match: hall.better_seed(match) if one in entries_at(match) else (1, 1))
    Entry.objects.filter(pk=one).update(state=Entry.State.WITHDRAWN)
    page = ann.get(address_of(hall)).content.decode()
    assert "They are tied for places 2 to 4" in " ".join(page.split())
    [passage] = passages_of(snapshot_of(hall.event))
    [tie] = passage.ties
    assert {entry.pk for entry in tie.entries} == set(level)
    listed = [*passage.pools[0].going, *passage.next_up]
    assert tie.first == min(going.place for going in listed)


def test_between_two_stages_the_desk_offers_to_open_the_next(hall: Hall, ann: Client) -> None:
    by_seed(hall, Top(2))
    start_event(by=hall.by, event=hall.event)
    desk = words_of(ann.get(address_of(hall, "event_desk")))
    assert "Pool is finished. Open Play-off" in desk
    assert "All drawn matches are played" not in desk
    step = step_at_hand(hall.event)
    assert step is not None
    assert (step.address, step.label) == ("event_draw", "Go to the draw of Play-off")
    assert "Draw of Play-off" in words_of(ann.get(address_of(hall, "event_draw")))
    assert "Open Play-off" in words_of(ann.get(address_of(hall, "event_draw")))
    opened = ann.post(address_of(hall, "draw_open", 2), follow=True)
    assert "Play-off is open." in words_of(opened)
    assert "Publish the bracket" in words_of(opened), "it is drawn next"
    assert "Pool is over" not in words_of(ann.get(address_of(hall, "event_desk")))
    step = step_at_hand(Event.objects.get(pk=hall.event.pk))
    assert step is not None
    assert step.name == "publish", "a bracket that is not public is not played"


def test_while_a_game_is_played_no_stage_is_offered(hall: Hall, ann: Client) -> None:
    by_seed(hall, Top(2))
    start_event(by=hall.by, event=hall.event)
    hall.event.matches.filter(number=1).update(
        state=Match.State.CALLED, ending="", winner=None, finished_at=None
    )
    assert "Open Play-off" not in words_of(ann.get(address_of(hall, "event_desk")))
    assert "Draw of Pool" in words_of(ann.get(address_of(hall, "event_draw")))


def test_an_event_with_stages_to_come_is_not_finished_without_a_question(
    hall: Hall, ann: Client
) -> None:
    by_seed(hall, Top(2))
    start_event(by=hall.by, event=hall.event)
    refused = ann.post(address_of(hall, "event_finish"))
    assert refused.status_code == 422
    page = words_of(refused)
    assert "Play-off hasn’t been played yet." in page
    assert "Not played yet: Play-off. Finish without Play-off" in page
    done = words_of(ann.post(address_of(hall, "event_finish"), {"without": "2"}, follow=True))
    assert "The event is finished." in done
    assert "Reopen the event" in done, "one press brings it back"
    line = hall.event.log.get(verb="finish_event")
    ann.post(address_of(hall, "action_undo", line.pk))
    hall.event.refresh_from_db()
    assert hall.event.state == Event.State.RUNNING
    assert "Reopen the event" not in words_of(ann.get(address_of(hall)))


def test_a_done_stage_is_one_line_and_the_decision_comes_before_its_names(
    hall: Hall, ann: Client
) -> None:
    _, later = by_seed(hall, Top(2))
    page = ann.get(address_of(hall)).content.decode()
    assert page.index("2 move on.") < page.index("Open Play-off") < page.index("</table>")
    assert '<th scope="col" class="n">Points</th>' in page

    open_stage(by=hall.by, stage=later)
    page = ann.get(address_of(hall)).content.decode()
    folded = page[page.rindex('<details class="more"') :]
    folded = folded[: folded.index("</details>")]
    assert "2 moved on to Play-off" in folded
    assert page.index('id="finals"') < page.index(folded), "what is done comes last"
    assert "Mark as absent" in folded


def test_places_and_unfinished_matches_are_folded(hall: Hall, ann: Client) -> None:
    by_seed(hall, Top(2))
    page = ann.get(address_of(hall)).content.decode()
    finals = page[page.index('id="finals"') :]
    assert "<table" not in finals
    assert finals.index("<details") < finals.index("<li>") < finals.index("</details>")
