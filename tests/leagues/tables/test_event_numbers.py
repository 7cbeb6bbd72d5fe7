"""An event in numbers: 20s, the hammer, its closest matches, its upsets."""

import re
from datetime import timedelta

import pytest

from leagues.models import Event, Match, PairingRound, SidePlayer
from leagues.reads.tables.event_numbers import HammerRounds, event_numbers
from tests.cast import Cast
from tests.leagues.people.played import play_match, player_named
from tests.leagues.play.desk_hall import NOON, DeskHall, open_hall
from tests.leagues.site.test_public import read_page
from tests.scenes import scene

pytestmark = pytest.mark.django_db
PAGE = "/events/westport-open/numbers/"


@scene
def hall(cast: Cast) -> DeskHall:
    return open_hall(cast, names=["Ann A", "Ben B", "Cy C", "Di D"])


def test_the_value_of_the_hammer_is_the_rounds_won_with_it(hall: DeskHall) -> None:
    """Ann shoots first in rounds 1 and 3, so that the hammer is Ben's, hers, his and hers."""
    play_match(hall, 1, 2, "02 20 11 02")

    hammer = event_numbers(hall.event).hammer

    assert hammer == HammerRounds(won=2, tied=1, lost=1)
    assert hammer.percent == 50
    page = " ".join(read_page(PAGE).split())
    assert "50 %" in page
    assert page.index("Closest matches") < page.index("With the hammer")
    figures = re.findall(r"<dt>(\w+)</dt> <dd> (\d+) </dd>", page)
    assert figures == [("won", "2"), ("tied", "1"), ("lost", "1")]


def test_most_20s_are_a_players_own_and_a_pairs_together(hall: DeskHall) -> None:
    play_match(hall, 1, 2, "20 20", "3-1 2-2")
    match = play_match(hall, 3, 2, "20 20", "4-0 3-1")
    side = match.sides.get(seat=0)
    SidePlayer.objects.create(side=side, match=match, player=player_named("Di D"), number=2)

    found = event_numbers(hall.event)

    assert [
        ([str(p) for p in each.players], each.twenties, each.each) for each in found.twenties
    ] == [(["Cy C", "Di D"], 7, 3.5), (["Ann A"], 5, 2.5), (["Ben B"], 4, 1.0)]
    assert [(each.most, each.side.seat) for each in found.games] == [(7, 0), (5, 0)]
    most = read_page(PAGE).split('id="twenties"')[1].split("</section>")[0]
    cy, di = player_named("Cy C"), player_named("Di D")
    assert all(f'<a href="{each.get_absolute_url()}">{each}</a>' in most for each in (cy, di))


def test_the_closest_matches_stand_first_and_of_those_the_one_with_more_20s(hall: DeskHall) -> None:
    far = play_match(hall, 1, 2, "20 20 20 20")
    plain = play_match(hall, 1, 3, "20 20 02 02", "1-1 1-1 1-1 1-1")
    rich = play_match(hall, 2, 4, "20 20 02 02", "4-1 1-1 1-1 1-1")

    assert event_numbers(hall.event).closest == (rich, plain, far)


def test_who_ties_with_the_fifth_is_in_the_numbers_too(cast: Cast) -> None:
    """Seven matches are alike: in each both sides make one 20 a round. Six players play twice."""
    hall = open_hall(cast, entries=8)
    for one, other in ((1, 2), (3, 4), (5, 6), (7, 8), (1, 3), (2, 4), (5, 7)):
        play_match(hall, one, other, "11 11 11 11", "1-1 1-1 1-1 1-1")

    found = event_numbers(hall.event)
    assert [each.twenties for each in found.twenties] == [8] * 6
    assert len(found.games) == 5  # the best of each: 1 and 5 were the first side twice
    assert (len(found.closest), found.closest_left_out) == (5, 2)
    page = " ".join(read_page(f"/events/{hall.event.slug}/numbers/").split())
    assert page.count("And 2 more.") == 1


def test_an_upset_goes_by_the_ratings_before_the_event(cast: Cast, hall: DeskHall) -> None:
    """Ann beats Ben in a league before; at the open Ben, then Ann again, wins."""
    for days in (-30, -23, -16):
        play_match(hall, 1, 2, "20 20 20 20", days=days)
    assert event_numbers(hall.event).upsets == ()
    cup = open_hall(cast, name="Late Cup", entries=2)
    seats = {0: player_named("Ann A"), 1: player_named("Ben B")}
    upset, usual = play_match(cup, 1, 2, "02 02 11 11"), play_match(cup, 1, 2, "20 20 20 20")
    for seat, who in seats.items():
        sat = SidePlayer.objects.filter(match__event=cup.event, side__seat=seat)
        sat.update(player=who)
    cup.event.touch()

    [found] = event_numbers(cup.event).upsets

    assert found.match == upset != usual
    assert 0 < found.share < 50
    assert f"{found.share} %" in read_page("/events/late-cup/numbers/")


def test_nothing_that_is_not_published_or_was_not_played_is_in_it(hall: DeskHall) -> None:
    assert "They appear here as soon as" in read_page(PAGE)
    assert PAGE not in read_page("/events/westport-open/about/")
    given = play_match(hall, 1, 2, "20 20", "3-1 2-2")
    Match.objects.filter(pk=given.pk).update(ending="walkover")
    draft = play_match(hall, 3, 4, "20 20", "3-1 2-2")
    PairingRound.objects.filter(pk=draft.pairing_round_id).update(state="draft")
    assert not event_numbers(hall.event)
    assert PAGE not in read_page("/events/westport-open/about/")

    PairingRound.objects.filter(pk=draft.pairing_round_id).update(state="published")
    assert PAGE in read_page("/events/westport-open/about/")
    assert "Cy C" in read_page(PAGE)


def test_of_a_private_event_strangers_learn_no_number(hall: DeskHall) -> None:
    play_match(hall, 1, 2, "20 20", "3-1 2-2")
    hall_pk = hall.event.pk
    Event.objects.filter(pk=hall_pk).update(visibility="unlisted")
    assert "Ann A" in read_page(PAGE)
    Event.objects.filter(pk=hall_pk).update(visibility="private")
    read_page(PAGE, 404)


def test_rounds_without_known_20s_still_tell_of_the_hammer(hall: DeskHall) -> None:
    play_match(hall, 1, 2, "02 20", days=1)

    found = event_numbers(hall.event)

    assert (found.twenties, found.games) == ((), ())
    assert found.hammer.rounds == 2
    assert NOON + timedelta(days=1) <= found.closest[0].played_at
