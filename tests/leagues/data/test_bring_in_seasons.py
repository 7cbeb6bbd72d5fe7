"""Older seasons, as nights and totals: imported, shown, and undone."""

from datetime import date

import pytest
from django.http import QueryDict

from leagues.actions.log.sentences import sentence_of
from leagues.actions.log.undo import preview_undo, undo
from leagues.actions.refusal import Refused
from leagues.forms.data import ReadingForm
from leagues.models import FinalRow, League, Player
from leagues.reads.data.results_file import ResultsReading
from leagues.reads.leagues.end.honours import all_time, all_time_lines, honours_of
from tests.cast import Cast
from tests.leagues.data.test_bring_in import all_rows, come_in, file_of, sent_form
from tests.leagues.data.test_bring_in_places import page_text

pytestmark = pytest.mark.django_db

SEASON = """\
Saison 2005;Halle 3;;;;
Speler;Totaal;5-3-2005;12-3-2005;19-3-2005
Zoé Roy;21;7;8;6
Ben Ito;15,5;7,5;x;8
Luc Roy;9;;9;
"""
DOWN = """\
Night,Zoé Roy,Ben Ito,Luc Roy
2005-03-05,7,7.5,
2005-03-12,8,,9
2005-03-19,6,8,
"""


def table_of(league: League) -> list[tuple[int, str, str, int]]:
    rows = league.final_rows.order_by("number").named()
    return [(r.place, r.people[0].name, str(r.points), r.played) for r in rows]


@pytest.mark.parametrize(("text", "kind"), [(SEASON, "nights"), (DOWN, "nights_down")])
def test_a_sheet_of_nights_is_a_league_that_is_closed(cast: Cast, text: str, kind: str) -> None:
    file = file_of(cast, text, "Tuesdays 2005.csv")
    assert ResultsReading(file).kind.value == kind

    action = come_in(cast, file)

    league = League.objects.get(name="Tuesdays 2005")
    assert [night.on for night in league.nights.in_order()] == [
        date(2005, 3, 5),
        date(2005, 3, 12),
        date(2005, 3, 19),
    ]
    assert table_of(league) == [
        (1, "Zoé Roy", "21", 3),
        (2, "Ben Ito", "31/2", 2),
        (3, "Luc Roy", "9", 1),
    ]
    assert sentence_of(action.verb, action.details) == (
        "Imported 1 season, 3 nights from Tuesdays 2005.csv."
    )


MESSY = """\
Tuesday League 2005,,,,
,,,,
Name,Total,2005-03-05,2005-03-12,2005-03-19
Zoé Roy,21,7,8,6
Benn Ito,15,7,,8
Maggie,9,,9,
Vic Moor,3,1,2,
{last}
"""


@pytest.mark.parametrize(
    ("last", "is_left_out"),
    [
        ("TOTAL,48,15,19,14", True),
        ("Average,12,5,6,7", True),
        ("Moyenne,,5,6,7", True),
        ("Durchschnitt,,5,6,7", True),
        ("Gemiddelde,,5,6,7", True),
        ("Promedio,,5,6,7", True),
        ("Átlag,,5,6,7", True),
        ("Összesen:,48,15,19,14", True),
        ("Everyone here,48,15,19,14", True),
        ("Tot Allman,47,15,18,14", False),
    ],
)
def test_a_row_of_totals_is_not_a_player(cast: Cast, last: str, is_left_out: bool) -> None:
    """Recognised by its name in six languages, or as the sum of each night."""
    reading = ResultsReading(file_of(cast, MESSY.format(last=last)))
    name = last.split(",")[0]

    assert reading.name == "Tuesday League 2005"
    assert (len(reading.players_totals.rows) == 4) == is_left_out
    doubt = f"Row 8 is skipped because “{name.strip(':')}” isn’t a player."
    assert (doubt in reading.doubts) == is_left_out
    assert reading.left_out == is_left_out


