"""A bracket as a tree: each match is centred between the two matches its sides come from."""

import re

import pytest

from leagues import reads
from leagues.actions.draw.brackets import sync_brackets
from leagues.models import Entry, Match, Stage, Surface
from leagues.pairing.bracket import Bracket
from leagues.pairing.double_knockout import double_knockout
from leagues.pairing.knockout import Placing, knockout_bracket
from leagues.pairing.page_playoff import PAGE
from leagues.reads.advance.bracket_trees import trees_of
from leagues.reads.advance.brackets import DrawnCell, DrawnTree, drawn_brackets
from leagues.stages.entry_sources import (
    Bands,
    Deal,
    Everyone,
    KeepPools,
    Source,
    Top,
    TopOfPools,
)
from leagues.stages.pairing_ways import (
    DoubleKnockout,
    Knockout,
    PagePlayoff,
    PairingWay,
    RoundRobin,
)
from tests.cast import Cast
from tests.leagues.days.hall import Hall
from tests.leagues.site.test_public import count_queries, read_page
from tests.scenes import scene

MARK = {"last": "", "straight": "-", "upper": "\\", "lower": "/"}


def draw_trees(shape: Bracket) -> list[str]:
    """Each tree as one line of text, columns separated by spaces: ``SF1\\ SF2/ | F``."""
    return [
        " | ".join(
            " ".join(f"{cell.slot.key}{MARK[cell.joins]}" if cell.slot else "." for cell in column)
            for column in tree.columns
        )
        for tree in trees_of(shape)
    ]


@pytest.mark.parametrize(
    ("shape", "trees"),
    [
        (knockout_bracket(2), ["F"]),
        (knockout_bracket(4), [r"SF1\ SF2/ | F", "P3"]),
        (knockout_bracket(4, Placing.SHARED), [r"SF1\ SF2/ | F"]),
        (
            knockout_bracket(8, Placing.ALL),
            [r"QF1\ QF2/ QF3\ QF4/ | SF1\ SF2/ | F", r"P5-SF1\ P5-SF2/ | P5", "P7", "P3"],
        ),
        (
            double_knockout(8),
            [
                r"W1-1\ W1-2/ W1-3\ W1-4/ | W2-1\ W2-2/ | W3-1",
                r"L1-1- L1-2- | L2-1\ L2-2/ | L3-1- | L4-1",
                "GF- | GF2",
            ],
        ),
        (PAGE, [r". P34- | P12\ SF/ | F"]),
    ],
)
def test_winners_go_on_from_column_to_column(shape: Bracket, trees: list[str]) -> None:
    assert draw_trees(shape) == trees


@pytest.mark.parametrize("entries", [2, 3, 5, 8, 13, 16, 33, 64, 128])
@pytest.mark.parametrize("make", [knockout_bracket, double_knockout])
def test_every_match_is_in_one_tree_once(make: object, entries: int) -> None:
    shape = knockout_bracket(entries) if make is knockout_bracket else double_knockout(entries)

    keys = [
        cell.slot.key
        for tree in trees_of(shape)
        for column in tree.columns
        for cell in column
        if cell.slot
    ]

    assert sorted(keys) == sorted(slot.key for slot in shape.slots)


# --- On the page -------------------------------------------------------------------------------


@scene
def hall(cast: Cast) -> Hall:
    return Hall.open(cast.club, cast.who("ann"), entries=8)


def published_bracket(hall: Hall, way: PairingWay, entries: int) -> Stage:
    stage = hall.stage("Play-off", way)
    hall.seat(stage, [hall.entries[:entries]])
    sync_brackets(stage)
    return stage


def match_in_slot(stage: Stage, key: str) -> Match:
    return Match.objects.with_sides().get(pairing_round__stage=stage, slot=key)


def page_text(hall: Hall) -> str:
    return " ".join(read_page(f"/events/{hall.event.slug}/bracket/").split())


@pytest.mark.django_db
@pytest.mark.parametrize(("slots", "lists"), [("F", 0), ("SF1 SF2 P3 F", 1)])
def test_places_beyond_the_podium_are_a_list(hall: Hall, slots: str, lists: int) -> None:
    entries = 2 if slots == "F" else 4
    stage = published_bracket(hall, Knockout(), entries)
    for key in slots.split():
        hall.win(match_in_slot(stage, key), 0)

    assert page_text(hall).count('<ol class="podium') == 1
    assert page_text(hall).count('<ol class="leaders') == lists


