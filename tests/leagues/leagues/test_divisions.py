"""The divisions of a league: their names, who plays in which, and a table for each."""

from typing import Any, TypeAlias

import pytest
from django.test import Client

from leagues.actions.leagues.joining.divisions import (
    move_to_division,
    renamed_divisions,
    set_divisions,
)
from leagues.actions.leagues.joining.members import end_enrolment
from leagues.actions.log.undo import preview_undo, undo
from leagues.actions.refusal import Refused
from leagues.models import Action, Enrolment, Event, League
from leagues.reads.leagues.pages.cards import league_cards
from leagues.reads.leagues.table.season_table import season_tables
from tests.cast import Cast
from tests.leagues.leagues.mondays import Mondays
from tests.scenes import scene

Browser: TypeAlias = Any
DESK = "/desk/leagues/mondays/"


@scene
def mondays(cast: Cast) -> Mondays:
    """Two divisions; Zoë and Bo play in the first, Gus and Hal in the second."""
    mondays = Mondays.open(cast, "Zoë", "Bo", "Gus", "Hal")
    name_divisions(mondays, "First", "Second")
    move_members(mondays, "First", "Zoë", "Bo")
    move_members(mondays, "Second", "Gus", "Hal")
    mondays.play(1, ("Gus", "Zoë", 8, 0), ("Bo", "Hal", 6, 2))
    return mondays


def name_divisions(mondays: Mondays, *names: str) -> None:
    set_divisions(by=mondays.cast.who("ann"), league=mondays.league, names=names)


def move_members(mondays: Mondays, division: str, *names: str, first: int | None = None) -> None:
    members = mondays.league.enrolments.filter(player__name__in=names, last=None)
    move_to_division(
        by=mondays.cast.who("ann"),
        league=mondays.league,
        enrolments=list(members.values_list("pk", flat=True)),
        division=division,
        first=mondays.night(first) if first else None,
    )


def rows_by_division(mondays: Mondays) -> dict[str, list[tuple[int, str]]]:
    return {
        table.division: [(line.row.place, line.player.name) for line in table.lines]
        for table in season_tables(mondays.season())
    }


def take_back(mondays: Mondays, verb: str) -> str:
    action = Action.objects.filter(verb=verb).latest("pk")
    would = preview_undo(action)
    undo(by=mondays.cast.who("olga"), action=action)
    return would


def test_every_division_has_a_table_the_highest_first(mondays: Mondays) -> None:
    assert list(rows_by_division(mondays).items()) == [
        ("First", [(1, "Bo"), (2, "Zoë")]),
        ("Second", [(1, "Gus"), (2, "Hal")]),
    ]
    name_divisions(mondays, "Second", "First")
    assert list(rows_by_division(mondays)) == ["Second", "First"]


def test_members_of_no_division_stand_in_a_last_table(mondays: Mondays) -> None:
    move_members(mondays, "", "Zoë")
    assert list(rows_by_division(mondays)) == ["First", "Second", ""]


def test_who_moves_from_a_night_on_keeps_what_was_paid(mondays: Mondays) -> None:
    move_members(mondays, "First", "Gus", first=2)
    mondays.play(2, ("Gus", "Zoë", 4, 2))

    assert rows_by_division(mondays)["First"] == [(1, "Gus"), (2, "Bo"), (3, "Zoë")]
    assert mondays.totals()["Gus"] == 12
    spells = Enrolment.objects.filter(player__name="Gus").order_by("pk")
    assert [(each.division, each.first, each.last) for each in spells] == [
        ("Second", None, mondays.night(1)),
        ("First", mondays.night(2), None),
    ]
    assert len({each.made_at for each in spells}) == 1


def test_who_moves_from_the_start_was_never_elsewhere(mondays: Mondays) -> None:
    for first in (None, 1):
        move_members(mondays, "Second", "Zoë", first=first)
        assert Enrolment.objects.get(player__name="Zoë").division == "Second"
        move_members(mondays, "First", "Zoë")


