"""Older results: imported from a spreadsheet of matches, and undone."""

import io
import re
from datetime import date, datetime
from typing import Any

import pytest
from django.apps import apps
from django.core.files.uploadedfile import SimpleUploadedFile
from openpyxl import Workbook

from leagues.actions.data.import_results import bring_in
from leagues.actions.log.undo import preview_undo, undo
from leagues.actions.people.links import give_link
from leagues.actions.refusal import Refused
from leagues.files.spreadsheet import FileContent, pack, read_content, read_spreadsheet
from leagues.models import (
    Action,
    Alias,
    DaySum,
    Event,
    EventSum,
    Match,
    MatchSide,
    Player,
    ResultsFile,
    Surface,
)
from leagues.reads.advance.finals import finals_of
from leagues.reads.data.results_file import ResultsReading
from leagues.reads.people.stored_sums import sums_of
from leagues.reads.tables.tables import tables_of
from scoring.sides import BySeat
from tests.cast import Cast, Page
from tests.leagues.club.club_pages import make_picture

pytestmark = pytest.mark.django_db

NIGHTS = """\
Ligue du mardi;;;;;;
Date;Joueur 1;Joueur 2;Points 1;Points 2;20s 1;20s 2
05/03/2019;Ben Ito;Zoé Roy;5;3;12;9
;Luc Roy;Cat van der Berg;4;4;;
12/03/2019;Zoé Roy;Luc Roy;6;2;10;7
19/03/2019;Benn Ito;Luc Roy;8;0;;
"""


def file_of(cast: Cast, text: str, name: str = "Ligue.csv", **choices: Any) -> ResultsFile:
    content = pack(read_content(name, text.encode()))
    return ResultsFile.objects.create(club=cast.club, name=name, content=content, choices=choices)


def come_in(cast: Cast, file: ResultsFile) -> Action:
    reading = ResultsReading(file)
    bring_in(by=cast.who("ann"), file=file, results=reading.results, names=reading.names)
    acts = Action.objects.filter(verb="bring_in_results")
    return Action.objects.get(pk=max(acts.values_list("pk", flat=True)))


def all_rows() -> dict[str, list[dict[str, Any]]]:
    """All rows except the log and counters that only grow."""
    left_out = {"Action", "SumsVersion", "SummedEvent"}
    return {
        model.__name__: list(model._base_manager.order_by("pk").values())
        for model in apps.get_app_config("leagues").get_models()
        if model.__name__ not in left_out
    }


def upload_of(text: str | bytes, name: str = "Ligue.csv") -> dict[str, Any]:
    data = text.encode() if isinstance(text, str) else text
    return {"file": SimpleUploadedFile(name, data)}


def sent_form(page: Page, **changes: str) -> dict[str, str]:
    """The form fields that a browser would send from this page, unchanged but for ``changes``."""
    form = page.context["form"]
    form_data = {field.name: str(field.value() or "") for field in form}
    form_data |= {each.field: each.choice for each in page.context["reading"].asked}
    form_data.pop("again")
    return {**form_data, "seen": page.context["reading"].mark, **changes}


def test_each_night_of_a_french_spreadsheet_is_an_event(cast: Cast) -> None:
    come_in(cast, file_of(cast, NIGHTS))

    nights = Event.objects.order_by("starts_at")
    assert [(e.name, e.state, e.matches.count()) for e in nights] == [
        ("Ligue, 5 March 2019", "finished", 2),
        ("Ligue, 12 March 2019", "finished", 1),
        ("Ligue, 19 March 2019", "finished", 1),
    ]
    stage = nights[0].stages.get()
    [table] = tables_of(stage)
    # Ben won 5–3 against Zoé, Luc and Cat played 4–4.
    assert [(line.entry.shown_on(Surface.DESK), line.row.points) for line in table.lines] == [
        ("Ben Ito", 5),
        ("Luc Roy", 4),
        ("Cat van der Berg", 4),
        ("Zoé Roy", 3),
    ]
    first = finals_of(nights[0]).places[0].entry
    assert first.shown_on(Surface.DESK) == "Ben Ito"


