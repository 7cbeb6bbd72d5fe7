"""Promotion and relegation at the end of a period, and the ties that a person has to settle."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from leagues.stages.boxes import BoxRules
from leagues.stages.group_plan import GroupPlan, count_teams, plan_problems
from leagues.stages.promotion import Movement, Stood, Table, next_groups


def make_box(names: str, *points: int, games: int = 4) -> Table[str]:
    """A box in the order of its table; players with the same points share a place."""
    made = points or tuple(range(len(names), 0, -1))
    return tuple(
        Stood(name, 1 + sum(more > own for more in made), games, own)
        for name, own in zip(names, made, strict=True)
    )


def with_games(table: Table[str], name: str, games: int) -> Table[str]:
    return tuple(
        Stood(row.entry, row.place, games, row.points) if row.entry == name else row
        for row in table
    )


UPPER, MIDDLE, LOWER = make_box("ABCDE"), make_box("FGHIJ"), make_box("KLMNO")
THREE = [[UPPER], [MIDDLE], [LOWER]]


def plan_groups(
    *levels: list[Table[str]], sizes: tuple[int, ...] = (5, 5, 5), **moved: object
) -> GroupPlan[str]:
    return next_groups(levels or THREE, sizes, Movement(**moved))  # type: ignore[arg-type]


def groups_of(made: GroupPlan[str]) -> list[str]:
    return ["".join(group) for group in made.groups]


def test_one_of_each_box_goes_up_and_one_down() -> None:
    made = plan_groups()

    assert groups_of(made) == ["ABCDF", "EGHIK", "JLMNO"]
    assert (made.up, made.down) == (("F", "K"), ("E", "J"))
    assert made.now["F"] == 0
    assert made.before["F"] == 1
    assert made.undecided == ()


def test_two_up_and_two_down() -> None:
    made = plan_groups(go_up=BoxRules(moves=2).go_up)

    assert groups_of(made) == ["ABCFG", "DEHKL", "IJMNO"]


def test_no_one_of_a_middle_box_goes_both_ways() -> None:
    made = plan_groups([make_box("ABC")], [make_box("DEF")], [make_box("GHI")], sizes=(3, 3, 3))

    assert groups_of(made) == ["ABD", "CEG", "FHI"]


def test_no_more_come_up_than_half_of_the_box_above_has_room_for() -> None:
    made = plan_groups([make_box("ABC")], [make_box("DEFGHIJ")], sizes=(3, 7))

    assert groups_of(made) == ["ABD", "CEFGHIJ"]


def test_who_leaves_counts_first_among_those_who_go_down() -> None:
    made = plan_groups(leaving="B", sizes=(5, 5, 4))

    assert groups_of(made) == ["ACDEF", "GHIKJ", "LMNO"]
    assert (made.up, made.down) == (("F", "K"), ())


def test_where_two_leave_the_next_best_moves_up_as_well() -> None:
    made = plan_groups(leaving="AB", sizes=(5, 5, 3))

    assert groups_of(made) == ["CDEFG", "HIKJL", "MNO"]
    assert made.up == ("F", "K")


def test_the_next_goes_up_for_a_champion_who_leaves() -> None:
    made = plan_groups(leaving="F", sizes=(5, 5, 4))

    assert made.up == ("G", "K")
    assert groups_of(made) == ["ABCDG", "EHIJK", "LMNO"]


def test_three_level_for_second_when_the_champion_leaves_are_for_a_person() -> None:
    lower = make_box("FGHIJ", 9, 5, 5, 5, 1)
    made = plan_groups([UPPER], [lower], sizes=(5, 4), leaving="F", go_up=lambda size: 2)

    assert [str(each.question()) for each in made.undecided] == [
        "G, H and I are tied, and 2 of them go up. Choose who"
    ]
    assert plan_problems(made, made.groups) != ()

    made_plan = plan_groups(
        [UPPER], [lower], sizes=(5, 4), leaving="F", go_up=lambda size: 2, settled="IG"
    )
    assert made_plan.up == ("I", "G")
    assert plan_problems(made_plan, made_plan.groups) == ()


def test_a_tie_that_is_settled_in_part_asks_for_the_rest() -> None:
    lower = make_box("FGHI", 5, 5, 5, 1)
    made = plan_groups([UPPER], [lower], sizes=(5, 4), go_up=lambda size: 2, settled="G")

    (asked,) = made.undecided
    assert (asked.entries, asked.places, asked.group) == (("F", "H"), 1, 1)


def test_level_at_the_lower_line_is_asked_too() -> None:
    made = plan_groups([make_box("ABCDE", 9, 8, 2, 2, 2)], [MIDDLE], sizes=(5, 5))

    assert [str(each.question()) for each in made.undecided] == [
        "C, D and E are tied, and 1 of them goes down. Choose who"
    ]
    assert plan_groups(
        [make_box("ABCDE", 9, 8, 2, 2, 2)], [MIDDLE], sizes=(5, 5), settled="CE"
    ).down == ("D",)


def test_level_away_from_the_line_asks_nothing() -> None:
    made = plan_groups(
        [make_box("ABCDE", 9, 9, 3, 2, 1)], [make_box("FGHIJ", 9, 5, 5, 5, 1)], sizes=(5, 5)
    )

    assert made.undecided == ()


def test_who_played_too_little_does_not_go_up() -> None:
    made = plan_groups([UPPER], [with_games(MIDDLE, "F", 2)], sizes=(5, 5), needed=lambda size: 3)

    assert made.up == ("G",)
    assert groups_of(made) == ["ABCDG", "EFHIJ"]


def test_without_enough_games_no_one_goes_up_or_down_for_it() -> None:
    made = plan_groups([UPPER], [MIDDLE], sizes=(5, 5), needed=lambda size: 5)

    assert groups_of(made) == ["ABCDE", "FGHIJ"]


def test_who_declines_stays_and_the_next_goes_up() -> None:
    made = plan_groups([UPPER], [MIDDLE], sizes=(5, 5), declining="F")

    assert groups_of(made) == ["ABCDG", "EFHIJ"]


def test_newcomers_begin_at_the_bottom() -> None:
    made = plan_groups([UPPER], [MIDDLE], sizes=(5, 6), joining="Z")

    assert groups_of(made) == ["ABCDF", "EGHIJZ"]
    assert made.new == ("Z",)


def test_who_goes_up_does_where_the_box_above_got_smaller() -> None:
    made = plan_groups([make_box("ABCDEZ")], [MIDDLE], sizes=(5, 6))

    assert groups_of(made) == ["ABCDF", "EZGHIJ"]


def test_who_goes_up_does_even_where_there_is_no_room_for_all_of_them() -> None:
    made = plan_groups([UPPER], [MIDDLE], sizes=(1, 8), go_up=lambda size: 2)

    assert groups_of(made) == ["FG", "ABCDEHIJ"]


def test_a_box_that_is_no_longer_needed_comes_up_together() -> None:
    made = plan_groups([make_box("ABC")], [make_box("DEF")], [make_box("GH")], sizes=(4, 4))

    assert groups_of(made) == ["ABDC", "EGFH"]


def test_boxes_side_by_side_are_ranked_place_by_place_and_then_by_average() -> None:
    """5 and 4: 2A's first has 12 of 4 games, 2B's first 10 of 3, and is better."""
    two_a, two_b = make_box("FGHIJ", 12, 8, 6, 4, 2), make_box("KLMN", 10, 9, 5, 0, games=3)
    made = plan_groups([UPPER], [two_a, two_b], sizes=(5, 9))

    assert made.up == ("K", "F")
    assert made.groups[0] == ("A", "B", "C", "K", "F")
    assert made.groups[1][2:] == ("L", "G", "M", "H", "I", "N", "J")


def test_boxes_side_by_side_are_dealt_again_in_turn() -> None:
    made = next_groups([[UPPER], [make_box("FGHI"), make_box("KLMN")]], [5, 8], side_by_side=[1, 2])

    assert made.levels == (0, 1, 1)
    assert sorted(map(len, made.groups)) == [4, 4, 5]


def test_a_tie_that_moves_no_one_asks_nothing() -> None:
    upper = make_box("ABCDE", 9, 8, 2, 2, 2)

    assert plan_groups([upper], [MIDDLE], sizes=(5, 5)).undecided
    made = plan_groups([upper], [MIDDLE], sizes=(6, 4))
    assert (groups_of(made), made.undecided) == (["ABCDFE", "GHIJ"], ())


def test_an_average_of_no_games_is_nothing() -> None:
    assert Stood("A", 1, 0, 0).average == 0


# --- What a person changed ------------------------------------------------------------


def problems_in(made: GroupPlan[str], *changed: str) -> list[str]:
    return [str(each) for each in plan_problems(made, tuple(map(tuple, changed)))]


def test_a_plan_as_it_was_made_may_be_played() -> None:
    made = plan_groups()

    assert problems_in(made, *groups_of(made)) == []


def test_a_division_of_teams_counts_teams() -> None:
    made = plan_groups()

    found = plan_problems(made, (("A",), *made.groups[1:]), least=2, counted=count_teams)

    assert "group 1 has 1 team but needs 2" in map(str, found)


def test_what_a_person_may_change() -> None:
    assert problems_in(plan_groups(), "ABCDFE", "GHIK", "JLMNO") == []
    assert problems_in(plan_groups(), "ABCDF", "EGHI", "JLM", "KNO") == [
        "K goes up and must play higher"
    ]
    assert problems_in(plan_groups(), "ABCDF", "EGHIK", "JL", "MNO") == [
        "group 3 has 2 players but needs 3"
    ]


@pytest.mark.parametrize(
    ("changed", "wrong"),
    [
        (("ABCDF", "GHIKE", "JLMN"), "O must be in one group"),
        (("ABCDFE", "EGHIK", "JLMNO"), "E must be in one group"),
        (("ABCDFX", "EGHIK", "JLMNO"), "X does not play on"),
        (("ABCDFEGHI", "K", "JLMNO"), "group 2 has 1 player but needs 3"),
        (("ABCDFEGHI", "KJ", "LMNO"), "group 2 has 2 players but needs 3"),
        (("ABCDE", "FGHIK", "JLMNO"), "F goes up and must play higher"),
        (("ABCDF", "EGHI", "JKLMNO"), "K goes up and must play higher"),
    ],
)
def test_what_a_person_may_not_change(changed: tuple[str, ...], wrong: str) -> None:
    assert problems_in(plan_groups(), *changed) == [wrong]


# --- Always ---------------------------------------------------------------------------


@st.composite
def ends_of_periods(draw: st.DrawFn) -> tuple[GroupPlan[int], set[int], list[int]]:
    """Random boxes at the end of a period, with players who leave, decline and join."""
    rules = BoxRules(size=draw(st.integers(3, 6)), moves=draw(st.sampled_from((None, 1, 2, 3))))
    sizes = draw(st.lists(st.integers(3, 8), min_size=1, max_size=5))
    levels, names = [], iter(range(1000))
    for size in sizes:
        points = sorted(draw(st.lists(st.integers(0, 8), min_size=size, max_size=size)))[::-1]
        levels.append(
            [
                tuple(
                    Stood(next(names), 1 + points.index(own), draw(st.integers(0, 5)), own)
                    for own in points
                )
            ]
        )
    everybody = list(range(sum(sizes)))
    leaving = draw(st.sets(st.sampled_from(everybody), max_size=len(everybody) - 3))
    joining = [500 + n for n in range(draw(st.integers(0, 5)))]
    playing = {*everybody, *joining} - leaving
    wanted = rules.next_sizes(sizes, len(playing))
    movement = Movement(
        rules.go_up,
        rules.needed,
        leaving,
        draw(st.sets(st.sampled_from(everybody), max_size=3)),
        joining,
    )
    return next_groups(levels, wanted, movement), playing, wanted


@settings(deadline=None)
@given(ends_of_periods())
def test_everybody_plays_once_and_who_goes_up_plays_higher(
    end: tuple[GroupPlan[int], set[int], list[int]],
) -> None:
    made, playing, wanted = end

    assert sorted(made.entries) == sorted(playing)
    assert list(map(len, made.groups)) == wanted
    assert all(made.now[entry] < made.before[entry] for entry in made.up)
    assert not set(made.up) & set(made.down)
    assert len(plan_problems(made, made.groups)) == len(made.undecided)