@pytest.mark.django_db
def test_an_unknown_side_shows_where_it_comes_from(hall: Hall) -> None:
    stage = published_bracket(hall, Knockout(), 4)
    hall.win(match_in_slot(stage, "SF1"), 0)

    shown = page_text(hall)

    assert "Winner of Semi-final 2" in shown
    assert "Loser of Semi-final 1" not in shown
    assert "Winner to Final." in shown
    assert "Loser to Bronze." in shown
    assert "Quarter" not in shown


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("takes", "sides"),
    [
        (TopOfPools(2), ["Place 1 in pool A", "Place 2 in pool B"]),
        (KeepPools(2), ["Place 1 in pool A", "Place 2 in pool A"]),
        (Top(3), ["Place 1", "Place 2", "Winner of Semi-final 2"]),
        (Everyone(), ["Not drawn yet"]),
        (Top(8, pools=2, deal=Deal.TIERS), ["Not drawn yet"]),
    ],
)
def test_a_bracket_before_its_draw_shows_the_places_that_lead_there(
    hall: Hall, takes: Source, sides: list[str]
) -> None:
    pools = hall.stage("Pools", RoundRobin(), Everyone(pools=2))
    hall.stage("Play-off", Knockout(), takes)
    assert "Not drawn yet" in page_text(hall)
    hall.seat(pools, [hall.entries[:4], hall.entries[4:]])

    shown = page_text(hall)

    assert ("Not drawn yet" in shown) is ("Not drawn yet" in sides)
    assert all(f">{side}<" in shown for side in sides)


@pytest.mark.django_db
def test_a_bracket_before_its_draw_names_who_is_in_its_places_now(hall: Hall) -> None:
    pools = hall.stage("Pools", RoundRobin(), Everyone(pools=2))
    hall.stage("Play-off", Knockout(), TopOfPools(4))
    hall.seat(pools, [hall.entries[:4], hall.entries[4:]])
    hall.draw(pools)
    assert "in these places now" not in page_text(hall)

    match = hall.waiting(pools)[0]
    hall.win(match, 0)

    shown = page_text(hall)
    named = re.findall(
        r'>([AB]\d)</span> <span class="name soft">.*?<em data-players="(\d+)"', shown
    )
    sides = [side.entry_list[0].line_up.get().player_id for side in match.sides.all()]
    assert named == [
        ("A1", str(sides[0])),
        ("A2", str(sides[1])),
    ]  # the others of A have not played


@pytest.mark.django_db
@pytest.mark.parametrize(("takes", "has_choice"), [(KeepPools(5), False), (TopOfPools(3), True)])
def test_brackets_of_pools_ask_for_no_step_before_their_draw(
    hall: Hall, takes: Source, *, has_choice: bool
) -> None:
    pools = hall.stage("Pools", RoundRobin(), Everyone(pools=2))
    hall.stage("Play-off", Knockout(), takes)
    hall.seat(pools, [hall.entries[:3], hall.entries[3:]])

    assert ('aria-label="Steps' in page_text(hall)) is has_choice


@pytest.mark.django_db
@pytest.mark.parametrize(("best", "is_drawn"), [(4, True), (8, False)])
def test_a_page_play_off_for_too_many_is_not_drawn_yet(
    hall: Hall, best: int, *, is_drawn: bool
) -> None:
    pools = hall.stage("Day", RoundRobin())
    hall.stage("Play-off", PagePlayoff(), Top(best))
    hall.seat(pools, [hall.entries])

    assert ("Not drawn yet" not in page_text(hall)) is is_drawn


@pytest.mark.django_db
def test_a_bracket_two_stages_ahead_leaves_out_players_who_withdrew(hall: Hall) -> None:
    first = hall.stage("Day", RoundRobin())
    hall.stage("Power pools", RoundRobin(), Bands(2))
    hall.stage("Play-offs", Knockout(), KeepPools(4))
    hall.seat(first, [hall.entries])
    hall.event.entries.filter(pk=hall.entries[7]).update(state=Entry.State.WITHDRAWN)

    shown = page_text(hall)

    assert "Place 4 in pool A" in shown
    assert "Place 3 in pool B" in shown
    assert "Place 4 in pool B" not in shown


@pytest.mark.django_db
def test_as_soon_as_two_are_possible_both_are_named(hall: Hall) -> None:
    stage = published_bracket(hall, Knockout(), 8)

    def named(key: str) -> list[str]:
        [drawn] = drawn_brackets(stage)
        places = {each.key: each for step in drawn.steps for each in step}
        return [
            " or ".join(entry.shown_on(Surface.WEB) for entry in side.possible)
            for side in places[key].sides
        ]

    sides = [side.shown_on(Surface.WEB) for side in match_in_slot(stage, "QF1").sides.all()]
    assert named("SF1")[0] == " or ".join(sides)
    assert named("F") == ["", ""]
    both = '1. / Player 8.<span class="quietly"> Winner of Quarter-final 1</span>'
    assert f"Player {both}" in page_text(hall)


def lines_of_tree(tree: DrawnTree) -> list[str]:
    """The columns of a tree as text: matches by slot key, entries with a bye by name."""
    return [
        " ".join(
            f"{'-' if cell.has_feeds else ''}{who_is_at(cell)}{MARK[cell.joins]}"
            for cell in column.cells
        )
        for column in tree.columns
    ]