def test_a_player_known_by_name_is_not_added_twice(cast: Cast) -> None:
    before = Player.objects.count()

    come_in(cast, file_of(cast, NIGHTS))

    # Zoé, Luc and Benn, as no one has chosen Ben for Benn.
    assert Player.objects.count() == before + 3
    assert cast.ben_plays.side_players.count() == 1


def test_a_similar_name_is_a_known_player_if_chosen_so(cast: Cast) -> None:
    before = Player.objects.count()

    ben = str(cast.ben_plays.pk)
    come_in(cast, file_of(cast, NIGHTS, who={"benn ito": ben}))

    assert Player.objects.count() == before + 2
    assert cast.ben_plays.side_players.count() == 2
    assert [each.name for each in cast.ben_plays.aliases.all()] == ["Benn Ito"]


def test_one_name_spelled_twice_in_the_file_is_one_person(cast: Cast) -> None:
    text = "A,B,Date,Result\nJon Smith,Kim Lo,2019-03-05,5-3\nJohn Smith,Kim Lo,2019-03-05,4-4\n"
    file = file_of(cast, text)
    [asked] = ResultsReading(file).asked
    assert (asked.name, [twin.name for twin in asked.twins]) == ("Jon Smith", ["John Smith"])
    before = Player.objects.count()

    come_in(cast, file_of(cast, text, who={"jon smith": "as:john smith"}))

    assert Player.objects.count() == before + 2
    assert Player.objects.get(name="John Smith").side_players.count() == 2


@pytest.mark.parametrize(
    ("results", "rules", "is_sure"),
    [
        (("5-3", "8-0"), "tournament-singles", True),
        (("105-40", "100-20"), "workshop-100-singles", True),
        (("40-5", "35-20"), "tournament-singles", False),  # 40 needs twenty rounds of two points
    ],
)
def test_results_tell_the_rules_or_they_are_a_guess(
    cast: Cast, results: tuple[str, str], rules: str, is_sure: bool
) -> None:
    one, two = (f"Jo Smith,Kim Lo,2019-03-05,{each}" for each in results)
    file = file_of(cast, f"A,B,Date,Result\n{one}\n{two}\n")

    [event] = ResultsReading(file).results.events

    assert (event.sheet.preset, event.is_sheet_sure) == (rules, is_sure)


def test_rules_that_were_chosen_are_no_guess(cast: Cast) -> None:
    [event, *_] = ResultsReading(file_of(cast, NIGHTS, rules="workshop-100")).results.events

    assert (event.sheet.preset, event.is_sheet_sure) == ("workshop-100-singles", True)


def test_they_count_like_those_played_here(cast: Cast) -> None:
    come_in(cast, file_of(cast, NIGHTS))

    sums = sums_of(cast.club)

    [won] = EventSum.objects.filter(player=cast.ben_plays)
    assert (won.won, won.points, won.against) == (1, 5, 3)
    rated = sums.evenings_before([cast.ben_plays.pk])[cast.ben_plays.pk]
    assert rated.rated_on == date(2019, 3, 5)
    assert (rated.mu or 0) > 25


@pytest.mark.long
def test_taken_back_every_row_is_as_before(cast: Cast) -> None:
    come_in(cast, file_of(cast, NIGHTS, "Before.csv"))
    sums_of(cast.club)
    before, sums = all_rows(), list(DaySum.objects.values_list("player", "day", "mu"))
    later = NIGHTS.replace("/03/", "/02/").replace("Luc", "Léa")

    action = come_in(cast, file_of(cast, later, who={"benn ito": str(cast.ben_plays.pk)}))
    sums_of(cast.club)
    assert all_rows() != before
    assert preview_undo(action).startswith("Deletes 3 imported events")
    undo(by=cast.who("ann"), action=action)

    sums_of(cast.club)
    assert list(DaySum.objects.values_list("player", "day", "mu")) == sums
    now = all_rows()
    for name in ("DaySum", "EventSum", "PairSum"):  # computed again, with other keys
        del now[name], before[name]
    assert now == before


