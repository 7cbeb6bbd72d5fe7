"""A table that gives its reasons, what each still needs, results between entries, and whose row
it is.
"""

import re
from collections.abc import Iterable

import pytest

from leagues import reads
from leagues.actions.advance.ties import settle_by_shoot_out
from leagues.actions.events.events import add_stage
from leagues.actions.play.calls import call_match
from leagues.models import Entry, Event, Match, PairingRound, Player, Stage
from leagues.models.people import NameStyle
from leagues.pairing.seeds import roll_dice
from leagues.reads.events.next_stage import has_rounds_to_come
from leagues.reads.events.plans import progress_of
from leagues.reads.tables.crosstab import grids_of, has_grid
from leagues.reads.tables.needs import worth_of
from leagues.reads.tables.scored import Scored
from leagues.stages.entry_sources import TopOfPools
from leagues.stages.pairing_ways import AllShoot, Knockout, RoundRobin, StageField, Swiss
from scoring.matches import FORMATS
from tests.cast import Cast
from tests.leagues.play.desk_hall import NOON, DeskHall, open_hall
from tests.leagues.site.test_public import finish_match, read_page
from tests.scenes import scene

pytestmark = pytest.mark.django_db

OPEN = "/events/westport-open"


@scene
def hall(cast: Cast) -> DeskHall:
    """Ann, Ben, Cy and Di meet each other once; the first two play a final."""
    hall = open_hall(cast, names=["Ann A", "Ben B", "Cy C", "Di D"])
    add_stage(by=hall.by, event=hall.event, name="Final", way=Knockout(), takes=TopOfPools(2))
    return hall


def play_games(hall: DeskHall, *games: tuple[int, int, int]) -> None:
    """Publish a round of (entry, opponent, points of the entry or ``TO_COME``)."""
    matches = hall.publish(*((a, b) for a, b, _ in games)).matches.order_by("number")
    for match, (_, _, points) in zip(matches, games, strict=True):
        if points >= 0:
            winner = 0 if points > 4 else 1
            finish_match(match, (points, 8 - points))
            Match.objects.filter(pk=match.pk).update(winner=winner)


TO_COME = -1


def test_a_shoot_out_shows_what_everybody_shot(cast: Cast) -> None:
    """There are no opponents in it, so the table has no points."""
    names = ["Ann A", "Ben B", "Cy C", "Di D"]
    hall = open_hall(cast, names=names, way=AllShoot())
    assert "Most 20s wins." not in read_page(f"{OPEN}/standings/")

    ann, ben, cy, di = hall.entries
    shot = {ann: (7, 0), ben: (7, 1), cy: (3, 0), di: (9, 0)}
    settle_by_shoot_out(by=hall.by, stage=hall.stage, twenties=shot)

    [table] = reads.tables_of(hall.stage)
    assert [(line.row.place, line.shot) for line in table.lines] == [
        (1, "9 0"), (2, "7 1"), (3, "7 0"), (4, "3 0")
    ]  # fmt: skip
    text = re.sub(r"\s+", " ", re.sub("<[^>]+>", " ", read_page(f"{OPEN}/standings/")))
    assert "Finished # Place Name 20s 1 Di D 9 0 2 Ben B 7 1 3 Ann A 7 0" in text


def test_before_the_first_result_no_name_opens(hall: DeskHall) -> None:
    hall.publish((1, 2), (3, 4))
    text = read_page(f"{OPEN}/standings/")
    assert "Places are decided by" in text
    assert '<details id="why-' not in text
    play_games(hall, (1, 3, 8))
    assert '<details id="why-' in read_page(f"{OPEN}/standings/")


def test_a_table_marks_who_leads_as_soon_as_anyone_has_played(hall: DeskHall) -> None:
    hall.publish((1, 2), (3, 4))
    assert 'class="step"' not in read_page(f"{OPEN}/standings/")

    play_games(hall, (1, 3, 4), (2, 4, TO_COME))

    rows = read_page(f"{OPEN}/standings/").split('<tr id="row-')[1:]
    assert [row.split('"')[0] for row in rows if 'class="step"' in row] == [
        str(hall.entries[0]), str(hall.entries[2])
    ]  # fmt: skip


