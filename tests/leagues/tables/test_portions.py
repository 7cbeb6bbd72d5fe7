"""A large table in portions: the rows of each, those around the cut, a name, a player's place."""

import re

import pytest
from django.urls import reverse

from leagues import reads
from leagues.models import Player, Stage
from leagues.reads.tables.portions import RowPortions, portions_of
from tests.cast import Cast, Page
from tests.leagues.play.desk_hall import open_hall
from tests.leagues.site.big_event import BigEvent
from tests.leagues.site.test_public import finish_match
from tests.scenes import scene

ENTRIES = 110


@pytest.mark.parametrize(
    ("asked", "rows"),
    [
        ("", (1, 50)),
        ("2", (51, 100)),
        ("3", (101, 110)),
        ("1-2", (1, 100)),
        ("2-99", (51, 110)),
        ("3-1", (101, 110)),
        ("all", (1, 110)),
        ("99", (101, 110)),
        ("0", (1, 50)),
        ("-1", (1, 50)),
        ("two", (1, 50)),
        ("²", (1, 50)),
        ("9" * 5000, (1, 50)),
    ],
)
def test_a_portion_has_fifty_rows(asked: str, rows: tuple[int, int]) -> None:
    portions = portions_of(110, asked)
    assert portions
    assert (portions.first_row, portions.end) == rows


def test_a_hundred_rows_are_shown_at_once() -> None:
    assert portions_of(100, "2") is None
    assert portions_of(101, "2") is not None


@pytest.mark.parametrize(
    ("portions", "before", "here", "after"),
    [
        (RowPortions(1, 1, 110, {"stage": 2}), "", "?stage=2&part=1", "?stage=2&part=2"),
        (RowPortions(2, 2, 110), "?part=1", "?part=2", "?part=3"),
        (RowPortions(1, 2, 110), "", "?part=1-2", "?part=3"),
        (RowPortions(2, 3, 110), "?part=1", "?part=2-3", ""),
        (RowPortions(1, 3, 110), "", "?part=all", ""),
    ],
)
def test_a_portion_leads_to_those_beside_it(
    portions: RowPortions, before: str, here: str, after: str
) -> None:
    assert (portions.before_at, portions.here, portions.after_at) == (before, here, after)


@pytest.mark.parametrize(
    ("shown", "more"), [((1, 1), "1-2"), ((3, 3), "3-4"), ((1, 2), "all"), ((2, 3), "all")]
)
def test_scrolling_adds_one_portion_and_then_all_rows(shown: tuple[int, int], more: str) -> None:
    """Each address is followed by its own stream, so there are few of them."""
    assert RowPortions(*shown, rows=1000).more == more


# --- The standings of 110 after a round; the first eight play on ------------------------------


@scene
def stage(cast: Cast) -> Stage:
    browser = cast.browser_of("ann")
    big = BigEvent.plan(cast.who("ann"), cast.club, browser, ENTRIES, rounds=2)
    big.draw()
    big.play()
    return big.swiss


def address_of(stage: Stage) -> str:
    return reverse("standings", args=[stage.event.slug])


def show_part(cast: Cast, stage: Stage, **asked: str) -> Page:
    return cast.browser_of("stranger").get(address_of(stage), asked)


def rows_in(page: Page) -> list[int]:
    """The entries of the rows on a page, in its order."""
    return [int(pk) for pk in re.findall(r'<tr id="row-(\d+)"', page.content.decode())]


def in_order(stage: Stage) -> list[int]:
    [table] = reads.tables_of(stage)
    return [line.entry.pk for line in table.lines]


@pytest.mark.django_db
def test_each_portion_has_its_rows_and_those_around_the_cut(cast: Cast, stage: Stage) -> None:
    entries = in_order(stage)
    cut = entries[6:10]  # places 7 to 10; the first eight play on
    assert rows_in(show_part(cast, stage)) == entries[:50]
    second = show_part(cast, stage, part="2")
    assert rows_in(second) == [*cut, *entries[50:100]]
    assert "The first 8 play on" in second.content.decode()
    left_out = re.findall(r"(\d+) rows left out", second.content.decode())
    assert left_out == ["6", "40"]
    assert rows_in(show_part(cast, stage, part="all")) == entries


@pytest.mark.django_db
def test_the_live_part_of_a_portion_is_that_portion(cast: Cast, stage: Stage) -> None:
    part = show_part(cast, stage, part="3", fragment="live")
    entries = in_order(stage)
    assert rows_in(part) == [*entries[6:10], *entries[100:]]


@pytest.mark.django_db
def test_each_portion_is_a_page_with_a_canonical_address(cast: Cast, stage: Stage) -> None:
    page = show_part(cast, stage, part="1-2").content.decode()
    [canonical] = re.findall(r'rel="canonical"\s+href="([^"]+)"', page)
    assert canonical.endswith("/standings/?stage=1&amp;part=1-2")


@pytest.mark.django_db
def test_a_name_leads_to_its_row(cast: Cast, stage: Stage) -> None:
    entry = in_order(stage)[70]
    name = str(Player.objects.get(entries=entry).name)
    answer = show_part(cast, stage, find=name.lower())
    assert answer.status_code == 302
    assert answer["Location"] == f"{address_of(stage)}?stage=1&part=2#row-{entry}"
    live = show_part(cast, stage, find=name.lower(), fragment="live")
    assert live.status_code == 200, "a page that looks for news stays where it is"
    assert live.content.lstrip().startswith(b"<div")


@pytest.mark.django_db
def test_several_names_are_listed_and_none_is_reported(cast: Cast, stage: Stage) -> None:
    page = show_part(cast, stage, find="PLAYER").content.decode()
    first, second = in_order(stage)[:2]
    assert f'href="?stage=1&amp;part=1#row-{first}">1 · Player' in page
    assert page.count(">1 · Player") + page.count("· Player") >= 20
    assert f"#row-{second}" in page
    page = show_part(cast, stage, find="zoltan<").content.decode()
    assert "No name here contains “zoltan&lt;”." in page


@pytest.mark.django_db
def test_every_portion_names_the_place_of_every_player(cast: Cast, stage: Stage) -> None:
    [table] = reads.tables_of(stage)
    page = show_part(cast, stage, part="3").content.decode()
    [numbers] = re.findall('data-numbers="([^"]+)"', page)
    assert numbers.split() == [
        f"{line.entry.people[0].pk}:{line.row.place}" for line in table.lines
    ]


@pytest.mark.django_db
def test_an_entrys_page_leads_to_its_portion_and_gives_the_reason(cast: Cast, stage: Stage) -> None:
    entry = in_order(stage)[70]
    assert f'/entries/{entry}/"' in show_part(cast, stage, part="2").content.decode()
    page = (
        cast.browser_of("stranger")
        .get(reverse("entry", args=[stage.event.slug, entry]))
        .content.decode()
    )
    assert f"?stage=1&amp;part=2#row-{entry}" in page


@pytest.mark.django_db
def test_a_small_table_has_no_portions(cast: Cast) -> None:
    hall = open_hall(cast, entries=4)
    for match in hall.publish((1, 2), (3, 4)).matches.all():
        finish_match(match, (6, 2))
    address = "/events/westport-open/standings/"
    plain, asked = (
        cast.browser_of("stranger").get(address, sent).content
        for sent in ({}, {"part": "2", "find": "ann"})
    )
    assert plain == asked
    assert b"portions.js" not in plain
    assert plain.count(b'<tr class="why">') == 4