@pytest.mark.parametrize(
    ("since", "why"),
    [
        ("event", "“Ligue, 5 March 2019” has been changed since the import."),
        ("player", "Luc Roy was imported with this file and has other entries here now."),
        ("alias", ""),
    ],
)
def test_what_was_built_upon_is_not_taken_back(cast: Cast, since: str, why: str) -> None:
    action = come_in(cast, file_of(cast, NIGHTS))
    luc = Player.objects.get(name="Luc Roy")
    match since:
        case "event":
            Event.objects.order_by("starts_at")[0].touch()
        case "player":
            give_link(by=cast.who("ann"), player=luc)
        case "alias":
            Alias.objects.create(player=luc, name="Lucky")

    if not why:
        assert preview_undo(action)
        return
    with pytest.raises(Refused, match=re.escape(why)):
        undo(by=cast.who("ann"), action=action)
    assert Event.objects.count() == 3


def test_doubts_are_listed_with_their_rows(cast: Cast) -> None:
    reading = ResultsReading(
        file_of(
            cast,
            """\
Player 1,Player 2,Day,Score 1,Score 2,20s 1
Ann Lee,Bob Fox,2019-03-05,5,3,2
Ann Lee,Bob Fox,2019-03-05,5,3,2
Ann Lee,,2019-03-05,8,0,
Ann Lee,ann lee,2019-03-05,8,0,
Bob Fox,Cy Orr,2019-03-05,five,3,
Bob Fox,Cy Orr,yesterday,4,4,
Bob Fox,Cy Orr,2019-03-06,6,1,many
Bob Fox,Cy Orr,2019-03-06,4,4,
Bob Fox,Cy Orr,2019-03-06,5,3,
Bob Fox,Cy Orr,2919-03-06,5,3,
Bob Fox,Cy & Di & Ed,2019-03-06,5,3,
Bob Fox & Di Ash,Cy Orr,2019-03-06,5,3,
Bob Fox,Cy Orr,2019-03-06,,,
""",
        )
    )

    assert reading.results.matches == 5
    assert reading.doubts == [
        "Row 4 is skipped because it names only one side (Ann Lee).",
        "Row 5 is skipped because a player would play themselves (Ann Lee, ann lee).",
        "Row 6 is skipped because “five” isn’t a whole number of points.",
        "Row 7 is skipped because “yesterday” isn’t a date.",
        "Row 8 will be imported without its 20s because “many” isn’t a number.",
        "Row 11 is skipped because 2919-03-06 is in the future.",
        "Row 12 is skipped because a side has more than two players (Cy, Di, Ed).",
        "Row 13 is skipped because it has one player against two (Bob Fox, Di Ash, Cy Orr).",
        "Row 14 is skipped because it has no result.",
        "Row 3 is listed twice. Both will be imported.",
        "Row 8: 6–1 adds up to 7, but most matches of the event add up to 8. It will be imported as recorded.",
    ]


def test_two_events_of_one_name_and_day_are_named_by_division(cast: Cast) -> None:
    rows = [
        "Open,2019-03-05,Ann,Bob,5,3,Fingers",
        "Open,2019-03-05,Cy,Di,6,2,Cues",
        "Cup,2019-03-05,Ann,Bob,5,3,Fingers",
    ]
    head = "Event,Date,A,B,Pts A,Pts B,Division"

    come_in(cast, file_of(cast, "\n".join([head, *rows])))

    names = Event.objects.values_list("name", flat=True)
    assert sorted(names) == ["Cup", "Open · Cues", "Open · Fingers"]


def test_a_column_of_rounds_orders_the_matches(cast: Cast) -> None:
    """A match without a round number comes before those with one."""
    rows = ["Ann,Bob,5,3,2", "Ann,Cy,6,2,1", "Ann,Di,8,0,"]
    lines = "\n".join(f"{each},2019-03-05" for each in rows)

    come_in(cast, file_of(cast, f"A,B,Pts A,Pts B,Round,Date\n{lines}"))

    sides = MatchSide.objects.order_by("match__pairing_round__number", "seat")
    others = [side.players.get().name for side in sides.filter(seat=1)]
    assert others == ["Di", "Cy", "Bob"]