def needs_by_name(hall: DeskHall) -> dict[str, str]:
    [table] = reads.tables_of(hall.stage, with_needs=True)
    return {str(line.entry.people[0]): line.needs for line in table.lines}


def test_the_points_everyone_still_needs_are_shown(hall: DeskHall) -> None:
    play_games(hall, (1, 2, 8), (3, 4, 6))
    play_games(hall, (1, 3, 8), (2, 4, 6))
    play_games(hall, (1, 4, TO_COME), (2, 3, TO_COME))

    assert needs_by_name(hall) == {
        "Ann A": "Sure of the next stage.",
        "Ben B": "Needs 7 of the 8 points left to be sure of the next stage.",
        "Cy C": "Needs 7 of the 8 points left to be sure of the next stage.",
        "Di D": ("Needs at least 6 of the 8 points left, and others to lose, for the next stage."),
    }
    page = " ".join(read_page(f"{OPEN}/standings/").split())
    assert "Needs 7 of the 8 points left to be sure of the next stage." in page


def test_who_has_withdrawn_takes_no_place_from_those_who_play_on(hall: DeskHall) -> None:
    play_games(hall, (1, 2, 8), (3, 4, 6))
    play_games(hall, (1, 3, 8), (2, 4, 6))
    play_games(hall, (1, 4, 0), (2, 3, TO_COME))
    assert needs_by_name(hall)["Di D"] != "Sure of the next stage."

    Entry.objects.filter(pk=hall.entries[0]).update(state=Entry.State.WITHDRAWN)

    assert needs_by_name(hall)["Di D"] == "Sure of the next stage."
    assert needs_by_name(hall)["Ann A"] == ""


def test_without_a_stage_to_come_it_is_the_first_place_that_counts(cast: Cast) -> None:
    hall = open_hall(cast, names=["Ann A", "Ben B", "Cy C", "Di D"])
    play_games(hall, (1, 2, 8), (3, 4, 4))
    play_games(hall, (1, 3, 8), (2, 4, 4))
    play_games(hall, (1, 4, TO_COME), (2, 3, TO_COME))

    assert needs_by_name(hall)["Ann A"] == (
        "Needs 1 of the 8 points left to be sure of first place."
    )
    assert needs_by_name(hall)["Ben B"] == "Can no longer reach first place on points."


def test_no_needs_are_shown_before_the_last_rounds_are_drawn(hall: DeskHall) -> None:
    play_games(hall, (1, 2, 8), (3, 4, 6))
    play_games(hall, (1, 3, TO_COME), (2, 4, TO_COME))
    PairingRound.objects.filter(number=2).update(state=PairingRound.State.DRAFT)

    assert set(needs_by_name(hall).values()) == {""}


def test_a_play_off_is_no_round_of_its_stage(cast: Cast) -> None:
    hall = open_hall(cast, names=["Ann A", "Ben B", "Cy C", "Di D"], way=Swiss(2))
    final = add_stage(by=hall.by, event=hall.event, name="Final", way=Knockout())
    Stage.objects.filter(pk=final.pk).update(opened_at=NOON)
    play_games(hall, (1, 2, 8), (3, 4, 6))
    PairingRound.objects.create(stage=hall.stage, number=9, state="published", is_play_off=True)

    assert has_rounds_to_come(hall.stage)
    assert not progress_of(hall.event)[hall.stage.pk].over
    PairingRound.objects.filter(number=9).update(is_play_off=False)
    assert not has_rounds_to_come(hall.stage)
    assert progress_of(hall.event)[hall.stage.pk].over


