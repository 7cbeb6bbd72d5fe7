"""Adding and changing stages of an event, before and during the day."""

import re

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from leagues.actions.events.stages import (
    change_stage,
    columns_of,
    move_stage,
    plan_stage,
    remove_stage,
)
from leagues.actions.log.undo import undo
from leagues.actions.refusal import Refused, Stale
from leagues.models import Action, Entry, Event, Match, PairingRound, Stage
from leagues.reads.events.fitting_formats import formats_for
from leagues.reads.events.plans import plan_of, progress_of
from leagues.reads.state_marks import mark_of
from leagues.stages.entry_sources import Bands, Top
from leagues.stages.event_templates import SHAPES
from leagues.stages.pairing_ways import (
    AllShoot,
    Heats,
    Knockout,
    PairingWay,
    Partners,
    RoundRobin,
    SomeGames,
    Swiss,
    kind_and_options,
)
from leagues.stages.ranking import Ranking, WhenUnequal
from leagues.stages.stage_plan import StagePlan
from scoring.standings import AfterSplit
from tests.cast import Cast
from tests.leagues.events.planning import (
    STAGE,
    TYPING,
    begin_match,
    form_of,
    plan_event,
    save_event,
    save_stage,
    stages_of,
    words_of,
)
from tests.leagues.play.desk_hall import open_hall

pytestmark = pytest.mark.django_db


def test_a_stage_is_added_at_the_end(ann: Client) -> None:
    event = plan_event(ann, "club-night")
    kinds = ann.get(f"/desk/events/{event.slug}/stages/add/")
    assert "Each game is against a player near you in the table." in words_of(kinds)
    assert kinds.content.decode().count('<svg viewBox="0 -1 24 20"') == len(formats_for("singles"))
    path = f"/desk/events/{event.slug}/stages/add/knockout/"
    assert ann.get(path).status_code == 200
    answer = ann.post(path, STAGE)

    assert answer.status_code == 302
    assert stages_of(event) == ["Tonight", "Last eight"]
    added = plan_of(event.stages.get(number=2))
    assert added == StagePlan(
        name="Last eight", way=Knockout(), takes=Top(8), match_format="first-to-9", chain=()
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
        ("outsiders", {"clubs": "3", "best": "4", "bye_points": "0"}),
        ("shoot_out", {}),
    ],
)
def test_every_way_of_pairing_can_be_added(kind: str, typed: dict[str, str], ann: Client) -> None:
    event = plan_event(ann, "club-night")
    answer = ann.post(f"/desk/events/{event.slug}/stages/add/{kind}/", STAGE | typed)

    assert answer.status_code == 302, words_of(answer)
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
    event = plan_event(ann, shape, sides=sides, sheet=sheet)

    path = f"/desk/events/{event.slug}/stages/add/{kind}/"
    assert ann.get(path).status_code == status


@pytest.mark.long
def test_the_event_decides_how_many_sit_at_a_board(ann: Client) -> None:
    event = plan_event(ann, "at-a-board", sides="three", sheet="colours-8-6-4-2")
    assert plan_of(event.stages.get(number=1)).way == Heats(size=3, mixed=True, even_pay=True)

    assert save_event(ann, event, sides="four").status_code == 302
    assert plan_of(event.stages.get(number=1)).way == Heats(size=4, mixed=True, even_pay=True)
    assert save_stage(ann, event, 1, games="6").status_code == 302
    assert plan_of(event.stages.get(number=1)).way == Heats(
        games=6, size=4, mixed=True, even_pay=True
    )


def test_a_first_stage_takes_everybody(cast: Cast, ann: Client) -> None:
    event = plan_event(ann, "club-night")
    ann.post(f"/desk/events/{event.slug}/stages/1/remove/")
    assert "No stages yet" in words_of(ann.get(f"/desk/events/{event.slug}/stages/"))
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
def test_a_stage_that_makes_no_sense_comes_back(wrong: dict[str, str], ann: Client) -> None:
    event = plan_event(ann, "club-night")
    path = f"/desk/events/{event.slug}/stages/add/knockout/"
    answer = ann.post(path, STAGE | {"minutes": "33"} | wrong)

    assert answer.status_code == 422
    assert 'value="33"' in words_of(answer) or "minutes" in wrong
    assert event.stages.count() == 1