def test_two_names_of_one_person_do_not_play_each_other(cast: Cast) -> None:
    text = (
        "A,B,Date,Result\nJon Smith,John Smith,2019-03-05,5-3\nJohn Smith,Kim Lo,2019-03-05,4-4\n"
    )
    reading = ResultsReading(file_of(cast, text, who={"jon smith": "as:john smith"}))

    assert (reading.results.matches, reading.doubts) == (
        1,
        ["Row 2 is skipped because a player would play themselves."],
    )


@pytest.mark.parametrize(
    ("matches", "sides", "entries"),
    [
        (["Ann & Bob,Cy & Di,5,3", "Bob & Ann,Ed & Flo,4,4"], "doubles", 3),
        (["Ann/Bob,Cy/Di,5,3", "Ann/Cy,Bob/Di,4,4"], "redrawn", 4),
        (["Ann,Cy,5,3"], "singles", 2),
    ],
)
def test_pairs_that_stay_together_are_entries(
    cast: Cast, matches: list[str], sides: str, entries: int
) -> None:
    rows = "\n".join(f"{each},2019-03-05" for each in matches)

    come_in(cast, file_of(cast, f"Team A,Team B,Pts A,Pts B,Date\n{rows}"))

    event = Event.objects.get()
    assert (event.sides, event.entries.count()) == (sides, entries)
    assert all(s.entries.exists() for s in MatchSide.objects.all())


def test_events_of_one_name_are_separated_by_summers(cast: Cast) -> None:
    rows = [
        f"Winter League,{day},Ann,Bob,5,3,{phase}"
        for day, phase in [
            ("2018-11-06", ""),
            ("2018-12-04", ""),
            ("2019-01-08", ""),
            ("2019-02-05", "Final"),
            ("2019-11-05", ""),
        ]
    ]

    come_in(cast, file_of(cast, "\n".join(["Event,Date,A,B,Pts A,Pts B,Stage", *rows])))

    assert [
        (e.name, e.kind, [s.name for s in e.stages.all()])
        for e in Event.objects.order_by("starts_at")
    ] == [
        ("Winter League 2018–19", "league", ["Matches", "Final"]),
        ("Winter League 2019", "tournament", ["Matches"]),
    ]


def test_what_the_club_has_already_stays_out_unless_it_is_wanted(cast: Cast) -> None:
    come_in(cast, file_of(cast, NIGHTS))

    again = ResultsReading(file_of(cast, NIGHTS))

    assert (again.results.matches, len(again.results.here)) == (0, 3)
    assert ResultsReading(file_of(cast, NIGHTS, again=True)).results.matches == 4


@pytest.mark.long
def test_an_organiser_changes_a_column_chooses_a_person_and_brings_it_in(cast: Cast) -> None:
    ann = cast.browser_of("ann")
    page: Page = ann.post("/desk/bring-in/", upload_of(NIGHTS))
    there = page.headers["Location"]
    page = ann.get(there)
    assert "Guessed from the heading in row 2" in page.content.decode()
    form_data = sent_form(page)

    # Two columns with one meaning: nothing is saved, and the error is at the column.
    page = ann.post(there, {**form_data, "column-1": "b", "read": "1"})
    assert page.status_code == 422
    assert "You chose this for two columns." in page.content.decode()
    # Without the columns of 20s the preview differs, so it has to be shown first.
    without = {**form_data, "column-5": "", "column-6": ""}
    page = ann.post(there, {**without, "bring_in": "1"})
    assert page.status_code == 422
    assert "Nothing has been imported yet" in page.content.decode()
    [benn] = page.context["reading"].asked
    form_data = sent_form(page, **{benn.field: str(cast.ben_plays.pk)})
    page = ann.post(there, {**form_data, "bring_in": "1"})

    assert page.status_code == 302
    assert cast.ben_plays.side_players.count() == 2
    assert not MatchSide.objects.filter(twenties__gt=0).exists()
    assert ann.get(there).status_code == 404
    assert Match.objects.count() == 4
    # An organiser may undo their own import without being an owner.
    page = ann.get("/desk/bring-in/")
    [(line, made, more)] = page.context["came_in"]
    assert (len(made), more) == (3, 0)
    assert all(f'href="{each.get_absolute_url()}"' in page.text for each in made)
    assert line.text == "Imported 3 events, 4 matches from Ligue.csv."
    back: Page = ann.post(f"/desk/bring-in/undo/{line.action.pk}/")
    assert back.headers["Location"] == "/desk/bring-in/"
    assert not Match.objects.exists()


