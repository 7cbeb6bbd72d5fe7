"""Planning an event from one of the ready-made ones."""

import re
from datetime import UTC, datetime

import pytest
import time_machine
from django.test import Client
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from leagues.actions.events.plan import boards_numbered
from leagues.forms.events.boards import BoardsField, boards_in_words
from leagues.models import Action, Board, Club, Event
from leagues.reads import Sheet, sheet_of
from leagues.reads.events.plans import plan_of
from leagues.reads.events.sheet_choice import FAMILIES, family_of, preset_for, sheet_for
from leagues.stages.event_templates import SHAPES
from scoring.errors import RuleError
from scoring.presets import PRESETS
from scoring.rules import FixedRounds, LastStarts
from scoring.rules_card import OPTIONS
from tests.cast import Cast
from tests.examples import example_count
from tests.leagues.events.planning import OPEN, TYPING, form_of, plan_event, stages_of, words_of

pytestmark = pytest.mark.django_db


# --- A new event ----------------------------------------------------------------------


def test_an_open_is_planned_from_one_form(ann: Client) -> None:
    event = plan_event(ann)

    assert event.starts_at == datetime(2026, 11, 14, 14, 30, tzinfo=UTC)
    assert event.boards.count() == 20
    assert sheet_of(event).preset == "tournament-singles"
    assert stages_of(event) == ["Morning", "Power pools", "Play-offs"]
    assert [plan_of(stage) for stage in event.stages.all()] == list(
        SHAPES["one-day-open"].stages(38)
    )
    page = words_of(ann.get(f"/desk/events/{event.slug}/stages/"))
    assert "<b>15:22</b> with 20 boards" in page
    assert "<b>17:42</b> with 18 boards" in page
    assert "<b>A</b> 10" in page
    assert Action.objects.get(event=event).verb == "create_event"


def test_every_format_is_listed_once_and_those_of_most_clubs_first(ann: Client) -> None:
    page = words_of(ann.get("/desk/new/"))
    listed = re.findall(r'<a class="stretched" href="/desk/new/([\w-]+)/"', page)
    assert listed[:4] == ["club-night", "swiss-night", "pools-then-knockout", "round-robin"]
    assert sorted(listed) == sorted(SHAPES)
    assert "16 players: 5 games, 1 hour, 8 minutes" in page.replace("\xa0", " ")


@pytest.mark.long
@pytest.mark.parametrize("shape", sorted(SHAPES))
def test_every_shape_can_be_planned_and_opened(shape: str, ann: Client) -> None:
    first = ann.get(f"/desk/new/{shape}/")
    typed = form_of(ann, f"/desk/new/{shape}/") | {"name": f"Our {shape}"}
    event = plan_event(ann, shape, **typed)

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
def test_a_shape_knows_what_kind_of_event_it_makes(shape: str, kind: str, ann: Client) -> None:
    assert plan_event(ann, shape).kind == kind


def test_two_events_of_one_name_have_addresses_of_their_own(ann: Client) -> None:
    assert [plan_event(ann).slug, plan_event(ann).slug] == ["westport-open", "westport-open-2"]


def test_an_unknown_shape_is_not_found(ann: Client) -> None:
    assert ann.get("/desk/new/tea-party/").status_code == 404


def test_the_end_is_shown_while_typing(ann: Client) -> None:
    page = words_of(ann.get("/desk/new/one-day-open/", OPEN | {"boards": "10"}, headers=TYPING))

    assert "with 10 boards" in page
    assert "<form" not in page
    assert Event.objects.count() == 0


def test_what_makes_no_sense_yet_does_not_stop_the_estimate(ann: Client) -> None:
    typed = OPEN | {"boards": "1-", "entries": "", "day": "14", "time": "half nine"}

    assert "boards" in words_of(ann.get("/desk/new/one-day-open/", typed, headers=TYPING))


def test_the_length_of_a_league_is_shown_in_weeks(ann: Client) -> None:
    page = words_of(ann.get("/desk/new/league/", OPEN | {"entries": "12"}, headers=TYPING))

    assert "11 games for 12, one a week for 11 weeks" in page


def test_too_few_players_for_a_shape_are_reported(ann: Client) -> None:
    page = words_of(ann.get("/desk/new/page/", OPEN | {"entries": "2"}, headers=TYPING))

    assert (
        "“Page play-off” doesn’t work with the number of players who reach it: a Page play-off needs three or four entries."
        in page
    )


