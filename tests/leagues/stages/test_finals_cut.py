"""Who plays the finals of a season."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from leagues.stages.finals_cut import CutLine, FinalsRule, finals_cut
from scoring.errors import RuleError


def make_table(*places: int, division: str = "", played: int = 9) -> list[CutLine[str]]:
    """A table of Ann, Ben, Cat … with these places; in division B their names end in 2."""
    names = ("Ann", "Ben", "Cat", "Dan", "Eve")
    return [
        CutLine(name + ("2" if division == "B" else ""), place, division, played)
        for name, place in zip(names, places, strict=False)
    ]


def test_the_first_so_many_are_in_and_the_others_wait() -> None:
    cut = finals_cut(make_table(1, 2, 3, 4), FinalsRule(top=2))

    assert (cut.seeds, cut.next_ones, cut.level) == (("Ann", "Ben"), ("Cat", "Dan"), ())


def test_who_declines_is_replaced_by_the_next() -> None:
    cut = finals_cut(make_table(1, 2, 3, 4), FinalsRule(top=2), declined={"Ann"})

    assert (cut.seeds, cut.next_ones) == (("Ben", "Cat"), ("Dan",))


def test_who_has_played_too_little_is_not_asked() -> None:
    rare = CutLine("Rae", 1, "", 3)

    assert finals_cut([rare, *make_table(2, 3)], FinalsRule(2, fewest=4)).seeds == ("Ann", "Ben")
    assert finals_cut([rare, *make_table(2, 3)], FinalsRule(2, fewest=3)).seeds == ("Rae", "Ann")


def test_winners_of_all_divisions_are_seeded_before_those_who_came_second() -> None:
    both = [*make_table(1, 2, 3, division="A"), *make_table(1, 2, division="B")]
    cut = finals_cut(both, FinalsRule(top=2, each_division=True))

    assert cut.seeds == ("Ann", "Ann2", "Ben", "Ben2")
    assert cut.next_ones == ("Cat",)


def test_over_all_the_higher_division_comes_first() -> None:
    both = [*make_table(1, 2, division="A"), *make_table(1, division="B")]

    assert finals_cut(both, FinalsRule(top=3)).seeds == ("Ann", "Ben", "Ann2")


def test_a_tie_at_the_cut_is_reported() -> None:
    cut = finals_cut(make_table(1, 2, 2, 2, 5), FinalsRule(top=2))

    assert cut.seeds == ("Ann", "Ben")
    assert cut.level == ("Ben", "Cat", "Dan")


def test_a_place_that_is_shared_inside_is_no_question() -> None:
    assert finals_cut(make_table(1, 1, 3), FinalsRule(top=2)).level == ()


def test_the_same_place_in_two_divisions_is_not_shared() -> None:
    both = [*make_table(1, 2, division="A"), *make_table(2, division="B")]

    assert finals_cut(both, FinalsRule(top=2)).level == ()


def test_fewer_than_the_finals_hold_are_all_in() -> None:
    cut = finals_cut(make_table(1, 1), FinalsRule(top=8))

    assert (cut.seeds, cut.next_ones, cut.level) == (("Ann", "Ben"), (), ())


@pytest.mark.parametrize("wrong", [{"top": 1}, {"top": 129}, {"fewest": -1}])
def test_a_rule_that_makes_no_finals_is_refused(wrong: dict[str, int]) -> None:
    with pytest.raises(RuleError):
        FinalsRule(**wrong)  # type: ignore[arg-type]


def test_one_of_each_division_is_enough() -> None:
    assert FinalsRule(top=1, each_division=True).to_dict() == {
        "top": 1,
        "each_division": True,
        "fewest": 0,
    }


@given(
    st.lists(st.integers(1, 5), max_size=9).map(sorted),
    st.integers(2, 9),
    st.sets(st.integers(0, 8)),
)
def test_entries_that_declined_are_out_and_no_others_are_skipped(
    places: list[int], top: int, declined: set[int]
) -> None:
    lines = [CutLine(n, place, "", 1) for n, place in enumerate(places)]
    cut = finals_cut(lines, FinalsRule(top=top), declined)

    assert [*cut.seeds, *cut.next_ones] == [n for n in range(len(places)) if n not in declined]
    assert len(cut.seeds) == min(top, len(cut.seeds) + len(cut.next_ones))