def who_is_at(cell: DrawnCell) -> str:
    if cell.match:
        return cell.match.key
    if cell.through:
        entry = cell.through.entry
        return f"({entry.people[0].name if entry else cell.through.coming})"
    return "."


@pytest.mark.django_db
def test_an_entry_with_a_bye_is_shown_as_through(hall: Hall) -> None:
    stage = published_bracket(hall, Knockout(), 6)

    [tree, _bronze] = reads.drawn_brackets(stage)[0].trees

    one, two = (str(e.people[0]) for e in hall.event.entries.named().in_order()[:2])
    assert lines_of_tree(tree) == [rf"({one})\ QF2/ ({two})\ QF4/", r"-SF1\ -SF2/", "-F"]
    assert [column.title for column in tree.columns] == ["Quarter-final", "Semi-final", "Final"]
    assert page_text(hall).count(">Bye<") == 2


@pytest.mark.long
@pytest.mark.django_db
@pytest.mark.parametrize("entries", [3, 5, 6, 11])
@pytest.mark.parametrize("way", [Knockout(), Knockout(placing=Placing.ALL), DoubleKnockout()])
@pytest.mark.parametrize("won", [0, 1])
def test_no_line_of_a_bracket_ends_in_nothing(
    cast: Cast, entries: int, way: PairingWay, won: int
) -> None:
    """Check the lines after each match, for either winner."""
    hall = Hall.open(cast.club, cast.who("ann"), entries=entries)
    stage = published_bracket(hall, way, entries)
    while True:
        for tree in reads.drawn_brackets(stage)[0].trees:
            assert_joined(tree)
        open_matches = Match.objects.filter(pairing_round__stage=stage).unfinished()
        if not open_matches:
            return
        for match in open_matches.with_sides():
            hall.win(match, won)


def assert_joined(tree: DrawnTree) -> None:
    """Check that every line of a tree joins two drawn cells."""
    for column, following in zip(tree.columns, tree.columns[1:], strict=False):
        leading = [cell for cell in column.cells if cell.joins != "last"]
        assert all(cell.match or cell.through for cell in leading)
        fed = [cell for cell in following.cells if cell.has_feeds]
        assert all(cell.match or cell.through for cell in fed)
        assert len(fed) <= len(leading) <= 2 * len(fed)
    assert not any(cell.has_feeds for cell in tree.columns[0].cells)
    assert all(cell.joins == "last" for cell in tree.columns[-1].cells)
    sources = {
        side.coming
        for column in tree.columns
        for cell in column.cells
        for side in (cell.match.sides if cell.match else ())
    }
    assert not any("seed" in each for each in sources)


@pytest.mark.django_db
def test_a_match_that_is_not_needed_is_not_drawn(hall: Hall) -> None:
    stage = published_bracket(hall, DoubleKnockout(), 4)
    for key in ("W1-1", "W1-2", "L1-1", "W2-1", "L2-1", "GF"):
        hall.win(match_in_slot(stage, key), 0)

    shown = page_text(hall)

    assert "Grand final" in shown
    assert "second match" not in shown
    assert "data-brief>1<" in shown
    podium = shown.split('class="podium')[1].split("</ol>")[0]
    assert podium.count("<li") == 3
    assert shown.split("</ol>")[-2].count('id="place-') == 1  # the fourth


@pytest.mark.django_db
def test_columns_are_called_by_what_their_matches_share(hall: Hall) -> None:
    stage = published_bracket(hall, PagePlayoff(), 4)

    [tree] = reads.drawn_brackets(stage)[0].trees

    assert [column.title for column in tree.columns] == [
        "Page 3 v 4",
        "Page 1 v 2, Semi-final",
        "Final",
    ]


@pytest.mark.long
@pytest.mark.django_db
def test_a_larger_bracket_asks_no_more(cast: Cast) -> None:
    halls = []
    for entries in (4, 16):
        hall = Hall.open(cast.club, cast.who("ann"), entries=entries)
        stage = published_bracket(hall, Knockout(), entries)
        for match in Match.objects.filter(pairing_round__stage=stage)[: entries // 2]:
            hall.win(Match.objects.with_sides().get(pk=match.pk), 0)
        halls.append(hall)

    small, large = (count_queries(f"/events/{hall.event.slug}/bracket/") for hall in halls)
    assert small == large <= 24


@pytest.mark.django_db
def test_the_brackets_of_pools_are_named_apart(hall: Hall) -> None:
    stage = hall.stage("Play-off", Knockout())
    hall.seat(stage, [hall.entries[:3], hall.entries[3:]])

    names = re.findall(r'aria-label="([^"]+?) ?"', page_text(hall))

    assert "The way to Final · Pool A" in names
    assert "Steps · Pool B" in names