@pytest.mark.parametrize(
    ("name", "worth"),
    [
        ("four-rounds", 8),
        ("four-rounds-deciding-round", None),
        ("first-to-5", None),
        ("four-rounds-difference", None),
        ("quinte", None),
    ],
)
def test_only_a_match_of_fixed_worth_lets_anybody_count(name: str, worth: int | None) -> None:
    assert worth_of(FORMATS[name]) == worth


def test_each_row_opens_to_say_why(hall: DeskHall) -> None:
    play_games(hall, (1, 2, 8), (3, 4, 6))
    play_games(hall, (1, 3, 3), (2, 4, 6))

    page = " ".join(read_page(f"{OPEN}/standings/").split())

    assert "First on head-to-head, 5-3 against Ann A." in page
    assert re.search(r'aria-label="(up|down) \d place', page)


def counted_numbers(numbers: Iterable[Scored]) -> tuple[object, ...]:
    assert not any(number.is_adjusted for number in numbers)
    return tuple(number.counted for number in numbers)


def test_every_tie_break_that_is_a_number_has_its_column(hall: DeskHall) -> None:
    play_games(hall, (1, 2, 8), (3, 4, 6))
    Stage.objects.filter(pk=hall.stage.pk).update(chain=["points", "buchholz"])

    [table] = reads.tables_of(Stage.objects.get(pk=hall.stage.pk))

    assert (table.lead, table.more) == ((), ("Buchholz",))
    assert [counted_numbers(line.more) for line in table.lines] == [(0,), (2,), (6,), (8,)]
    assert "Buchholz</th>" in read_page(f"{OPEN}/standings/")


def test_the_first_deciding_step_is_the_first_column(hall: DeskHall) -> None:
    play_games(hall, (1, 2, 8), (3, 4, 6))
    Stage.objects.filter(pk=hall.stage.pk).update(chain=["match-points", "difference", "buchholz"])

    [table] = reads.tables_of(Stage.objects.get(pk=hall.stage.pk))

    assert (table.lead, table.more) == (("match points",), ("Buchholz",))
    assert [counted_numbers(line.lead) for line in table.lines] == [(2,), (2,), (0,), (0,)]
    assert [counted_numbers(line.more) for line in table.lines] == [(0,), (0,), (2,), (2,)]
    page = " ".join(read_page(f"{OPEN}/standings/").split())
    assert page.index("Match points</span>") < page.index("Pts</th>")


# --- Results between entries -----------------------------------------------------------------


def test_a_grid_shows_the_points_against_each_opponent(hall: DeskHall) -> None:
    play_games(hall, (1, 2, 8), (3, 4, 6))

    tables = reads.tables_of(hall.stage)
    [grid] = grids_of(hall.stage, tables)
    ann, *_rest = grid.lines

    assert str(ann.entry.people[0]) == "Ann A"
    against = {
        str(column.entry.people[0]): [(met.points, met.against) for met in cell]
        for column, cell in zip(grid.lines, ann.cells, strict=True)
        if cell is not None
    }
    assert against == {"Ben B": [(8, 0)], "Cy C": [], "Di D": []}
    page = read_page(f"{OPEN}/standings/?view=grid")
    assert "8–0" in page
    assert "0–8" in page


def test_a_grid_leads_to_matches_whose_points_are_carried_over(cast: Cast) -> None:
    hall = open_hall(cast, names=["Ann A", "Ben B", "Cy C", "Di D"])
    play_games(hall, (1, 2, 8), (3, 4, 6))
    noon = hall.next_stage("Noon", carries_over=True).stage

    [grid] = grids_of(noon, reads.tables_of(noon))

    ann = grid.lines[0]
    assert [met.match for cell in ann.cells for met in cell or ()] == [1]