@pytest.mark.long
def test_a_nickname_goes_to_a_known_player_before_a_season_is_imported(cast: Cast) -> None:
    ann = cast.browser_of("ann")
    margaret = Player.objects.create(club=cast.club, name="Margaret Hill")
    file = file_of(cast, MESSY.format(last="TOTAL,48,15,19,14"))
    at = f"/desk/bring-in/{file.pk}/"
    page = ann.get(at)
    reading = page.context["reading"]
    asked = {each.name: each for each in reading.asked}
    assert asked["Benn Ito"].choice == str(cast.ben_plays.pk)
    assert asked["TOTAL"].choice == "none"
    new = {each.name: each for each in reading.unmatched}
    assert set(new) == {"Zoé Roy", "Maggie", "Vic Moor"}
    assert margaret.pk in {each.pk for each in new["Maggie"].others}

    form_data = sent_form(page, **{new["Maggie"].field: str(margaret.pk)})
    form_data |= {new["Vic Moor"].field: "none"}
    page = ann.post(at, {**form_data, "bring_in": "1"}, follow=True)
    league = League.objects.get(name="Tuesday League 2005")
    assert f'href="{league.get_absolute_url()}"' in page.text
    assert table_of(league) == [
        (1, "Zoé Roy", "21", 3),
        (2, "Ben Ito", "15", 2),
        (3, "Margaret Hill", "9", 1),
    ]
    assert list(margaret.aliases.values_list("name", flat=True)) == ["Maggie"]
    assert not Player.objects.filter(name__in=("TOTAL", "Vic Moor")).exists()


def test_another_sheet_is_guessed_again(cast: Cast) -> None:
    """Choices of kind and name for another sheet do not apply to this one."""
    file = file_of(cast, MESSY.format(last=""))
    form = ReadingForm(
        QueryDict("sheet=Other&kind=nights&name=Tuesday+League+2005"), reading=ResultsReading(file)
    )
    field = form.fields["sheet"]
    field.choices = [("Other", "Other")]  # type: ignore[attr-defined]
    assert form.is_valid(), form.errors

    assert (form.choices["kind"], form.choices["name"]) == ("", "")


def test_more_points_mean_a_better_place_on_a_night(cast: Cast) -> None:
    come_in(cast, file_of(cast, SEASON, "Tuesdays 2005.csv"))

    places = {
        row.people[0].name: [each["place"] for each in row.facts["row"]["scores"]]
        for row in FinalRow.objects.named()
    }
    assert places == {"Zoé Roy": [2, 2, 2], "Ben Ito": [1, 1], "Luc Roy": [1]}


@pytest.mark.long
def test_a_season_is_on_its_page_the_honours_and_its_players_pages(cast: Cast) -> None:
    come_in(cast, file_of(cast, SEASON, "Tuesdays 2005.csv"))
    Player.objects.filter(name="Zoé Roy").update(is_minor=True)
    zoe = Player.objects.get(name="Zoé Roy")
    league = League.objects.get(name="Tuesdays 2005")

    page = page_text(cast, league.get_absolute_url())
    assert "Zoé R." in page
    assert "15½" in page
    honours = page_text(cast, "/honours/")
    assert "Tuesdays 2005 1 Zoé R. 21 points 2 Ben Ito 15½ points 3 Luc Roy 9" in honours
    assert [
        (line.player.name, line.row.podium) for line in all_time_lines(all_time(cast.club))
    ] == [("Zoé Roy", (1, 0, 0)), ("Ben Ito", (0, 1, 0)), ("Luc Roy", (0, 0, 1))]
    assert "Place 1 Tuesdays 2005" in page_text(cast, zoe.get_absolute_url())
    assert "Zoé R." in page_text(cast, "/yearbook/2005/")
    for text in (page, honours):
        assert "Zoé Roy" not in text
    [row] = honours_of(zoe).rows
    assert row.league == league


def test_the_best_nights_count_where_the_totals_say_so(cast: Cast) -> None:
    text = SEASON.replace(";21;", ";15;")
    file = file_of(cast, text, "Tuesdays.csv")
    assert "The totals match the best 2 nights, so only those count." in (
        ResultsReading(file).doubts
    )

    come_in(cast, file)

    league = League.objects.get(name="Tuesdays")
    assert table_of(league) == [
        (1, "Ben Ito", "31/2", 2),
        (2, "Zoé Roy", "15", 3),
        (3, "Luc Roy", "9", 1),
    ]
    page_words = page_text(cast, league.get_absolute_url())
    assert "Your best 2 nights of 3 count" in page_words


