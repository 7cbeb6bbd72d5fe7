"""An organiser plans an event: from a shape, stage by stage, before and during the day."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from leagues.actions.meanwhile import ChangedMeanwhile, print_of
from leagues.actions.plan import TooLate, boards_numbered, change_event, state_of
from leagues.actions.stages import (
    change_stage,
    columns_of,
    move_stage,
    plan_stage,
    remove_stage,
)
from leagues.bridge import sheet_of
from leagues.bridge.plans import plan_of
from leagues.bridge.sheet_choice import FAMILIES, preset_for, sheet_for
from leagues.forms.events import FAMILY_TITLES, BoardsField, boards_in_words
from leagues.models import Action, Entry, Event, Match, PairingRound, Stage
from leagues.stages.plan import StagePlan
from leagues.stages.shapes import SHAPES
from leagues.stages.takes import Bands, Top
from leagues.stages.ways import Heats, Knockout, RoundRobin, SomeGames, Swiss
from scoring.errors import RuleError
from scoring.presets import PRESETS
from scoring.rules import FixedRounds
from tests.cast import Cast

pytestmark = pytest.mark.django_db

OPEN = {
    "name": "Westport Open",
    "day": "2026-11-14",
    "time": "09:30",
    "zone": "America/Toronto",
    "entries": "38",
    "boards": "20",
    "game_minutes": "12",
    "change_over_minutes": "2",
    "sides": "singles",
    "sheet": "tournament",
    "visibility": "public",
    "trust": "confirm",
    "confirm_minutes": "3",
}
TYPING = {"HX-Request": "true"}
STAGE = {
    "name": "Last eight",
    "who": "top",
    "go_on": "8",
    "pools": "1",
    "deal": "snake",
    "match_format": "first-to-9",
    "chain": "usual",
    "placing": "BRONZE",
}


@pytest.fixture
def ann(cast: Cast) -> Client:
    return cast.browser_of("ann")


def plan(ann: Client, shape: str = "one-day-open", **changed: Any) -> Event:
    answer = ann.post(f"/desk/new/{shape}/", OPEN | changed)
    assert answer.status_code == 302, words(answer)
    slug = answer["Location"].split("/")[3]
    return Event.objects.get(slug=slug)


def words(answer: Any) -> str:
    """What a page says, on one line."""
    return " ".join(answer.content.decode().split())


def stages_of(event: Event) -> list[str]:
    return [stage.name for stage in event.stages.all()]


def form_of(ann: Client, path: str) -> dict[str, Any]:
    """What a browser would send back of the form at this address, untouched."""
    form = ann.get(path).context["form"]
    shown = {
        name: field.prepare_value(form[name].value())
        for name, field in form.fields.items()
    }
    return {
        name: said
        for name, said in shown.items()
        if said is not None and said is not False
    }


# --- A new event ----------------------------------------------------------------------


def test_an_open_is_planned_from_one_form(ann: Client) -> None:
    event = plan(ann)

    assert event.starts_at == datetime(2026, 11, 14, 14, 30, tzinfo=UTC)
    assert event.boards.count() == 20
    assert sheet_of(event).preset == "tournament-singles"
    assert stages_of(event) == ["Morning", "Power pools", "Play-offs"]
    assert [plan_of(stage) for stage in event.stages.all()] == list(
        SHAPES["one-day-open"].stages(38)
    )
    page = words(ann.get(f"/desk/events/{event.slug}/stages/"))
    assert "<b>15:22</b> with 20 boards" in page
    assert "<b>17:42</b> with 18 boards" in page
    assert "<b>A</b> 10" in page
    assert Action.objects.get(event=event).verb == "create_event"


@pytest.mark.parametrize("shape", sorted(SHAPES))
def test_every_shape_can_be_planned_and_opened(shape: str, ann: Client) -> None:
    first = ann.get(f"/desk/new/{shape}/")
    typed = form_of(ann, f"/desk/new/{shape}/") | {"name": f"Our {shape}"}
    event = plan(ann, shape, **typed)

    assert first.status_code == 200
    assert event.stages.count() == len(SHAPES[shape].stages(24))
    assert event.sides == SHAPES[shape].sides
    for number in range(1, event.stages.count() + 1):
        page = ann.get(f"/desk/events/{event.slug}/stages/{number}/")
        assert page.status_code == 200
    assert ann.get(f"/desk/events/{event.slug}/stages/").status_code == 200


@pytest.mark.parametrize(
    ("shape", "kind"),
    [("club-night", "club_night"), ("league", "league"), ("knockout", "tournament")],
)
def test_a_shape_knows_what_kind_of_event_it_makes(
    shape: str, kind: str, ann: Client
) -> None:
    assert plan(ann, shape).kind == kind


def test_two_events_of_one_name_have_addresses_of_their_own(ann: Client) -> None:
    assert [plan(ann).slug, plan(ann).slug] == ["westport-open", "westport-open-2"]


def test_a_shape_nobody_knows_is_not_there(ann: Client) -> None:
    assert ann.get("/desk/new/tea-party/").status_code == 404


def test_the_end_is_told_while_typing(ann: Client) -> None:
    page = words(
        ann.get("/desk/new/one-day-open/", OPEN | {"boards": "10"}, headers=TYPING)
    )

    assert "with 10 boards" in page
    assert "<form" not in page
    assert Event.objects.count() == 0


def test_what_makes_no_sense_yet_does_not_stop_the_estimate(ann: Client) -> None:
    typed = OPEN | {"boards": "1-", "entries": "", "day": "14", "time": "half nine"}

    assert "boards" in words(ann.get("/desk/new/one-day-open/", typed, headers=TYPING))


def test_a_league_is_told_in_weeks(ann: Client) -> None:
    page = words(ann.get("/desk/new/league/", OPEN | {"entries": "12"}, headers=TYPING))

    assert "11 pairing rounds for 12: one a week, 11 weeks" in page


def test_too_few_for_a_shape_are_told_so(ann: Client) -> None:
    page = words(ann.get("/desk/new/page/", OPEN | {"entries": "2"}, headers=TYPING))

    assert "“Page play-off” cannot be played by as many as would come to it." in page


def test_a_late_end_names_the_day(ann: Client) -> None:
    typed = OPEN | {"boards": "2", "time": "19:00"}
    page = words(ann.get("/desk/new/one-day-open/", typed, headers=TYPING))

    assert "<b>Mon " in page or "<b>Sun " in page


WRONG: list[dict[str, str]] = [
    {"name": ""},
    {"name": " \t "},
    {"name": "x" * 121},
    {"day": "soon"},
    {"day": "0001-01-01"},
    {"day": "9999-12-31"},
    {"time": "25:00"},
    {"zone": "Mars/Olympus"},
    {"entries": "1"},
    {"entries": "100000000000"},
    {"boards": "0"},
    {"boards": "5-3"},
    {"boards": "500"},
    {"boards": "all"},
    {"game_minutes": "0"},
    {"sides": "four"},
    {"sheet": "colours"},
    {"sheet": "classic-twelve-two-against-one"},
    {"length": "0"},
    {"discs": "61"},
    {"sides": "doubles", "discs": "7"},
    {"options": ["no-hiding", "no-hiding-remove-all"]},  # type: ignore[dict-item]
    {"visibility": "secret"},
    {"trust": ""},
]


@pytest.mark.parametrize("wrong", WRONG, ids=str)
def test_nonsense_comes_back_with_what_was_typed(
    wrong: dict[str, str], ann: Client
) -> None:
    answer = ann.post("/desk/new/one-day-open/", OPEN | {"place": "Town hall"} | wrong)

    assert answer.status_code == 422
    assert 'value="Town hall"' in words(answer)
    assert "Not saved yet" in words(answer)
    assert Event.objects.count() == 0


TEXT = st.text(st.characters(exclude_categories=["Cs"]), max_size=12)


@settings(max_examples=15, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    typed=st.dictionaries(
        st.sampled_from([*OPEN, "length", "discs", "options", "place", "seen"]),
        TEXT | st.integers().map(str),
        min_size=1,
    )
)
def test_no_nonsense_breaks_the_form(typed: dict[str, str], ann: Client) -> None:
    assert (
        ann.get("/desk/new/championship/", OPEN | typed, headers=TYPING).status_code
        == 200
    )
    assert ann.post("/desk/new/championship/", OPEN | typed).status_code in {302, 422}


# --- Boards and sheets ------------------------------------------------------------------


@pytest.mark.parametrize(
    ("typed", "boards"),
    [
        ("12", list(range(1, 13))),
        (" 3 ", [1, 2, 3]),
        ("5-10", [5, 6, 7, 8, 9, 10]),
        ("5–7", [5, 6, 7]),
        ("1-4, 7", [1, 2, 3, 4, 7]),
        ("7,1-2,2", [1, 2, 7]),
        ("5-5", [5]),
    ],
)
def test_boards_are_counted_or_named(typed: str, boards: list[int]) -> None:
    assert BoardsField().clean(typed) == boards
    assert BoardsField().clean(boards_in_words(boards)) == boards


def test_no_boards_are_no_words() -> None:
    assert boards_in_words([]) == ""


def test_boards_of_the_club_are_used_again(cast: Cast) -> None:
    first = boards_numbered(cast.club, [1, 2, 3])
    again = boards_numbered(cast.club, [2, 3, 4])

    assert first[1:] == again[:2]
    assert cast.club.boards.count() == 4


def test_every_sheet_has_a_name_for_organisers() -> None:
    assert set(FAMILY_TITLES) == set(FAMILIES)


def test_every_preset_can_be_chosen() -> None:
    chosen = {
        preset_for(family, sides) for family in FAMILIES for sides in Event.Sides.values
    }

    assert chosen - {None} == set(PRESETS)


@pytest.mark.parametrize(
    ("family", "sides", "preset"),
    [
        ("tournament", "redrawn", "tournament-doubles"),
        ("tournament", "teams", "tournament-singles"),
        ("colours-8-6-4-2", "three", "three-colours-8-6-4-2"),
        ("colours", "four", None),
        ("tournament", "three", None),
        ("classic-twelve-two-against-one", "doubles", "classic-twelve-two-against-one"),
        ("classic-twelve-two-against-one", "singles", None),
    ],
)
def test_which_sheet_such_sides_play_by(
    family: str, sides: str, preset: str | None
) -> None:
    assert preset_for(family, sides) == preset


def test_a_sheet_may_be_longer_and_have_more_discs(ann: Client) -> None:
    event = plan(ann, length="6", discs="12", options=["one-cheek", "shot-clock"])
    sheet = sheet_of(event)

    assert sheet.rule.ends == FixedRounds(6)
    assert sheet.rule.discs == 12
    assert [option.name for option in sheet.options] == ["one-cheek", "shot-clock"]
    shown = form_of(ann, f"/desk/events/{event.slug}/change/")
    assert [shown["length"], shown["discs"]] == [6, 12]
    assert shown["options"] == ["one-cheek", "shot-clock"]


def test_a_target_may_be_moved() -> None:
    assert (
        sheet_for("race-to-7", "singles", length=9).card
        != sheet_for("race-to-7", "singles").card
    )


def test_a_sheet_for_other_sides_is_refused() -> None:
    with pytest.raises(RuleError, match="not written for such sides"):
        sheet_for("tournament", "four")


# --- Changing what an event is ------------------------------------------------------------


def change(ann: Client, event: Event, **changed: Any) -> Any:
    path = f"/desk/events/{event.slug}/change/"
    return ann.post(path, form_of(ann, path) | changed)


def test_what_an_event_is_may_change(ann: Client) -> None:
    event = plan(ann)

    assert change(ann, event, name="Autumn Open", boards="5–10").status_code == 302
    event.refresh_from_db()
    assert event.name == "Autumn Open"
    assert event.slug == "westport-open", "addresses that were given away stay good"
    assert [board.number for board in event.boards.all()] == [5, 6, 7, 8, 9, 10]
    told = Action.objects.filter(event=event).last()
    assert told is not None
    assert told.said["before"] == {
        "name": "Westport Open",
        "boards": list(range(1, 21)),
    }


def test_saving_without_a_change_says_nothing(ann: Client) -> None:
    event = plan(ann)
    before = Action.objects.count()

    assert change(ann, event).status_code == 302
    assert Action.objects.count() == before


def test_sides_stay_once_somebody_is_in(ann: Client) -> None:
    event = plan(ann)
    Entry.objects.create(event=event)

    change(ann, event, sides="doubles", name="Renamed")
    event.refresh_from_db()
    assert [event.sides, event.name] == ["singles", "Renamed"]
    assert "who plays together stays" in words(
        ann.get(f"/desk/events/{event.slug}/change/")
    )


def begin(event: Event, number: int = 1) -> Match:
    stage = event.stages.get(number=number)
    pairing_round = PairingRound.objects.create(stage=stage, number=1)
    return Match.objects.create(
        event=event,
        pairing_round=pairing_round,
        number=1,
        state=Match.State.PLAYING,
        started_at=timezone.now(),
    )


def test_the_sheet_stays_once_play_has_begun(cast: Cast, ann: Client) -> None:
    event = plan(ann)
    begin(event)

    change(ann, event, sheet="race-to-7")
    assert sheet_of(Event.objects.get(pk=event.pk)).preset == "tournament-singles"
    with pytest.raises(TooLate) as late:
        change_event(
            by=cast.who("ann"),
            event=event,
            seen=print_of(state_of(event)),
            sheet=sheet_for("race-to-7", "singles"),
            boards=[1],
            facts={
                name: value
                for name, value in state_of(event).items()
                if name not in {"rules", "boards"}
            },
        )
    assert late.value.parts == {"rules"}


def test_play_that_began_while_the_form_was_open_is_told(
    ann: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    event = plan(ann)
    path = f"/desk/events/{event.slug}/change/"
    typed = form_of(ann, path) | {"sheet": "race-to-7"}
    monkeypatch.setattr(
        "leagues.views.desk.setup.fixed_facts", lambda event: frozenset()
    )
    begin(event)
    answer = ann.post(path, typed)

    assert answer.status_code == 422
    assert "Play has begun" in words(answer)


def test_two_organisers_do_not_overwrite_each_other(ann: Client, cast: Cast) -> None:
    event = plan(ann)
    path = f"/desk/events/{event.slug}/change/"
    anns = form_of(ann, path) | {"place": "Legion hall"}
    change(cast.browser_of("olga"), event, name="Autumn Open", boards="8")
    answer = ann.post(path, anns)

    assert answer.status_code == 409
    assert "It is now “Autumn Open”" in words(answer)
    assert 'value="Legion hall"' in words(answer)
    event.refresh_from_db()
    assert event.place == "", "nothing is overwritten yet"
    again = anns | {"seen": answer.context["form"]["seen"].value()}
    assert ann.post(path, again).status_code == 302
    event.refresh_from_db()
    assert [event.name, event.place] == ["Westport Open", "Legion hall"]


def test_nonsense_does_not_change_an_event(ann: Client) -> None:
    event = plan(ann)
    answer = change(ann, event, name="", boards="none")

    assert answer.status_code == 422
    event.refresh_from_db()
    assert event.name == "Westport Open"


def test_the_end_is_told_while_an_event_is_changed(ann: Client) -> None:
    event = plan(ann)
    path = f"/desk/events/{event.slug}/change/"
    page = words(ann.get(path, form_of(ann, path) | {"boards": "18"}, headers=TYPING))

    assert "<b>17:42</b> with 18 boards" in page


# --- The bin ------------------------------------------------------------------------------


def test_the_bin_and_back(ann: Client) -> None:
    event = plan(ann)

    ann.post(f"/desk/events/{event.slug}/bin/")
    assert ann.get(f"/desk/events/{event.slug}/stages/").status_code == 404
    assert "Westport Open" not in words(ann.get("/desk/new/"))
    assert "Westport Open" in words(ann.get("/desk/events/?bin"))
    ann.post(f"/desk/events/{event.slug}/restore/")
    assert ann.get(f"/desk/events/{event.slug}/stages/").status_code == 200
    told = [row.verb for row in Action.objects.filter(event=event)]
    assert told == ["create_event", "bin_event", "restore_event"]


def test_binning_twice_is_told_once(ann: Client) -> None:
    event = plan(ann)
    for _ in range(2):
        ann.post(f"/desk/events/{event.slug}/restore/")

    assert Action.objects.filter(event=event).count() == 1


def test_a_scorer_finds_the_events_but_plans_none(cast: Cast, ann: Client) -> None:
    plan(ann)
    page = words(cast.browser_of("sam").get("/desk/events/"))

    assert "Westport Open" in page
    assert "Plan an event" not in page
    assert "No events yet" not in page


def test_the_first_event_is_invited(ann: Client) -> None:
    assert "No events yet" in words(ann.get("/desk/events/"))
    assert "The bin is empty" in words(ann.get("/desk/events/?bin"))


def test_many_events_come_in_pages(cast: Cast, ann: Client) -> None:
    Event.objects.bulk_create(
        Event(
            club=cast.club, name=f"Night {n}", slug=f"n-{n}", starts_at=timezone.now()
        )
        for n in range(60)
    )

    assert "51–60 / 60" in words(ann.get("/desk/events/?page=2"))


# --- Stages ---------------------------------------------------------------------------------


def test_a_stage_is_added_at_the_end(ann: Client) -> None:
    event = plan(ann, "club-night")
    assert "Swiss" in words(ann.get(f"/desk/events/{event.slug}/stages/add/"))
    path = f"/desk/events/{event.slug}/stages/add/knockout/"
    assert ann.get(path).status_code == 200
    answer = ann.post(path, STAGE)

    assert answer.status_code == 302
    assert stages_of(event) == ["Tonight", "Last eight"]
    added = plan_of(event.stages.get(number=2))
    assert added == StagePlan(
        name="Last eight",
        way=Knockout(),
        takes=Top(8),
        match_format="first-to-9",
        chain=(),
    )


@pytest.mark.parametrize(
    ("kind", "typed"),
    [
        ("round_robin", {"legs": "2", "bye_points": "4"}),
        ("partial", {"games": "6", "bye_points": "0"}),
        ("swiss", {"games": "6", "within": "FOLD", "bye": "TOP", "bye_points": "0"}),
        ("double_knockout", {"reset": "on"}),
        ("page", {}),
        ("outsiders", {"clubs": "3", "bye_points": "0"}),
        ("shoot_out", {}),
    ],
)
def test_every_way_of_pairing_can_be_added(
    kind: str, typed: dict[str, str], ann: Client
) -> None:
    event = plan(ann, "club-night")
    answer = ann.post(f"/desk/events/{event.slug}/stages/add/{kind}/", STAGE | typed)

    assert answer.status_code == 302, words(answer)
    assert event.stages.get(number=2).format == kind
    assert ann.get(f"/desk/events/{event.slug}/stages/").status_code == 200


@pytest.mark.parametrize(
    ("shape", "kind", "status"),
    [
        ("rotating-doubles", "partners", 200),
        ("rotating-doubles", "swiss", 404),
        ("at-a-board", "heats", 200),
        ("at-a-board", "knockout", 404),
        ("club-night", "heats", 404),
        ("club-night", "tea", 404),
        ("club-night", "shoot_out", 200),
    ],
)
def test_a_way_of_pairing_suits_the_sides_or_is_not_there(
    shape: str, kind: str, status: int, ann: Client
) -> None:
    sides = SHAPES[shape].sides
    sheet = "colours-8-6-4-2" if sides == "four" else "tournament"
    event = plan(ann, shape, sides=sides, sheet=sheet)

    path = f"/desk/events/{event.slug}/stages/add/{kind}/"
    assert ann.get(path).status_code == status


def test_as_many_sit_at_a_board_as_the_event_says(ann: Client) -> None:
    event = plan(ann, "at-a-board", sides="three", sheet="colours-8-6-4-2")
    assert plan_of(event.stages.get(number=1)).way == Heats(size=3)

    assert change(ann, event, sides="four").status_code == 302
    assert plan_of(event.stages.get(number=1)).way == Heats(size=4)
    assert save(ann, event, 1, games="6").status_code == 302
    assert plan_of(event.stages.get(number=1)).way == Heats(games=6, size=4)


def test_a_first_stage_takes_everybody(cast: Cast, ann: Client) -> None:
    event = plan(ann, "club-night")
    ann.post(f"/desk/events/{event.slug}/stages/1/remove/")
    assert "No stages yet" in words(ann.get(f"/desk/events/{event.slug}/stages/"))
    path = f"/desk/events/{event.slug}/stages/add/swiss/"
    form = ann.get(path).context["form"]

    assert [value for value, _label in form.fields["who"].choices] == ["everyone"]
    assert "carries_over" not in form.fields
    assert ann.post(path, STAGE | {"games": "5"}).status_code == 422


@pytest.mark.parametrize(
    "wrong",
    [
        {"name": " "},
        {"who": "winners"},
        {"go_on": "1"},
        {"go_on": "many"},
        {"pools": "27"},
        {"match_format": "chess"},
        {"minutes": "-1"},
        {"placing": "NONE"},
    ],
    ids=str,
)
def test_a_stage_that_makes_no_sense_comes_back(
    wrong: dict[str, str], ann: Client
) -> None:
    event = plan(ann, "club-night")
    path = f"/desk/events/{event.slug}/stages/add/knockout/"
    answer = ann.post(path, STAGE | {"minutes": "33"} | wrong)

    assert answer.status_code == 422
    assert 'value="33"' in words(answer) or "minutes" in wrong
    assert event.stages.count() == 1


def test_tie_breaks_are_asked_where_there_is_a_table(ann: Client) -> None:
    event = plan(ann)
    path = f"/desk/events/{event.slug}/stages/add/"
    form = ann.get(f"{path}swiss/").context["form"]

    assert dict(form.fields["chain"].choices)["usual"].startswith("As usual: points")
    assert "chain" not in ann.get(f"{path}knockout/").context["form"].fields
    swiss = STAGE | {"games": "5", "bye_points": "0", "within": "FOLD", "bye": "TOP"}
    assert (
        ann.post(f"{path}swiss/", swiss | {"chain": "points,coin"}).status_code == 422
    )
    answer = ann.post(f"{path}swiss/", swiss | {"chain": "points,twenties"})
    assert answer.status_code == 302
    assert plan_of(event.stages.get(number=4)).chain == ("points", "twenties")


def save(ann: Client, event: Event, number: int, **changed: Any) -> Any:
    path = f"/desk/events/{event.slug}/stages/{number}/"
    return ann.post(path, form_of(ann, path) | changed)


def test_a_stage_is_changed_and_the_log_says_what_it_was(ann: Client) -> None:
    event = plan(ann)

    assert save(ann, event, 2, pools="3", minutes="15").status_code == 302
    assert plan_of(event.stages.get(number=2)).takes == Bands(3)
    told = Action.objects.filter(event=event).last()
    assert told is not None
    assert [told.verb, told.said["stage"]] == ["change_stage", "Power pools"]
    assert told.said["before"] == {
        "source": {"kind": "bands", "pools": 4},
        "match_minutes": None,
    }
    assert told.said["after"]["match_minutes"] == 15


def test_the_tie_breaks_in_force_stay_where_nobody_changes_them(ann: Client) -> None:
    event = plan(ann)
    before = plan_of(event.stages.get(number=1))
    save(ann, event, 1)

    assert plan_of(event.stages.get(number=1)) == before
    assert Action.objects.filter(event=event).count() == 1


def test_a_stage_may_be_paired_another_way(ann: Client) -> None:
    event = plan(ann)
    path = f"/desk/events/{event.slug}/stages/1/?format=swiss"
    typed = form_of(ann, path)
    assert ann.post(path, typed | {"games": "6"}).status_code == 302

    assert plan_of(event.stages.get(number=1)).way == Swiss(6)


def test_how_it_would_go_is_told_while_a_stage_is_changed(ann: Client) -> None:
    event = plan(ann)
    path = f"/desk/events/{event.slug}/stages/1/"
    page = words(ann.get(path, form_of(ann, path) | {"games": "5"}, headers=TYPING))

    assert "5 games each" in page
    assert plan_of(event.stages.get(number=1)).way == SomeGames(10)


def test_what_if_so_many_came(ann: Client) -> None:
    event = plan(ann)
    page = words(
        ann.get(f"/desk/events/{event.slug}/stages/", {"for": "80"}, headers=TYPING)
    )

    assert "· 80" in page
    for nonsense in ("", "-1", "²", "9" * 400, "many"):
        asked = {"for": nonsense}
        answer = ann.get(f"/desk/events/{event.slug}/stages/", asked, headers=TYPING)
        assert answer.context["outlook"].entries == 38


def test_who_is_in_counts_more_than_who_was_expected(ann: Client) -> None:
    event = plan(ann)
    Entry.objects.bulk_create(Entry(event=event) for _ in range(12))

    page = ann.get(f"/desk/events/{event.slug}/stages/")
    assert page.context["outlook"].entries == 12


def test_two_organisers_do_not_overwrite_a_stage(ann: Client, cast: Cast) -> None:
    event = plan(ann)
    path = f"/desk/events/{event.slug}/stages/1/"
    anns = form_of(ann, path) | {"minutes": "14"}
    save(cast.browser_of("olga"), event, 1, name="Forenoon", games="8")
    answer = ann.post(path, anns)

    assert answer.status_code == 409
    assert "It is now “Forenoon”: 8 games each" in words(answer)
    assert 'value="14"' in words(answer)
    assert event.stages.get(number=1).match_minutes is None
    again = anns | {"seen": answer.context["form"]["seen"].value()}
    assert ann.post(path, again).status_code == 302
    assert event.stages.get(number=1).match_minutes == 14


@pytest.mark.parametrize(
    ("told", "disabled"),
    [
        ("open", {"who", "pools", "deal"}),
        ("drawn", {"who", "pools", "deal", "bye_points"}),
        ("being played", {"who", "pools", "deal", "bye_points", "match_format"}),
        (
            "over",
            {"who", "pools", "deal", "bye_points", "match_format", "games", "minutes"}
            | {"chain", "is_queue"},
        ),
    ],
)
def test_what_may_still_change_is_said(
    told: str, disabled: set[str], ann: Client
) -> None:
    event = plan(ann)
    stage = event.stages.get(number=1)
    if told in {"being played", "over"}:
        begin(event)
    if told == "drawn":
        PairingRound.objects.create(stage=stage, number=1)
    closed = timezone.now() if told == "over" else None
    Stage.objects.filter(pk=stage.pk).update(opened_at=timezone.now(), closed_at=closed)
    page = ann.get(f"/desk/events/{event.slug}/stages/1/")
    form = page.context["form"]

    assert f"This stage is {told}" in words(page)
    assert {name for name, field in form.fields.items() if field.disabled} == disabled


def test_a_stage_under_way_may_be_cut_short_but_not_below_what_is_drawn(
    cast: Cast, ann: Client
) -> None:
    event = plan(ann)
    begin(event)
    stage = event.stages.get(number=1)
    PairingRound.objects.create(stage=stage, number=2)

    assert save(ann, event, 1, games="1").status_code == 422
    assert save(ann, event, 1, games="7").status_code == 302
    assert plan_of(event.stages.get(number=1)).way == SomeGames(7)


def test_an_action_refuses_what_the_form_would_not_offer(
    cast: Cast, ann: Client
) -> None:
    event = plan(ann)
    begin(event)
    stage = event.stages.get(number=1)
    other = StagePlan(name="Morning", way=RoundRobin())

    with pytest.raises(TooLate):
        change_stage(
            by=cast.who("ann"),
            stage=stage,
            plan=other,
            seen=print_of(columns_of(stage)),
        )
    with pytest.raises(ChangedMeanwhile):
        change_stage(by=cast.who("ann"), stage=stage, plan=other, seen="")


def test_stages_change_places_while_nothing_hangs_on_them(ann: Client) -> None:
    event = plan(ann)
    path = f"/desk/events/{event.slug}/stages/3/move/"

    ann.post(path, {"earlier": "1"})
    assert stages_of(event) == ["Morning", "Play-offs", "Power pools"]
    ann.post(f"/desk/events/{event.slug}/stages/2/move/", {"later": "1"})
    assert stages_of(event) == ["Morning", "Power pools", "Play-offs"]


def test_a_stage_does_not_move_past_one_that_is_played(cast: Cast, ann: Client) -> None:
    event = plan(ann)
    begin(event)
    answer = ann.post(
        f"/desk/events/{event.slug}/stages/2/move/", {"earlier": "1"}, follow=True
    )

    assert "Power pools stays where it is." in words(answer)
    assert stages_of(event) == ["Morning", "Power pools", "Play-offs"]
    with pytest.raises(TooLate):
        move_stage(by=cast.who("ann"), stage=event.stages.get(number=3), earlier=False)


def test_a_planned_stage_is_taken_away_and_the_rest_close_up(ann: Client) -> None:
    event = plan(ann)
    ann.post(f"/desk/events/{event.slug}/stages/2/remove/")

    assert list(event.stages.values_list("number", "name")) == [
        (1, "Morning"),
        (2, "Play-offs"),
    ]
    told = Action.objects.filter(event=event).last()
    assert told is not None
    assert told.said["was"]["source"] == {"kind": "bands", "pools": 4}


def test_a_stage_that_has_begun_stays(cast: Cast, ann: Client) -> None:
    event = plan(ann)
    begin(event)
    answer = ann.post(f"/desk/events/{event.slug}/stages/1/remove/", follow=True)

    assert "Morning has begun, and stays." in words(answer)
    with pytest.raises(TooLate):
        remove_stage(by=cast.who("ann"), stage=event.stages.get(number=1))


def test_a_stage_may_be_planned_without_a_page(cast: Cast, ann: Client) -> None:
    event = plan(ann)
    stage = plan_stage(
        by=cast.who("ann"), event=event, plan=StagePlan(name="Final", way=Knockout())
    )

    assert stage.number == 4


def queries(ann: Client, path: str) -> int:
    with CaptureQueriesContext(
        connection,
    ) as asked:
        assert ann.get(path).status_code == 200
    return len(asked)


@pytest.mark.parametrize(
    "page", ["stages/", "stages/1/", "change/", "stages/add/swiss/"]
)
def test_a_larger_event_asks_no_more_of_the_database(page: str, ann: Client) -> None:
    event = plan(ann)
    path = f"/desk/events/{event.slug}/{page}"
    few = queries(ann, path)
    Entry.objects.bulk_create(Entry(event=event) for _ in range(60))
    for number in (4, 5, 6):
        Stage.objects.create(event=event, number=number, name="More", format="knockout")

    assert queries(ann, path) <= few
