"""A stage as a value, and as the columns of a row."""

import pytest

from leagues.stages.entry_sources import Top
from leagues.stages.event_templates import SHAPES
from leagues.stages.pairing_ways import Knockout, Swiss
from leagues.stages.ranking import WhenUnequal
from leagues.stages.stage_plan import OWN, StagePlan, format_name, match_format, plan_from, row_of
from scoring.errors import RuleError
from scoring.matches import FORMATS, SingleGame, to_dict
from scoring.presets import DOUBLES, SINGLES
from scoring.tiebreaks import Prorate

EVERY_PLAN = {
    f"{plan.name} of {name}": plan for name, shape in SHAPES.items() for plan in shape.stages(38)
}
A_RACE_TO_6 = to_dict(FORMATS["first-to-5"])
A_RACE_TO_6["rule"]["ends"]["points"] = 6


@pytest.mark.parametrize("plan", EVERY_PLAN.values(), ids=list(EVERY_PLAN))
def test_a_row_keeps_a_plan_as_it_is(plan: StagePlan) -> None:
    assert plan_from(row_of(plan)) == plan


def test_what_an_organiser_chose_is_kept() -> None:
    plan = StagePlan(
        name="Last eight",
        way=Swiss(3),
        takes=Top(8),
        match_format="quinte",
        chain=("points", "twenties"),
        carries_over=True,
        minutes=25,
        is_queue=True,
    )

    assert plan_from(row_of(plan)) == plan


def test_an_unknown_tie_break_is_refused_by_its_name() -> None:
    with pytest.raises(RuleError, match="no tie-break is called 'coin'"):
        StagePlan(name="League", way=Swiss(3), chain=("points", "coin"))


def test_a_match_is_one_game_of_the_sheet_by_default() -> None:
    assert match_format({}, DOUBLES) == SingleGame(DOUBLES)


@pytest.mark.parametrize(
    "stored", [{"name": "first-to-9"}, to_dict(FORMATS["first-to-9"])], ids=["name", "whole"]
)
def test_formats_are_played_by_the_sides_of_the_sheet(stored: dict[str, object]) -> None:
    assert match_format(stored, DOUBLES) == FORMATS["first-to-9"].on(DOUBLES)
    assert match_format(stored, SINGLES) == FORMATS["first-to-9"]


def test_a_format_without_a_name_stays_as_it_is() -> None:
    row = row_of(StagePlan(name="Final", way=Knockout())) | {"match_format": A_RACE_TO_6}
    plan = plan_from(row)

    assert format_name(A_RACE_TO_6) == plan.match_format == OWN
    assert "match_format" not in row_of(plan), "saving the plan does not touch it"


@pytest.mark.parametrize("is_final", [False, True])
@pytest.mark.parametrize("when", WhenUnequal)
def test_the_stage_sets_when_unequal_games_are_compared_over_as_many(
    when: WhenUnequal, is_final: bool
) -> None:
    over_as_many = {
        WhenUnequal.NEVER: False,
        WhenUnequal.ONCE_PLAYED: is_final,
        WhenUnequal.ALWAYS: True,
    }
    prorated = when.prorate(is_final=is_final) is Prorate.TO_MOST_GAMES

    assert prorated is over_as_many[when]