def test_a_late_end_names_the_day(ann: Client) -> None:
    typed = OPEN | {"boards": "2", "time": "19:00"}
    page = words_of(ann.get("/desk/new/one-day-open/", typed, headers=TYPING))

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
    {"options": ["no-hiding", "no-hiding-remove-all"], "options_of": "tournament"},  # type: ignore[dict-item]
    {"visibility": "secret"},
    {"trust": ""},
]


@pytest.mark.parametrize("wrong", WRONG, ids=str)
def test_nonsense_comes_back_with_what_was_typed(wrong: dict[str, str], ann: Client) -> None:
    answer = ann.post("/desk/new/one-day-open/", OPEN | {"place": "Town hall"} | wrong)

    assert answer.status_code == 422
    assert 'value="Town hall"' in words_of(answer)
    assert "Not saved yet" in words_of(answer)
    assert Event.objects.count() == 0


def test_rules_that_exclude_each_other_are_named_where_they_are_ticked(ann: Client) -> None:
    both = {"options": ["no-hiding", "no-hiding-remove-all"], "options_of": "tournament"}
    page = ann.post("/desk/new/one-day-open/", OPEN | both)

    assert page.context["form"].errors["options"] == [
        "choose only one rule about “empty board”: No hiding; No hiding, all removed"
    ]
    assert '<details class="more" open>' in page.text


TEXT = st.text(st.characters(exclude_categories=["Cs"]), max_size=12)