def test_a_grid_gives_the_places_of_its_table(hall: DeskHall) -> None:
    play_games(hall, (1, 2, 6), (3, 4, 6))

    places = [line.row.place for line in reads.tables_of(hall.stage)[0].lines]
    page = " ".join(read_page(f"{OPEN}/standings/?view=grid").split())

    assert places == [1, 1, 3, 3]
    assert re.findall(r'<span class="soft">([\d=]+)</span>', page) == ["1", "1", "3=", "3="]
    on_top = re.findall(r">([\d=]+) <small>(\w+)</small></abbr>", page)
    assert on_top == [("1", "AA"), ("1", "CC"), ("3=", "BB"), ("3=", "DD")]
    table = read_page(f"{OPEN}/standings/")
    assert re.findall(r'data-brief="Place \d">([\d=]+)<', table) == ["1", "1", "3=", "3="]


def test_two_with_the_same_initials_have_different_marks_in_a_grid(cast: Cast) -> None:
    hall = open_hall(cast, names=["Carla Martin", "Cy Montgomery", "Di D", "Ed E"])
    play_games(hall, (1, 2, 8), (3, 4, 6))

    page = " ".join(read_page(f"{OPEN}/standings/?view=grid").split())

    assert re.findall(r"<small>(\w+)</small></abbr>", page) == ["CMa", "DD", "EE", "CMo"]


def test_only_where_everybody_meets_everybody_is_there_a_grid(hall: DeskHall) -> None:
    play_games(hall, (1, 2, 8), (3, 4, 6))
    assert has_grid(reads.tables_of(hall.stage))

    Stage.objects.filter(pk=hall.stage.pk).update(format="swiss", options={})

    assert not has_grid(reads.tables_of(Stage.objects.get(pk=hall.stage.pk)))
    assert "view=grid" not in read_page(f"{OPEN}/standings/?view=grid")


# --- Whose row it is -------------------------------------------------------------------------


@pytest.mark.parametrize("tab", ["", "matches/", "standings/", "players/"])
def test_every_row_names_its_players_for_their_phones(hall: DeskHall, tab: str) -> None:
    play_games(hall, (1, 2, TO_COME), (3, 4, 6))
    ann = Player.objects.get(name="Ann A")

    assert f'data-players="{ann.pk}' in read_page(f"{OPEN}/{tab}")


@pytest.mark.long
def test_what_changes_can_be_asked_for_alone(hall: DeskHall) -> None:
    play_games(hall, (1, 2, 8), (3, 4, 6))

    for tab in ("", "matches/", "standings/", "bracket/", "players/", "matches/1/"):
        part = read_page(f"{OPEN}/{tab}?fragment=live").strip()
        assert part.startswith('<div id="live"'), tab
        assert "<html" not in part


def test_places_are_not_numbered_before_the_first_result(hall: DeskHall) -> None:
    call_match(by=hall.by, match=hall.publish((1, 2), (3, 4)).matches.get(number=1))

    standings = read_page(f"{OPEN}/").split('id="leaders"')[1]

    assert "Ann A" in standings
    assert "1 · Ann A" not in standings


def test_an_entrys_page_tells_its_way_through_the_event(hall: DeskHall) -> None:
    play_games(hall, (1, 2, 8), (3, 4, 6))
    play_games(hall, (1, 3, TO_COME), (2, 4, TO_COME))

    page = " ".join(read_page(f"{OPEN}/entries/{hall.entry(1)}/").split())

    assert "Next match" in page
    assert page.index("Next match") < page.index("Cy C") < page.index("Ben B")
    assert "First with 8 points." in page
    assert "Di D" not in page


def test_an_entry_of_another_event_is_not_here(cast: Cast, hall: DeskHall) -> None:
    other = open_hall(cast, name="Old Cup", names=["Eve E"], entries=2)

    read_page(f"{OPEN}/entries/{other.entry(1)}/", 404)


def test_an_entry_of_a_private_event_is_nothing_to_strangers(hall: DeskHall) -> None:
    Event.objects.update(visibility=Event.Visibility.PRIVATE)

    read_page(f"{OPEN}/entries/{hall.entry(1)}/", 404)