def test_choices_for_one_file_do_not_apply_to_another(cast: Cast) -> None:
    ann = cast.browser_of("ann")
    there = ann.post("/desk/bring-in/", upload_of(NIGHTS)).headers["Location"]
    other = file_of(cast, NIGHTS)

    form_data = sent_form(ann.get(there), **{"column-5": "", "column-6": ""})
    ann.post(there, {**form_data, "read": "1"})

    other.refresh_from_db()
    assert other.choices == {}


def test_what_was_guessed_right_comes_in_at_once(cast: Cast) -> None:
    ann = cast.browser_of("ann")
    there = ann.post("/desk/bring-in/", upload_of(NIGHTS)).headers["Location"]

    page: Page = ann.post(there, {**sent_form(ann.get(there)), "bring_in": "1"})

    assert page.headers["Location"] == "/desk/bring-in/"
    assert Match.objects.count() == 4


@pytest.mark.parametrize(
    ("name", "data", "why"),
    [
        ("a.xls", b"\xd0\xcf\x11\xe0", "Save it as an Excel workbook"),
        ("a.xls", make_picture("PNG"), "Save it as an Excel workbook"),
        ("a.xls", make_picture("JPEG"), "Save it as an Excel workbook"),
        ("a.xls", b"\n<HTML><table>", "Save it as an Excel workbook"),
        ("a.csv", b"%PDF-1.4", "Save it as an Excel workbook"),
        ("a.csv", b"{\\rtf1\\ansi A;B}", "Save it as an Excel workbook"),
        ("a.csv", b"  \n\n", "This file is empty."),
        ("a.xlsx", b"PK\x03\x04 and no more", "We can’t read this file"),
    ],
)
def test_a_file_that_cannot_be_read_is_refused_with_a_reason(
    cast: Cast, name: str, data: bytes, why: str
) -> None:
    page: Page = cast.browser_of("ann").post("/desk/bring-in/", upload_of(data, name))

    assert page.status_code == 422
    assert why in page.content.decode()
    assert not ResultsFile.objects.exists()


def test_a_file_is_thrown_away(cast: Cast) -> None:
    ann = cast.browser_of("ann")
    there = ann.post("/desk/bring-in/", upload_of(NIGHTS)).headers["Location"]
    assert "Ligue.csv" in ann.get("/desk/bring-in/").content.decode()

    ann.post(f"{there}throw-away/")

    assert not ResultsFile.objects.exists()


def test_a_workbook_with_real_days_is_read(cast: Cast) -> None:
    book, data = Workbook(), io.BytesIO()
    sheet = book.active
    assert sheet is not None
    sheet.title = "Spiele"
    sheet.append(["Vereinsmeisterschaft"])
    sheet.append(["Datum", "Spieler A", "Spieler B", "Ergebnis"])
    sheet.append([datetime(2019, 3, 5), "Ann", "Bob", "5:3"])  # noqa: DTZ001
    sheet.append([None, "Cy", "Bob", datetime(2019, 5, 3)])  # noqa: DTZ001
    book.create_sheet("Notizen").append(["Grillen am Dienstag"])
    book.save(data)
    sheets = read_spreadsheet("Turnier.xlsx", data.getvalue())
    file = ResultsFile.objects.create(
        club=cast.club, name="Turnier.xlsx", content=pack(FileContent(sheets))
    )

    reading = ResultsReading(file)

    assert reading.sheet == "Spiele"
    [match] = reading.records
    assert (match.played, match.points) == (date(2019, 3, 5), BySeat(5, 3))
    assert reading.doubts == [
        "Row 4 is skipped because the spreadsheet turned the result into a date (2019-05-03)."
    ]