@pytest.mark.long
@settings(
    max_examples=example_count(6), suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(
    typed=st.dictionaries(
        st.sampled_from([*OPEN, "length", "discs", "options", "place", "seen"]),
        TEXT | st.integers().map(str),
        min_size=1,
    )
)
def test_no_nonsense_breaks_the_form(typed: dict[str, str], ann: Client) -> None:
    assert ann.get("/desk/new/championship/", OPEN | typed, headers=TYPING).status_code == 200
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
    assert {family_of(preset) for preset in PRESETS} == set(FAMILIES)


def test_every_preset_can_be_chosen() -> None:
    chosen = {preset_for(family, sides) for family in FAMILIES for sides in Event.Sides.values}

    assert chosen - {None} == set(PRESETS)


@pytest.mark.parametrize(
    ("family", "sides", "preset"),
    [
        ("tournament", "redrawn", "tournament-doubles"),
        ("tournament", "teams", "tournament-singles"),
        ("colours-8-6-4-2", "three", "three-colours-8-6-4-2"),
        ("colours", "four", None),
        ("tournament", "three", None),
        ("last-starts", "singles", "last-starts-singles"),
        ("last-starts", "redrawn", "last-starts-doubles"),
        ("last-starts", "three", "three-last-starts"),
        ("last-starts", "four", "four-last-starts"),
        ("classic-twelve-two-against-one", "doubles", "classic-twelve-two-against-one"),
        ("classic-twelve-two-against-one", "singles", None),
    ],
)
def test_which_sheet_such_sides_play_by(family: str, sides: str, preset: str | None) -> None:
    assert preset_for(family, sides) == preset


def test_a_sheet_may_be_longer_and_have_more_discs(ann: Client) -> None:
    event = plan_event(ann, length="6", discs="12", options=["one-cheek", "shot-clock"])
    sheet = sheet_of(event)

    assert sheet.rule.ends == FixedRounds(6)
    assert sheet.rule.discs == 12
    own = [option.name for option in Sheet.named("tournament-singles").options]
    assert "one-cheek" in own
    assert [option.name for option in sheet.options] == [*own, "shot-clock"]
    shown = form_of(ann, f"/desk/events/{event.slug}/change/")
    assert [shown["length"], shown["discs"]] == [6, 12]
    assert shown["options"] == [*own, "shot-clock"]


def test_a_sheet_brings_its_own_options_and_any_may_be_left_out(ann: Client) -> None:
    own = [option.name for option in Sheet.named("tournament-singles").options]
    kept = plan_event(ann, options=own[1:], options_of="tournament")
    assert [option.name for option in sheet_of(kept).options] == own[1:]

    other = plan_event(
        ann, sheet="race-to-7", options=[*own, "shot-clock"], options_of="tournament"
    )
    names = [option.name for option in sheet_of(other).options]
    assert names == ["novice-re-shoot", "shot-clock"]


def test_a_choice_replaces_the_sheets_own_answer() -> None:
    sheet = sheet_for("tournament", "singles", options=["no-hiding-remove-all"])
    topics = [str(option.topic) for option in sheet.options]

    assert topics.count("empty board") == 1
    assert OPTIONS["no-hiding-remove-all"] in sheet.options


def test_an_event_that_never_had_options_keeps_none(ann: Client) -> None:
    event = plan_event(ann)
    rules = {**event.rules, "options": []}
    Event.objects.filter(pk=event.pk).update(rules=rules)
    path = f"/desk/events/{event.slug}/change/"

    assert ann.post(path, form_of(ann, path) | {"name": "Another"}).status_code == 302
    event.refresh_from_db()
    assert [event.name, event.rules["options"]] == ["Another", []]


def test_the_preview_of_a_plan_has_the_rules_by_what_they_are_about(ann: Client) -> None:
    page = words_of(ann.get("/desk/new/one-day-open/", OPEN, headers=TYPING))

    assert "<b>Who shoots first:</b> Chance decides who shoots first in the first round" in page


def test_a_rule_lets_the_last_shooter_start_the_next_round(ann: Client) -> None:
    event = plan_event(ann, moves="last-starts")
    sheet = sheet_of(event)

    assert sheet.rule.moves == LastStarts()
    assert (
        "The player who shot last in a round starts the next one."
        in dict(sheet.card)["Who shoots first"]
    )
    shown = form_of(ann, f"/desk/events/{event.slug}/change/")
    assert shown["moves"] == "last-starts"


def test_a_target_may_be_moved() -> None:
    assert (
        sheet_for("race-to-7", "singles", length=9).card != sheet_for("race-to-7", "singles").card
    )


@pytest.mark.parametrize(
    ("sheet", "message"),
    [
        (
            "classic-twelve-two-against-one",
            "This sheet is for: Doubles, fixed pairs. Choose that under “Who plays together”, "
            "or choose another sheet.",
        ),
        (
            "colours",
            "This sheet is for: Three at a board. Choose another sheet for an event of this shape.",
        ),
    ],
)
def test_a_sheet_for_other_sides_shows_what_to_choose(
    sheet: str, message: str, ann: Client
) -> None:
    typed = OPEN | {"place": "Town hall", "sides": "singles", "sheet": sheet}
    answer = ann.post("/desk/new/one-day-open/", typed)

    assert message in words_of(answer)
    assert 'value="Town hall"' in words_of(answer)
    assert f'<option value="{sheet}" selected>' in words_of(answer)


def test_a_sheet_for_other_sides_is_refused() -> None:
    with pytest.raises(RuleError, match="doesn’t fit sides"):
        sheet_for("tournament", "four")


def test_the_boards_that_a_page_proposes_may_be_sent_as_they_are(cast: Cast, ann: Client) -> None:
    """A club that numbers only every other board has a long list of them."""
    Board.objects.bulk_create(Board(club=cast.club, number=number) for number in range(1, 200, 2))
    proposed = ann.get("/desk/new/knockout/").context["form"]["boards"].value()

    assert plan_event(ann, "knockout", boards=proposed).boards.count() == 100


@pytest.mark.parametrize(
    ("shape", "now", "proposed"),
    [
        ("club-night", "2026-11-18 10:00", "2026-11-18 19:00"),
        ("club-night", "2026-11-18 19:40", "2026-11-18 20:00"),
        ("swiss-night", "2026-11-18 10:00", "2026-11-18 19:00"),
        ("groups-of-four", "2026-11-18 10:00", "2026-11-18 19:00"),
        ("club-night", "2026-11-18 22:10", "2026-11-19 19:00"),
        ("one-day-open", "2026-11-18 22:10", "2026-11-21 09:30"),
        ("one-day-open", "2026-11-21 09:41", "2026-11-21 10:00"),
        ("one-day-open", "2026-11-21 15:00", "2026-11-28 09:30"),
    ],
)
def test_a_new_event_is_never_proposed_for_a_time_that_is_past(
    shape: str, now: str, proposed: str, ann: Client
) -> None:
    here = Club.objects.get(is_home=True).tzinfo
    with time_machine.travel(datetime.fromisoformat(now).replace(tzinfo=here)):
        form = ann.get(f"/desk/new/{shape}/").context["form"]
    values = [form[name].value() for name in ("day", "time")]
    assert f"{values[0]} {values[1]:%H:%M}" == proposed