def test_who_joins_later_has_no_division_before(mondays: Mondays) -> None:
    mondays.enrol("Ida", first=3)
    move_members(mondays, "Second", "Ida", first=2)

    ida = Enrolment.objects.get(player__name="Ida")
    assert (ida.division, ida.first) == ("Second", mondays.night(3))


def test_moving_is_undone_and_done_again(mondays: Mondays) -> None:
    before = rows_by_division(mondays)
    move_members(mondays, "First", "Gus", "Hal", first=2)
    after = rows_by_division(mondays)
    assert take_back(mondays, "move_to_division") == (
        "Moves these players back to their earlier division: Gus, Hal."
    )
    assert rows_by_division(mondays) == before
    assert Enrolment.objects.count() == 4

    take_back(mondays, "undo")
    assert rows_by_division(mondays) == after
    assert after["First"][0] == (1, "Gus")


def test_who_is_there_already_is_no_line_in_the_log(mondays: Mondays) -> None:
    lines_before = Action.objects.count()
    move_members(mondays, "First", "Zoë", first=2)
    name_divisions(mondays, "First", "Second")
    assert Action.objects.count() == lines_before


def test_another_name_is_the_same_division(mondays: Mondays) -> None:
    Event.objects.update(division="Second")
    name_divisions(mondays, "First", "Beginners", "Third")

    assert rows_by_division(mondays)["Beginners"] == [(1, "Gus"), (2, "Hal")]
    assert Event.objects.get().division == "Beginners"
    take_back(mondays, "set_divisions")
    assert list(rows_by_division(mondays)) == ["First", "Second"]
    mondays.league.refresh_from_db()
    assert mondays.league.divisions == ["First", "Second"]
    assert Event.objects.get().division == "Second"


@pytest.mark.parametrize(
    ("before", "after", "names"),
    [
        (["A", "B"], ["A", "B", "C"], {}),
        (["A", "B"], ["B"], {}),
        (["A", "B"], ["B", "A"], {}),
        (["A", "B"], ["C", "D"], {"A": "C", "B": "D"}),
        (["A"], [], {}),
    ],
)
def test_a_name_in_the_place_of_another_renames(
    before: list[str], after: list[str], names: dict[str, str]
) -> None:
    assert renamed_divisions(before, after) == names


def test_a_division_with_members_is_not_taken_away(mondays: Mondays) -> None:
    with pytest.raises(Refused, match="is still in First"):
        name_divisions(mondays, "Second")
    with pytest.raises(Refused, match="no longer exists"):
        move_members(mondays, "Third", "Zoë")

    for member in Enrolment.objects.filter(division="Second"):
        end_enrolment(by=mondays.cast.who("ann"), enrolment=member, last=mondays.night(1))
    name_divisions(mondays, "First")  # who has left does not hold it


def test_an_open_league_and_dated_matches_have_no_divisions_to_name(mondays: Mondays) -> None:
    League.objects.update(is_open=True)
    with pytest.raises(Refused, match="Only members"):
        name_divisions(mondays, "A")
    League.objects.update(is_open=False, event=mondays.play(2, ("Bo", "Hal", 6, 2)))
    with pytest.raises(Refused, match="matches of this league are drawn"):
        name_divisions(mondays, "A")


def test_the_card_of_a_league_names_who_leads_its_highest_division(mondays: Mondays) -> None:
    [card] = league_cards(League.objects.all())
    assert [each.who for each in card.leaders] == ["Bo"]


# --- Its pages ------------------------------------------------------------------------------


@scene(made="2026-10-12T20:00-04:00", tick=False)
def ann(mondays: Mondays) -> Browser:
    return mondays.cast.browser_of("ann")


def pk_of(who: str) -> int:
    return Enrolment.objects.get(player__name=who, last=None).pk


