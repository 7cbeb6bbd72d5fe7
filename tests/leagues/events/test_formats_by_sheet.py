"""The match format follows from the event's rule sheet, and a bracket match has a winner."""

import pytest
from django.test import Client

from leagues.actions.advance.play_off import play_off
from leagues.actions.draw.brackets import sync_brackets
from leagues.actions.events.stages import plan_stage
from leagues.models import Event, Match, Stage
from leagues.reads import format_of, match_format_of
from leagues.stages.event_templates import SHAPES
from leagues.stages.pairing_ways import BracketWay, Knockout, RoundRobin
from leagues.stages.stage_plan import StagePlan, match_format
from scoring.matches import FORMATS
from scoring.presets import PRESETS
from scoring.rules import Difference, FixedRounds, Target
from tests.cast import Cast
from tests.leagues.days.hall import Hall
from tests.leagues.events.planning import (
    STAGE,
    form_of,
    plan_event,
    save_event,
    save_stage,
    words_of,
)

pytestmark = pytest.mark.django_db

BRACKETS = {
    f"{stage.name} of {name}": stage
    for name, shape in SHAPES.items()
    for stage in shape.stages(24)
    if isinstance(stage.way, BracketWay)
}
OF_TWO = {name: p.rule for name, p in PRESETS.items() if p.rule.sides == 2}


@pytest.mark.parametrize("stage", BRACKETS.values(), ids=list(BRACKETS))
@pytest.mark.parametrize("sheet", OF_TWO)
def test_ready_made_brackets_are_played_by_the_sheet(sheet: str, stage: StagePlan) -> None:
    rule = OF_TWO[sheet]
    played = match_format({"name": stage.match_format}, rule)

    assert played.rule.pays == rule.pays
    assert not played.may_tie


def a_final(hall: Hall, chosen: str = "") -> Match:
    stage = hall.stage("Final", Knockout())
    Stage.objects.filter(pk=stage.pk).update(match_format={"name": chosen} if chosen else {})
    stage.refresh_from_db()
    hall.seat(stage, [hall.entries])
    sync_brackets(stage)
    return Match.objects.get(pairing_round__stage=stage)


def test_a_knockout_to_100_takes_a_round_of_20_to_0(cast: Cast) -> None:
    hall = Hall.open(cast.club, cast.who("ann"), entries=2, preset="conventional-singles")
    match = a_final(hall, "sheet-play-off")
    hall.card(match, [20, 0])
    match.refresh_from_db()

    assert match.rounds.count() == 5
    assert (match.winner, match.state) == (0, Match.State.FINISHED)


LEVEL = {"points": [1, 1], "twenties": [0, 0]}


@pytest.mark.parametrize("chosen", ["", "four-rounds", "sheet-deciding-round"])
def test_a_tied_match_of_a_bracket_goes_on_until_it_is_won(chosen: str, cast: Cast) -> None:
    hall = Hall.open(cast.club, cast.who("ann"), entries=2)
    match = a_final(hall, chosen)
    hall.enter_card(match, [LEVEL] * 5)
    match.refresh_from_db()
    assert match.state == Match.State.PLAYING

    hall.enter_card(match, [LEVEL] * 5 + [{"points": [0, 2], "twenties": [0, 0]}])
    match.refresh_from_db()
    assert (match.winner, match.decided_by) == (1, "deciding-round")


def test_a_tied_play_off_for_a_place_goes_on_until_it_is_won(cast: Cast) -> None:
    hall = Hall.open(cast.club, cast.who("ann"), entries=2)
    stage = hall.stage("League", RoundRobin())
    hall.seat(stage, [hall.entries])
    match = play_off(by=hall.by, stage=stage, entries=hall.entries)
    hall.enter_card(match, [LEVEL] * 4)
    match.refresh_from_db()

    assert match.state == Match.State.PLAYING
    assert match_format_of(stage).may_tie, "its other matches may end level"
    assert not format_of(match).may_tie


def knockout_of(event: Event) -> Stage:
    return event.stages.get(format="knockout")