def test_tie_breaks_are_asked_where_there_is_a_table(ann: Client) -> None:
    event = plan_event(ann)
    path = f"/desk/events/{event.slug}/stages/add/"
    form = ann.get(f"{path}swiss/").context["form"]

    assert dict(form.fields["chain"].choices)["usual"].startswith("As usual: points")
    assert "chain" not in ann.get(f"{path}knockout/").context["form"].fields
    swiss = STAGE | {"games": "5", "bye_points": "0", "within": "FOLD", "bye": "TOP"}
    assert ann.post(f"{path}swiss/", swiss | {"chain": "points,coin"}).status_code == 422
    answer = ann.post(f"{path}swiss/", swiss | {"chain": "points,twenties"})
    assert answer.status_code == 302
    assert plan_of(event.stages.get(number=4)).chain == ("points", "twenties")


def test_what_becomes_of_ties_and_unequal_games_is_the_stages_own(ann: Client) -> None:
    event = plan_event(ann)
    rules = {"after_split": "continue", "prorate": "never"}

    assert save_stage(ann, event, 1, **rules).status_code == 302
    kept = event.stages.get(number=1)
    assert kept.ranking == {"kind": "ranking", **rules}
    assert plan_of(kept).ranking == Ranking(AfterSplit.CONTINUE, WhenUnequal.NEVER)
    action = Action.objects.filter(event=event).last()
    assert action is not None
    assert action.details["before"] == {"ranking": {}}
    assert save_stage(ann, event, 1, prorate="now and then").status_code == 422


def test_a_changed_stage_is_logged_with_its_earlier_values(ann: Client) -> None:
    event = plan_event(ann)

    assert save_stage(ann, event, 2, pools="3", minutes="15").status_code == 302
    assert plan_of(event.stages.get(number=2)).takes == Bands(3)
    action = Action.objects.filter(event=event).last()
    assert action is not None
    assert [action.verb, action.details["stage"]] == ["change_stage", "Power pools"]
    assert action.details["before"] == {
        "source": {"kind": "bands", "pools": 4, "by_hand": []},
        "match_minutes": None,
    }
    assert action.details["after"]["match_minutes"] == 15


def test_lunch_is_planned_and_the_plan_ends_later(ann: Client) -> None:
    event = plan_event(ann)
    path = f"/desk/events/{event.slug}/stages/2/"
    typed = form_of(ann, path) | {"not_before": "13:30", "break_minutes": "30"}
    assert '<details class="more"> <summary>Timetable' in words_of(ann.get(path))

    seen = words_of(ann.get(path, typed, headers=TYPING))
    assert re.findall(r"\d\d:\d\d–\d\d:\d\d", seen) == ["09:30–11:48", "13:30–15:34", "15:54–16:44"]
    assert "<b>16:44</b> with 20 boards" in seen
    assert ann.post(path, typed).status_code == 302
    kept = plan_of(event.stages.get(number=2))
    assert (kept.break_minutes, kept.not_before) == (30, 13 * 60 + 30)
    shown = words_of(ann.get(path))
    assert 'value="13:30"' in shown
    assert '<details class="more" open> <summary>Timetable' in shown
    log = words_of(ann.get(f"/desk/events/{event.slug}/log/"))
    assert "break before it" in log
    Entry.objects.bulk_create(Entry(event=event) for _ in range(38))
    poster = words_of(ann.get(f"/events/{event.slug}/"))
    assert re.search(r"13:30</b> <span> <strong>Power pools", poster)


def test_finals_on_sunday_keep_their_time_when_the_event_moves(ann: Client) -> None:
    event = plan_event(ann)
    Entry.objects.bulk_create(Entry(event=event) for _ in range(38))
    save_stage(ann, event, 2, not_before="09:00", day="2026-11-15")
    assert event.stages.get(number=2).not_before == (24 + 9) * 60
    assert "Sun 09:00–" in words_of(ann.get(f"/desk/events/{event.slug}/stages/"))
    assert "Sun 09:00</b>" in words_of(ann.get(f"/events/{event.slug}/"))

    save_event(ann, event, day="2026-12-05", time="10:00", zone="Europe/Paris")
    page = words_of(ann.get(f"/desk/events/{event.slug}/stages/2/"))
    assert 'value="09:00"' in page
    assert 'value="2026-12-06"' in page


@pytest.mark.parametrize(
    ("typed", "refusal"),
    [
        ({"not_before": "01:30"}, "The event begins at 09:30. Choose a later time."),
        ({"not_before": "13:30", "day": "2026-11-13"}, "Choose the first day"),
        ({"not_before": "13:30", "day": "2027-11-14"}, "Choose the first day"),
        ({"not_before": "half past one"}, "Enter a valid time."),
        ({"break_minutes": "-5"}, "greater than or equal to 0"),
    ],
    ids=str,
)
def test_a_start_before_the_event_is_refused(
    typed: dict[str, str], refusal: str, ann: Client
) -> None:
    event = plan_event(ann)
    answer = save_stage(ann, event, 2, **typed)

    assert answer.status_code == 422
    assert refusal in words_of(answer)
    assert all(f'value="{each}"' in words_of(answer) for each in typed.values())
    assert event.stages.get(number=2).not_before is None