def test_names_in_a_row_and_its_reason_are_as_their_owners_want(hall: DeskHall) -> None:
    play_games(hall, (1, 2, 4), (3, 4, 6))
    Player.objects.filter(name="Ann A").update(
        name="Annabel Tremblay", alias="Hook", name_on_web=NameStyle.ALIAS
    )

    for path in (
        "standings/",
        "standings/?view=grid",
        f"entries/{hall.entry(1)}/",
        f"entries/{hall.entry(2)}/",
    ):
        page = read_page(f"{OPEN}/{path}")
        assert "Hook" in page
        assert "Tremblay" not in page


@pytest.mark.long
def test_the_reason_counts_no_more_questions_for_more_entries(
    cast: Cast, django_assert_max_num_queries: object
) -> None:
    from tests.leagues.site.test_public import count_queries

    for name, entries in (("Small", 4), ("Large", 8)):
        hall = open_hall(cast, name=name, entries=entries, boards=8)
        drawn = RoundRobin().draw(StageField(tuple(hall.entries), roll_dice("same")))
        for each in drawn:
            pairs = [tuple(hall.entries.index(e) + 1 for e in p.entries) for p in each.pairings]
            hall.publish(*((a, b) for a, b in pairs))
        for match in Match.objects.filter(event=hall.event)[: entries // 2]:
            finish_match(match, (6, 2))

    for path in ("standings/", "standings/?view=grid"):
        asked = count_queries(f"/events/small/{path}")
        assert asked == count_queries(f"/events/large/{path}") <= 35


# --- Form, pools and tints ------------------------------------------------------------------


def test_the_last_five_matches_stand_as_discs_the_latest_at_the_end(cast: Cast) -> None:
    hall = open_hall(cast, names=["Ann A", "Ben B", "Cy C", "Di D"])
    for points in (8, 6, 4, 2, 6, 6):
        [match] = hall.publish((1, 2)).matches.all()
        finish_match(match, (points, 8 - points))
        winner = None if points == 4 else 0 if points > 4 else 1
        Match.objects.filter(pk=match.pk).update(winner=winner)

    page = read_page(f"{OPEN}/standings/")

    forms = re.findall('class="form" role="img" aria-label="([^"]*)">(.*?)</span>', page)
    assert forms[0][0] == "Last: won, tied, lost, won, won"
    assert re.findall('<i class="(.*?)"', forms[0][1]) == [*("won", "tied", "lost", "won", "won")]
    assert len(forms) == 2  # a player without matches has none


def test_a_menu_leads_from_pool_to_pool(cast: Cast) -> None:
    hall = open_hall(cast, names=["Ann A", "Ben B", "Cy C", "Di D"])
    assert 'aria-label="Stages"' not in read_page(f"{OPEN}/standings/")
    hall.stage.pools.create(number=2, name="B")
    hall.stage.pools.filter(number=1).update(name="A")
    play_games(hall, (1, 2, 8))

    page = read_page(f"{OPEN}/standings/")

    menu = page[page.index('aria-label="Stages"') :]
    assert re.findall(r'href="#(pool-.)">\s*(.*?)\s*</a>', menu) == [
        ("pool-1", "Pool A"),
        ("pool-2", "Pool B"),
    ]
    assert page.count('id="pool-1"') == page.count('id="pool-2"') == 1


def test_a_cell_of_the_grid_shows_the_result(hall: DeskHall) -> None:
    play_games(hall, (1, 2, 8))
    [tied] = hall.publish((1, 3)).matches.all()
    finish_match(tied, (4, 4))
    Match.objects.filter(pk=tied.pk).update(winner=None)

    page = read_page(f"{OPEN}/standings/?view=grid")

    assert sorted(re.findall('class="(\\w+)">([048]–[048])</a>', page)) == [
        *(("lost", "0–8"), ("tied", "4–4"), ("tied", "4–4"), ("won", "8–0"))
    ]