def test_a_total_that_does_not_add_up_is_imported_as_written(cast: Cast) -> None:
    text = SEASON.replace(";21;", ";23;")
    file = file_of(cast, text, "Tuesdays.csv")
    assert (
        "Zoé Roy: the nights add up to 21, but the file has 23 as the total. The file’s total will be imported."
    ) in ResultsReading(file).doubts

    come_in(cast, file)

    [first] = FinalRow.objects.filter(place=1)
    assert (first.total, first.facts["row"]["adjustments"][0]["points"]) == ("23", 2)


def test_places_that_are_written_down_hold(cast: Cast) -> None:
    """The file's places follow a tie-break of the club that is no longer known."""
    text = "Place,Name,5.3.2005,12.3.2005,Total\n2,Zoé Roy,7,8,15\n1,Ben Ito,8,7,15\n"
    come_in(cast, file_of(cast, text, "Tuesdays.csv"))

    assert table_of(League.objects.get(name="Tuesdays")) == [
        (1, "Ben Ito", "15", 2),
        (2, "Zoé Roy", "15", 2),
    ]


def test_a_place_written_twice_is_shared(cast: Cast) -> None:
    text = (
        "Place,Name,5.3.2005,12.3.2005,Total\n2,Zoé Roy,7,1,8\n1,Ben Ito,8,1,9\n2,Luc Roy,7,1,8\n"
    )
    come_in(cast, file_of(cast, text, "Tuesdays.csv"))

    rows = FinalRow.objects.named()
    assert {row.people[0].name: (row.place, len(row.facts["row"]["sharing"])) for row in rows} == {
        "Ben Ito": (1, 1),
        "Zoé Roy": (2, 2),
        "Luc Roy": (2, 2),
    }


def test_nights_that_have_numbers_follow_week_by_week(cast: Cast) -> None:
    text = "Name,Night 1,Night 2,Night 3\nZoé Roy,7,8,6\nBen Ito,5,soup,4\n"
    reading = ResultsReading(file_of(cast, text, "Tuesdays.csv"))
    assert (reading.asks_day, reading.results.all) == (True, ())

    reading = ResultsReading(file_of(cast, text, "Tuesdays.csv", day="2005-03-05"))

    [season] = reading.results.seasons
    assert season.days == (date(2005, 3, 5), date(2005, 3, 12), date(2005, 3, 19))
    assert reading.doubts == [
        "Row 3: “soup” isn’t a number, so it counts as a night not played.",
        "1 empty cell counts as a night not played.",
    ]


def test_taken_back_every_row_is_as_before(cast: Cast) -> None:
    before = all_rows()
    action = come_in(cast, file_of(cast, SEASON))
    assert preview_undo(action) == (
        "Deletes 1 imported season, with its nights and the people imported with it."
    )

    undo(by=cast.who("ann"), action=action)

    assert all_rows() == before


def test_a_season_that_was_changed_since_stays(cast: Cast) -> None:
    action = come_in(cast, file_of(cast, SEASON))
    League.objects.get(name="Ligue").touch()

    with pytest.raises(Refused, match="Ligue"):
        undo(by=cast.who("ann"), action=action)


def test_a_season_the_club_has_stays_out(cast: Cast) -> None:
    come_in(cast, file_of(cast, SEASON))

    found = ResultsReading(file_of(cast, SEASON)).results

    assert (found.seasons, [each.name for each in found.here]) == ((), ["Ligue"])


def test_a_season_that_is_not_over_stays_out(cast: Cast) -> None:
    text = SEASON.replace("2005;19-3", "2005;19-3").replace("19-3-2005", "19-3-2099")

    reading = ResultsReading(file_of(cast, text))

    assert reading.results.seasons == ()
    assert "is in the future" in reading.doubts[0]
