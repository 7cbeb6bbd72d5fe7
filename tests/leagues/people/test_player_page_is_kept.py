"""The text about a player's past is made once, and made again only when it changes."""

from unittest.mock import patch

import pytest
from django.db import transaction
from django.test import Client, RequestFactory
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from leagues.actions.people import people
from leagues.models import Event, Player
from leagues.reads.people.stored_sums import clear_caches, sums_of
from leagues.reads.people.story_cache import past_of
from leagues.views.public import player as page
from leagues.views.public.part_cache import KeptParts
from tests.cast import Cast
from tests.examples import example_count
from tests.leagues.people.club_years import (
    ACTS,
    EACH_ONCE,
    PLAYED,
    Acts,
    Roll,
    Years,
    acts,
    years_of,
)
from tests.rows_read import rows_read
from tests.scenes import scene

pytestmark = pytest.mark.django_db


@scene
def years(cast: Cast) -> Years:
    return years_of(cast)


@pytest.fixture
def described(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The players whose past was described, in order."""
    names: list[str] = []
    facts_of = page.facts_of

    def seen(request: object, player: Player) -> object:
        names.append(player.name)
        return facts_of(request, player)  # type: ignore[arg-type]

    monkeypatch.setattr(page, "facts_of", seen)
    return names


def read_page(player: Player) -> str:
    answer = Client().get(Player.objects.get(pk=player.pk).get_absolute_url())
    assert answer.status_code == 200
    return answer.content.decode()


def parts_of(player: Player) -> dict[str, str]:
    """The cached parts of a player's page."""
    return page.story_of(
        RequestFactory().get("/"), Player.objects.select_related("club").get(pk=player.pk)
    )


def play_match(years: Years, one: int, other: int) -> None:
    """Play a match today, in the first event, that ``one`` wins."""
    hall = years.halls[0]
    [match] = hall.publish((one, other)).matches.all()
    match.rounds.create(number=1, first=0, state="agreed", points=[2, 0], twenties=[1, 0])
    years.end(match, 72)
    hall.event.touch()


@pytest.mark.long
def test_a_kept_page_is_what_a_new_one_would_be(years: Years) -> None:
    @settings(
        max_examples=example_count(1),
        suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
    )
    @given(
        st.lists(st.tuples(st.just("play"), Roll), min_size=2, max_size=6),
        st.lists(acts(), min_size=1, max_size=6),
    )
    @example(PLAYED, EACH_ONCE)
    def live(played: Acts, then: Acts) -> None:
        with transaction.atomic():
            for act, roll in played:
                ACTS[act](years, roll)
            for at, (act, roll) in enumerate([("look", 0), *then]):
                ACTS[act](years, roll)
                # By turns, so that some is kept while more than one thing happens.
                seen = [each for each in years.people[at % 2 :: 2] if is_seen(each)]
                kept = [parts_of(each) for each in seen]
                clear_caches()
                with patch.object(page, "STORIES", KeptParts(4)):
                    assert kept == [parts_of(each) for each in seen]
            for each in filter(is_seen, years.people):
                assert all(part in read_page(each) for part in parts_of(each).values())
            transaction.set_rollback(True)
        page.STORIES.clear()
        clear_caches()

    live()


def is_seen(player: Player) -> bool:
    return Player.objects.is_seen(player.pk)


@pytest.mark.long
def test_a_result_of_others_describes_no_ones_past_again(
    years: Years, described: list[str]
) -> None:
    ann, ben, cy, di = years.people
    play_match(years, 1, 2)
    play_match(years, 3, 4)
    for each in years.people:
        read_page(each)
    described.clear()

    play_match(years, 1, 2)

    for each in (cy, di):
        read_page(each)
    assert described == []
    assert "2–0–0" in read_page(ann)
    assert "0–0–2" in read_page(ben)
    assert described == [ann.name, ben.name]


@pytest.mark.long
def test_a_round_of_an_unfinished_match_describes_no_ones_past_again(
    years: Years, described: list[str]
) -> None:
    [ann, *_] = years.people
    play_match(years, 1, 2)
    read_page(ann)
    described.clear()
    [match] = years.halls[0].publish((1, 3)).matches.all()
    match.rounds.create(number=1, first=0, state="agreed", points=[2, 0])
    years.halls[0].event.touch()

    read_page(ann)

    assert described == []


@pytest.mark.long
def test_a_page_that_is_kept_reads_the_same_of_many_years_as_of_few(years: Years) -> None:
    [ann, *_] = years.people
    event = years.halls[0].event
    for other in (2, 3, 4) * 4:  # as many as are listed
        play_match(years, 1, other)
    for roll in (1, 7, 21, 35, 49, 77):
        years.play(roll)
    read_page(ann)
    few = rows_read(lambda: (event.touch(), read_page(ann)))
    for roll in (1, 7, 21, 35, 49, 77) * 6:
        years.play(roll)
    read_page(ann)
    many = rows_read(lambda: (event.touch(), read_page(ann)))

    assert many == few


@pytest.mark.long
def test_an_opponent_who_changes_their_name_is_shown_by_the_new_one(
    cast: Cast, years: Years
) -> None:
    [ann, ben, *_] = years.people
    play_match(years, 1, 2)
    assert "Bea" not in read_page(ann)

    facts = {"name": "Bea B"}
    people.change_player(by=years.halls[0].by, player=ben, other_names=(), facts=facts)

    assert "Bea B" in read_page(ann)


@pytest.mark.long
def test_the_language_and_the_part_of_a_list_have_words_of_their_own(
    years: Years, described: list[str]
) -> None:
    [ann, *_] = years.people
    play_match(years, 1, 2)
    path = ann.get_absolute_url()
    asked = ["", "?met=2", "?entered=2", "?met=9999999", "?met=1"]

    for each in asked:
        Client().get(path + each)

    assert len(described) == 3


def test_a_text_that_changes_while_it_is_made_is_not_kept(years: Years) -> None:
    """A result comes while the text is made, and is undone: the text with it must not be kept."""
    club = years.halls[0].event.club
    [ann, *_] = years.people
    play_match(years, 1, 2)
    parts: KeptParts[object, str] = KeptParts(4)

    def past() -> object:
        return past_of(ann, sums_of(club))

    def make_text() -> str:
        play_match(years, 1, 3)
        return "with the new result"

    before = past()
    assert parts.get(before, make_text, past) == "with the new result"
    assert parts.get(before, lambda: "as it was", past) == "as it was"


def test_only_so_many_parts_are_kept() -> None:
    parts: KeptParts[int, str] = KeptParts(2)
    for key in (1, 2, 1, 3):
        parts.get(key, lambda: "first", lambda key=key: key)  # type: ignore[misc]

    found = [parts.get(key, lambda: "again", lambda: 0) for key in (1, 2, 3)]

    assert found == ["first", "again", "first"]


@pytest.mark.long
def test_an_event_that_gets_another_name_is_called_by_it(years: Years) -> None:
    [ann, *_] = years.people
    event = years.halls[0].event
    play_match(years, 1, 2)
    assert "Harvest Cup" in read_page(ann)

    Event.objects.filter(pk=event.pk).update(name="Winter Cup")
    event.touch()

    assert "Winter Cup" in read_page(ann)
    assert "Harvest Cup" not in read_page(ann)