def test_a_new_start_is_taken_back(ann: Client, cast: Cast) -> None:
    event = plan_event(ann)
    save_stage(ann, event, 2, not_before="13:30")
    undo(by=cast.who("ann"), action=event.log.get(verb="change_stage"))
    assert event.stages.get(number=2).not_before is None


def test_the_tie_breaks_in_force_stay_unless_changed(ann: Client) -> None:
    event = plan_event(ann)
    before = plan_of(event.stages.get(number=1))
    save_stage(ann, event, 1)

    assert plan_of(event.stages.get(number=1)) == before
    assert Action.objects.filter(event=event).count() == 1


def test_a_stage_may_be_paired_another_way(ann: Client) -> None:
    event = plan_event(ann)
    path = f"/desk/events/{event.slug}/stages/1/?format=swiss"
    typed = form_of(ann, path)
    assert ann.post(path, typed | {"games": "6"}).status_code == 302

    assert plan_of(event.stages.get(number=1)).way == Swiss(6)


def test_the_effect_is_shown_while_a_stage_is_changed(ann: Client) -> None:
    event = plan_event(ann)
    path = f"/desk/events/{event.slug}/stages/1/"
    page = words_of(ann.get(path, form_of(ann, path) | {"games": "5"}, headers=TYPING))

    assert "5 games each" in page
    assert plan_of(event.stages.get(number=1)).way == SomeGames(10, bye_points=0)


@pytest.mark.long
def test_a_forecast_for_another_number_of_entries(ann: Client) -> None:
    event = plan_event(ann)
    page = words_of(ann.get(f"/desk/events/{event.slug}/stages/", {"for": "80"}, headers=TYPING))

    assert "· 80" in page
    for nonsense in ("", "-1", "²", "9" * 400, "many"):
        asked = {"for": nonsense}
        answer = ann.get(f"/desk/events/{event.slug}/stages/", asked, headers=TYPING)
        assert answer.context["outlook"].entries == 38


def test_who_is_in_counts_more_than_who_was_expected(ann: Client) -> None:
    event = plan_event(ann)
    Entry.objects.bulk_create(Entry(event=event) for _ in range(12))

    page = ann.get(f"/desk/events/{event.slug}/stages/")
    assert page.context["outlook"].entries == 12


def test_two_organisers_do_not_overwrite_a_stage(ann: Client, cast: Cast) -> None:
    event = plan_event(ann)
    path = f"/desk/events/{event.slug}/stages/1/"
    anns = form_of(ann, path) | {"minutes": "14"}
    save_stage(cast.browser_of("olga"), event, 1, name="Forenoon", games="8")
    answer = ann.post(path, anns)

    assert answer.status_code == 422
    assert "It is now “Forenoon”: 8 games each" in words_of(answer)
    assert 'value="14"' in words_of(answer)
    assert event.stages.get(number=1).match_minutes is None
    again = anns | {"seen": answer.context["form"]["seen"].value()}
    assert ann.post(path, again).status_code == 302
    assert event.stages.get(number=1).match_minutes == 14


@pytest.mark.parametrize(
    ("note", "disabled"),
    [
        ("This stage is open", {"who", "pools", "deal"}),
        ("This stage is drawn", {"who", "pools", "deal", "bye_points"}),
        ("Play has begun", {"who", "pools", "deal", "bye_points", "match_format"}),
        (
            "This stage is finished",
            {"who", "pools", "deal", "bye_points", "match_format", "games", "minutes"}
            | {"chain", "after_split", "prorate", "is_queue", "walkover"},
        ),
    ],
)
def test_a_stage_shows_what_may_still_change(note: str, disabled: set[str], ann: Client) -> None:
    event = plan_event(ann)
    stage = event.stages.get(number=1)
    if note in {"Play has begun", "This stage is finished"}:
        begin_match(event)
    if note == "This stage is drawn":
        PairingRound.objects.create(stage=stage, number=1)
    if note == "This stage is finished":
        Event.objects.filter(pk=event.pk).update(state=Event.State.FINISHED)
    Stage.objects.filter(pk=stage.pk).update(opened_at=timezone.now())
    page = ann.get(f"/desk/events/{event.slug}/stages/1/")
    form = page.context["form"]

    assert note in words_of(page)
    assert {name for name, field in form.fields.items() if field.disabled} == disabled
    is_shown_as_text = "<dt>A match is</dt>" in words_of(page)
    assert is_shown_as_text == (note == "This stage is finished")
    assert ('name="minutes"' in words_of(page)) != is_shown_as_text