def test_another_sheet_changes_what_followed_from_it(ann: Client) -> None:
    event = plan_event(ann, "swiss-then-cut")
    assert match_format_of(knockout_of(event)) == FORMATS["first-to-9"]

    assert save_event(ann, event, sheet="conventional", length="120").status_code == 302
    rule = match_format_of(knockout_of(Event.objects.get(pk=event.pk))).rule
    assert (rule.pays, rule.ends) == (Difference(), Target(120))


def test_another_sheet_leaves_what_was_chosen_by_hand(ann: Client) -> None:
    event = plan_event(ann, "swiss-then-cut")
    assert save_stage(ann, event, 2, match_format="first-to-11").status_code == 302

    assert save_event(ann, event, sheet="conventional").status_code == 302
    assert match_format_of(knockout_of(event)) == FORMATS["first-to-11"]


def test_a_fixed_number_of_rounds_by_difference_is_decided(ann: Client) -> None:
    event = plan_event(ann, "knockout", sheet="workshop-rounds", length="6")
    rule = match_format_of(knockout_of(event)).rule

    assert isinstance(rule.pays, Difference)
    assert isinstance(rule.ends, FixedRounds)
    assert (rule.ends.rounds, rule.ends.may_tie) == (6, False)
    shown = words_of(ann.get(f"/desk/events/{event.slug}/stages/"))
    assert "One game by the rule sheet; if tied, one more round" in shown


def test_a_bracket_offers_only_formats_with_a_winner(ann: Client) -> None:
    event = plan_event(ann, "club-night")
    path = f"/desk/events/{event.slug}/stages/add/knockout/"
    form = ann.get(path).context["form"]
    offered = [
        name for _group, formats in form.fields["match_format"].choices for name, _label in formats
    ]

    assert form["match_format"].value() == "sheet-deciding-round"
    assert {"first-to-9", "sheet-play-off", "to-100"} <= set(offered)
    assert not {"usual", "four-rounds", "lead-by-100"} & set(offered)
    refused = ann.post(path, STAGE | {"match_format": "four-rounds"})
    assert refused.status_code == 422
    assert "In a bracket, one side must win" in words_of(refused)


def test_a_round_robin_turned_into_a_knockout_gets_its_deciding_round(ann: Client) -> None:
    event = plan_event(ann, "league")
    path = f"/desk/events/{event.slug}/stages/1/?format=knockout"
    typed = form_of(ann, path)

    assert typed["match_format"] == "sheet-deciding-round"
    assert ann.post(path, typed).status_code == 302
    assert knockout_of(event).match_format == {"name": "sheet-deciding-round"}


def test_of_formats_that_come_to_the_same_the_chosen_one_is_offered(ann: Client) -> None:
    event = plan_event(ann, "swiss-then-cut", sheet="conventional")
    form = ann.get(f"/desk/events/{event.slug}/stages/2/").context["form"]
    [(_group, of_the_sheet), *_others] = form.fields["match_format"].choices

    assert of_the_sheet == [
        ("sheet-play-off", "One game by the rule sheet"),
        ("sheet-best-of-3", "Best of three games by the rule sheet"),
    ]


def test_a_format_of_an_older_event_shows_what_decides_it(cast: Cast) -> None:
    hall = Hall.open(cast.club, cast.who("ann"), entries=2)
    plan_stage(
        by=hall.by,
        event=hall.event,
        plan=StagePlan(name="Cup", way=Knockout(), match_format="four-rounds"),
    )
    shown = cast.browser_of("ann").get(f"/desk/events/{hall.event.slug}/stages/")

    assert "Four rounds, a tie counts; in a bracket, one more round breaks a tie" in words_of(shown)


def test_a_stage_shows_round_points_that_differ_from_the_sheet(ann: Client) -> None:
    event = plan_event(ann, "swiss-then-cut", sheet="conventional")
    assert save_stage(ann, event, 2, match_format="first-to-9").status_code == 302
    rules = {
        stage.name: " ".join(sentences)
        for stage, _way, _takes, sentences, _steps in ann.get(
            f"/events/{event.slug}/about/"
        ).context["described"]
    }

    assert "tied round is 1 point each" in rules["Last eight"]
    assert "tied round" not in rules["Swiss"]