def test_the_names_are_written_one_a_line(ann: Browser) -> None:
    page = ann.get(f"{DESK}settings/divisions/").text
    assert "First\nSecond</textarea>" in page

    ann.post(f"{DESK}settings/divisions/", {"names": " Upper \r\n\r\nLower  half\r\n"})
    assert League.objects.get().divisions == ["Upper", "Lower half"]
    assert "Upper, Lower half" in ann.get(f"{DESK}settings/").text


def test_a_league_without_divisions_has_one_table(ann: Browser) -> None:
    assert "One table for all" not in ann.get(f"{DESK}settings/divisions/").text
    Enrolment.objects.all().delete()
    League.objects.update(divisions=[])
    page = ann.get(f"{DESK}settings/divisions/").text
    assert "One table for all" in page
    assert "<table" not in page


@pytest.mark.parametrize(
    ("typed", "error"),
    [
        ("A\na", "Two divisions have the same name."),
        ("x" * 41, "A name can have at most 40 letters."),
        ("\n".join("abcdefghijklm"), "There can be at most 12 divisions."),
        ("Second", "is still in First. Move the members of that division first."),
    ],
)
def test_impossible_names_are_refused_and_stay_in_the_form(
    ann: Browser, typed: str, error: str
) -> None:
    answer = ann.post(f"{DESK}settings/divisions/", {"names": typed})

    assert answer.status_code == 422
    assert error in answer.text
    assert f">\n{typed}</textarea>" in answer.text
    assert League.objects.get().divisions == ["First", "Second"]


@pytest.mark.long
def test_many_move_at_once_and_who_moves_in_the_table_is_shown_first(
    ann: Browser, mondays: Mondays
) -> None:
    page = ann.get(f"{DESK}people/").text
    assert page.index("First") < page.index("Bo") < page.index("Second")

    form = {
        "member": [pk_of("Gus"), pk_of("Hal")],
        "division": "First",
        "first": mondays.night(2).pk,
    }
    answer = ann.post(f"{DESK}people/division/", form)
    assert answer.status_code == 200
    assert "would change place" in answer.text
    assert rows_by_division(mondays)["Second"]

    mark = answer.context_data["moves_mark"]
    ann.post(f"{DESK}people/division/", form | {"seen_moves": mark})
    assert "Second" not in rows_by_division(mondays)


def test_one_comes_from_their_own_page(ann: Browser, mondays: Mondays) -> None:
    zoe = pk_of("Zoë")
    page = ann.get(f"{DESK}people/{zoe}/").text
    assert f"{DESK}people/division/?member={zoe}" in page

    form = ann.get(f"{DESK}people/division/?member={zoe}&member=x").context_data["form"]
    ticked = [
        (division, each.player.name)
        for division, here in form.ticks
        for each, is_ticked in here
        if is_ticked
    ]
    assert ticked == [("First", "Zoë")]
    assert form["first"].value() == mondays.night(2).pk


def test_a_new_member_is_put_into_a_division(ann: Browser, mondays: Mondays) -> None:
    ida = mondays.player("Ida")
    form = {"player": ida.pk, "division": "Second", "kind": "member", "first": ""}
    answer = ann.post(f"{DESK}people/enrol/", form)
    mark = answer.context_data["moves_mark"]
    ann.post(f"{DESK}people/enrol/", form | {"seen_moves": mark})
    assert Enrolment.objects.get(player=ida).division == "Second"


def test_a_league_with_divisions_cannot_be_opened_to_all(ann: Browser) -> None:
    form = ann.get(f"{DESK}settings/").context_data["form"].initial
    typed = {name: value for name, value in form.items() if value} | {"is_open": "yes"}
    answer = ann.post(f"{DESK}settings/", typed)
    assert answer.status_code == 422
    assert "Remove the divisions first" in answer.text


def test_everybody_reads_a_table_for_each(mondays: Mondays) -> None:
    page = Client().get("/leagues/mondays/").text
    assert page.index("First") < page.index("Bo") < page.index("Second")
    assert page.count("<table") == 2