def test_a_stage_is_over_when_all_is_played_and_the_next_has_begun(ann: Client) -> None:
    event = plan_event(ann)
    match = played_one(event)
    stages_open(event, 1)
    assert finished_stages(event) == []
    stages_open(event, 2)
    assert finished_stages(event) == ["Morning"]
    assert "Finished" in words_of(ann.get(f"/desk/events/{event.slug}/stages/"))
    Match.objects.filter(pk=match.pk).update(state=Match.State.PLAYING, ending="")
    assert finished_stages(event) == []


@pytest.mark.parametrize(
    ("way", "is_over"),
    [
        (Swiss(1), True),
        (Swiss(2), False),
        (Partners(None), True),
        (AllShoot(), True),
        (RoundRobin(), True),
    ],
    ids=["its only round", "its first of two", "until all have met", "20s", "ahead"],
)
def test_between_two_rounds_a_stage_beside_another_is_not_over(
    way: PairingWay, is_over: bool, ann: Client
) -> None:
    event = plan_event(ann)
    played_one(event)
    kind, options = kind_and_options(way)
    event.stages.filter(number=1).update(format=kind, options=options)
    stages_open(event, 2)

    assert finished_stages(event) == (["Morning"] if is_over else [])


def played_one(event: Event) -> Match:
    """One game of the morning, published and played."""
    match = begin_match(event)
    PairingRound.objects.of(event).update(state=PairingRound.State.PUBLISHED)
    Match.objects.filter(pk=match.pk).update(state=Match.State.FINISHED, ending=Match.Ending.PLAYED)
    event.stages.filter(number=1).update(options={"games": 1})
    return match


def stages_open(event: Event, many: int) -> None:
    event.stages.filter(number__lte=many).update(opened_at=timezone.now())


def finished_stages(event: Event) -> list[str]:
    progress = progress_of(event)
    return [each.name for each in event.stages.all() if progress[each.pk].over]


@pytest.mark.long
def test_a_stage_under_way_may_be_cut_short_but_not_below_what_is_drawn(
    cast: Cast, ann: Client
) -> None:
    event = plan_event(ann)
    begin_match(event)
    stage = event.stages.get(number=1)
    PairingRound.objects.create(stage=stage, number=2)

    assert save_stage(ann, event, 1, games="1").status_code == 422
    assert save_stage(ann, event, 1, games="7").status_code == 302
    assert plan_of(event.stages.get(number=1)).way == SomeGames(7, bye_points=0)


def test_an_action_refuses_what_the_form_would_not_offer(cast: Cast, ann: Client) -> None:
    event = plan_event(ann)
    begin_match(event)
    stage = event.stages.get(number=1)
    other = StagePlan(name="Morning", way=RoundRobin())

    with pytest.raises(Refused, match="Too much has been played"):
        change_stage(by=cast.who("ann"), stage=stage, plan=other, seen=mark_of(columns_of(stage)))
    with pytest.raises(Stale):
        change_stage(by=cast.who("ann"), stage=stage, plan=other, seen="")


def test_a_stage_of_drafts_can_change_once_they_are_deleted(cast: Cast, ann: Client) -> None:
    event = plan_event(ann)
    stages_open(event, 1)
    stage = event.stages.get(number=1)
    PairingRound.objects.create(stage=stage, number=1)

    with pytest.raises(Refused, match="Delete the drafts"):
        change_stage(
            by=cast.who("ann"),
            stage=stage,
            plan=StagePlan(name="Morning", way=RoundRobin()),
            seen=mark_of(columns_of(stage)),
        )


def test_stages_change_places_while_nothing_hangs_on_them(ann: Client) -> None:
    event = plan_event(ann)
    path = f"/desk/events/{event.slug}/stages/3/move/"

    ann.post(path, {"earlier": "1"})
    assert stages_of(event) == ["Morning", "Play-offs", "Power pools"]
    ann.post(f"/desk/events/{event.slug}/stages/2/move/", {"later": "1"})
    assert stages_of(event) == ["Morning", "Power pools", "Play-offs"]


def test_a_stage_does_not_move_past_one_that_is_played(cast: Cast, ann: Client) -> None:
    event = plan_event(ann)
    begin_match(event)
    answer = ann.post(f"/desk/events/{event.slug}/stages/2/move/", {"earlier": "1"}, follow=True)

    assert "Power pools can’t be moved." in words_of(answer)
    assert stages_of(event) == ["Morning", "Power pools", "Play-offs"]
    with pytest.raises(Refused, match="can’t be moved"):
        move_stage(by=cast.who("ann"), stage=event.stages.get(number=3), earlier=False)


def test_a_planned_stage_is_taken_away_and_the_rest_close_up(ann: Client) -> None:
    event = plan_event(ann)
    ann.post(f"/desk/events/{event.slug}/stages/2/remove/")

    assert list(event.stages.values_list("number", "name")) == [(1, "Morning"), (2, "Play-offs")]
    action = Action.objects.filter(event=event).last()
    assert action is not None
    [removed] = [was for _model, _keys, was, now in action.details["rows"] if now is None]
    assert removed["source"] == {"kind": "bands", "pools": 4, "by_hand": []}


def test_a_stage_that_has_begun_stays(cast: Cast, ann: Client) -> None:
    event = plan_event(ann)
    begin_match(event)
    answer = ann.post(f"/desk/events/{event.slug}/stages/1/remove/", follow=True)

    assert "Morning has begun, so it can’t be removed." in words_of(answer)
    with pytest.raises(Refused, match="has begun, so it can’t be removed"):
        remove_stage(by=cast.who("ann"), stage=event.stages.get(number=1))


def test_a_stage_may_be_planned_without_a_page(cast: Cast, ann: Client) -> None:
    event = plan_event(ann)
    stage = plan_stage(
        by=cast.who("ann"), event=event, plan=StagePlan(name="Final", way=Knockout())
    )

    assert stage.number == 4


def count_queries(ann: Client, path: str) -> int:
    with CaptureQueriesContext(connection) as asked:
        assert ann.get(path).status_code == 200
    return len(asked)


@pytest.mark.parametrize("page", ["stages/", "stages/1/", "change/", "stages/add/swiss/"])
def test_a_larger_event_asks_no_more_of_the_database(page: str, ann: Client) -> None:
    event = plan_event(ann)
    path = f"/desk/events/{event.slug}/{page}"
    few = count_queries(ann, path)
    Entry.objects.bulk_create(Entry(event=event) for _ in range(60))
    for number in (4, 5, 6):
        Stage.objects.create(event=event, number=number, name="More", format="knockout")

    assert count_queries(ann, path) <= few


@pytest.mark.parametrize(
    ("shape", "sheet", "first"),
    [
        ("one-day-open", "conventional", ["wins", "wins"]),
        ("one-day-open", "workshop-120", ["wins", "wins"]),
        ("one-day-open", "tournament", ["points", "points"]),
        ("swiss-then-cut", "conventional", ["wins"]),
        ("shoot-out", "conventional", ["twenties"]),
    ],
)
def test_events_to_100_rank_by_wins_first(
    ann: Client, shape: str, sheet: str, first: list[str]
) -> None:
    event = plan_event(ann, shape, sheet=sheet)
    tables = event.stages.exclude(format="knockout")

    assert [stage.chain[0] for stage in tables] == first
    form = ann.get(f"/desk/events/{event.slug}/stages/add/swiss/").context["form"]
    assert form.initial["chain"].startswith("wins") is (sheet != "tournament")
    form = ann.get(f"/desk/events/{event.slug}/stages/add/shoot_out/").context["form"]
    assert form.initial["chain"] == "usual"


def test_an_event_that_is_planned_keeps_its_order(ann: Client) -> None:
    event = plan_event(ann, "round-robin")
    was = event.stages.get().chain
    assert save_event(ann, event, sheet="conventional").status_code == 302

    assert event.stages.get().chain == was


def test_once_play_has_begun_the_plan_is_no_longer_the_largest_line(cast: Cast) -> None:
    hall, ann = open_hall(cast), cast.browser_of("ann")
    large = r'<p class="over">\s*<span class="soft">As planned, finishes at'
    shown = []
    for state in ("planned", "running", "finished"):
        Event.objects.filter(pk=hall.event.pk).update(state=state)
        text = ann.get(f"/desk/events/{hall.event.slug}/stages/").text
        shown.append((bool(re.search(large, text)), "As planned, finishes at" in text))
        assert ("Number of players" in text) is (state == "planned")
    assert shown == [(True, True), (False, True), (False, False)]
