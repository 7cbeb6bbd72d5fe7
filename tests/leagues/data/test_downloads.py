"""Public downloads: tables of events, leagues and players, and whole events."""

import csv
import json
from datetime import date, datetime, timedelta
from io import BytesIO, StringIO
from typing import Any

import pytest
from django.conf import settings
from django.test import Client
from django.utils import timezone
from openpyxl import load_workbook

from leagues.actions.events.events import add_stage
from leagues.files.spreadsheet import read_workbook
from leagues.models import Entry, EntryPlayer, Event, Match, Player
from leagues.models.people import NameStyle
from leagues.reads.data.results_file import ResultsReading
from leagues.stages.entry_sources import TopOfPools
from leagues.stages.pairing_ways import Knockout
from scoring.notation import archive_of, read_cmn
from scoring.sides import BySeat
from tests.cast import Cast, Page
from tests.leagues.data.test_bring_in import file_of
from tests.leagues.play.desk_hall import DeskHall, open_hall
from tests.leagues.site.test_public import finish_match, read_page
from tests.scenes import scene

pytestmark = pytest.mark.django_db
FILES = "/events/westport-open/files/"
ALL = "standings.csv matches.csv entries.csv event.json cmn.json archive.xlsx".split()  # noqa: SIM905


@scene
def hall(cast: Cast) -> DeskHall:
    """Ann beat Ben 5 to 3, round by round; Cy and Di have not met yet."""
    names = ["Ann A", "Ben B", "Cy C", "Di D"]
    hall = open_hall(cast, names=names)
    add_stage(by=hall.by, event=hall.event, name="Final", way=Knockout(), takes=TopOfPools(2))
    hall.publish((1, 2), (3, 4))
    hall.type_card(hall.at(1), "20 11 02 20")
    return hall


def download(path: str, browser: Client | None = None) -> Page:
    answer: Page = (browser or Client()).get(path)
    assert answer.status_code == 200, path
    answer.data = b"".join(answer.streaming_content)
    return answer


def csv_rows(path: str, browser: Client | None = None) -> list[dict[str, str]]:
    text = download(path, browser).data.decode("utf-8-sig")
    return list(csv.DictReader(StringIO(text, newline="")))


def columns_of(found: list[dict[str, str]], *columns: str) -> list[tuple[str, ...]]:
    return [tuple(row[name] for name in columns) for row in found]


# --- Tables of an event ------------------------------------------------------------------------


def test_standings(hall: DeskHall) -> None:
    found = csv_rows(f"{FILES}standings.csv")

    assert columns_of(found, "Place", "Name", "Points", "Won", "Lost", "Played")[:2] == [
        ("1", "Ann A", "5", "1", "0", "1"),
        ("2", "Ben B", "3", "0", "1", "1"),
    ]


def test_standings_of_a_stage_without_a_table_are_not_there(hall: DeskHall) -> None:
    assert Client().get(f"{FILES}standings.csv?stage=2").status_code == 404
    assert Client().get(f"{FILES}standings.pdf").status_code == 404
    assert Client().get(f"{FILES}dues.csv").status_code == 404


def test_matches_as_numbers_and_dates(hall: DeskHall) -> None:
    file = BytesIO(download(f"{FILES}matches.xlsx").data)
    heading, first, second = load_workbook(file).active.iter_rows(values_only=True)
    played = dict(zip(heading, first, strict=True))

    assert [played[f"Result {seat}"] for seat in "AB"] == [5, 3]
    assert (played["Side A"], played["Winner"]) == ("Ann A", "Ann A")
    finished = Match.objects.get(number=1).finished_at
    assert finished is not None
    at = timezone.localtime(finished, hall.event.tzinfo).replace(tzinfo=None)
    assert abs((played["Day"] - at).total_seconds()) < 1
    assert dict(zip(heading, second, strict=True))["Result A"] is None


@pytest.mark.parametrize("language", dict(settings.LANGUAGES))
def test_matches_can_be_brought_in_again_on_their_days(
    cast: Cast, hall: DeskHall, language: str
) -> None:
    """The file needs a date for each match: an import skips rows without one."""
    hall.type_card(hall.at(2), "11 20 02 02")
    late = datetime(2026, 11, 20, 23, 30, tzinfo=hall.event.tzinfo)
    Match.objects.filter(number=1).update(finished_at=late)
    reader = Client(headers={"accept-language": language})

    text = download(f"{FILES}matches.csv", reader).data.decode()
    reading = ResultsReading(file_of(cast, text, again=True))

    assert (reading.results.matches, reading.doubts) == (2, [])
    days = {event.first_day for event in reading.results.events}
    assert date(2026, 11, 20) in days


def test_a_draft_is_in_no_file(hall: DeskHall) -> None:
    hall.event.stages.first().pairing_rounds.update(state="draft")  # type: ignore[union-attr]

    assert csv_rows(f"{FILES}matches.csv") == []
    assert json.loads(download(f"{FILES}event.json").data)["stages"][0]["rounds"] == []
    assert read_cmn(download(f"{FILES}cmn.json").data.decode()).matches == ()


def test_entries(hall: DeskHall) -> None:
    found = csv_rows(f"{FILES}entries.csv")

    assert columns_of(found, "Name", "State") == [
        (name, "Entered") for name in ("Ann A", "Ben B", "Cy C", "Di D")
    ]


def test_what_it_is_called(hall: DeskHall) -> None:
    day = timezone.localdate(hall.event.starts_at, hall.event.tzinfo)
    name = f'filename="westport-crokinole-club_westport-open-standings_{day}.csv"'

    assert name in download(f"{FILES}standings.csv")["Content-Disposition"]


# --- Names -------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ALL)
def test_an_alias_on_the_web_is_the_name_in_every_file(hall: DeskHall, name: str) -> None:
    Player.objects.filter(name="Ben B").update(
        name="Benedict Bowmore", family_name="Bowmore", alias="Benny", name_on_web=NameStyle.ALIAS
    )

    text = download(f"{FILES}{name}").data.decode(errors="replace")
    assert "Bowmore" not in text


@pytest.mark.parametrize("name", [*ALL, "matches.xlsx"])
def test_names_are_those_of_exports_and_minors_short(hall: DeskHall, name: str) -> None:
    Player.objects.filter(name="Ann A").update(
        name="Annabel Ardbeg", family_name="Ardbeg", is_minor=True
    )
    Player.objects.filter(name="Ben B").update(
        name="Benedict Bowmore",
        family_name="Bowmore",
        alias="Benny",
        name_in_export=NameStyle.ALIAS,
    )

    data = download(f"{FILES}{name}").data
    if name.endswith("xlsx"):
        book = load_workbook(BytesIO(data))
        cells = [c for sheet in book for row in sheet.values for c in row if c]
        text = " ".join(map(str, cells))
    else:
        text = data.decode()

    assert "Annabel A." in text
    assert "Benny" in text
    assert "Ardbeg" not in text
    assert "Bowmore" not in text


@pytest.mark.long
def test_a_private_event_is_a_file_for_its_organisers_alone(cast: Cast, hall: DeskHall) -> None:
    Event.objects.update(visibility=Event.Visibility.PRIVATE)

    for name in ALL:
        assert Client().get(FILES + name).status_code == 404
        assert download(FILES + name, cast.browser_of("ann")).data


# --- An event whole -------------------------------------------------------------------------------


def test_an_event_as_json(hall: DeskHall) -> None:
    file: dict[str, Any] = json.loads(download(f"{FILES}event.json").data)

    assert (file["format"], file["version"]) == ("twenties-event", 1)
    assert [each["number"] for each in file["entries"]] == [1, 2, 3, 4]
    stage, final = file["stages"]
    assert (stage["way"], final["way"]) == ("round_robin", "knockout")
    first = stage["rounds"][0]["matches"][0]
    assert [side["entries"] for side in first["sides"]] == [[1], [2]]
    assert [each["points"] for each in first["rounds"]] == [*([2, 0], [1, 1], [0, 2], [2, 0])]
    [table] = stage["tables"]
    assert table["lines"][0] == {
        **{"place": 1, "entry": 1, "played": 1, "won": 1, "tied": 0, "lost": 0},
        **{"points": 5, "twenties": table["lines"][0]["twenties"]},
    }
    assert file["places"] == []


def test_an_event_as_cmn(hall: DeskHall) -> None:
    file = read_cmn(download(f"{FILES}cmn.json").data.decode())
    [record] = file.matches

    assert (record.names, record.points) == (BySeat("Ann A", "Ben B"), BySeat(5, 3))
    assert record.context is not None
    assert record.context.event == "Westport Open"
    assert file.recorded.notices == ()


def test_an_event_as_the_two_sheets_of_the_archive(hall: DeskHall) -> None:
    archive = archive_of(read_workbook(download(f"{FILES}archive.xlsx").data).values())

    assert [(line.entry, line.points, line.place) for line in archive.lines][:2] == [
        ("Ann A", 5, 1),
        ("Ben B", 3, 2),
    ]
    assert [(each.names, each.points) for each in archive.matches] == [
        (BySeat("Ann A", "Ben B"), BySeat(5, 3))
    ]
    assert archive.notices == ()


def test_a_result_without_its_rounds_is_in_the_archive_as_its_totals(hall: DeskHall) -> None:
    second = Match.objects.get(number=2)
    finish_match(second, (6, 2))

    archive = archive_of(read_workbook(download(f"{FILES}archive.xlsx").data).values())

    assert (archive.matches[1].points, archive.matches[1].rounds) == (BySeat(6, 2), ())
    assert read_cmn(download(f"{FILES}cmn.json").data.decode()).matches[1].points == BySeat(6, 2)


# --- Players, leagues, people -----------------------------------------------------------------------


def test_what_a_player_has_played(hall: DeskHall) -> None:
    ben = Player.objects.get(name="Ben B")
    Event.objects.update(visibility=Event.Visibility.PUBLIC)

    [line] = csv_rows(f"/players/{ben.pk}/files/matches.csv")

    assert (line["Against"], line["Result"], line["Their result"], line["Outcome"]) == (
        *("Ann A", "3", "5"),
        "lost",
    )
    assert Client().get(f"/players/{ben.pk}/files/rating.csv").status_code == 404


def test_each_match_of_a_player_is_a_row_latest_first(hall: DeskHall) -> None:
    hall.publish((3, 2), (1, 4))
    finish_match(Match.objects.get(number=3), (6, 2))
    Match.objects.filter(number=3).update(finished_at=timezone.now() + timedelta(days=9999))
    Event.objects.update(visibility=Event.Visibility.PUBLIC)

    ben = Player.objects.get(name="Ben B")
    found = csv_rows(f"/players/{ben.pk}/files/matches.csv")

    against = [("2", "Cy C", "2"), ("1", "Ann A", "3")]
    assert columns_of(found, "Round", "Against", "Result") == against


def test_partners_and_the_name_of_a_pair(cast: Cast) -> None:
    hall = open_hall(cast, entries=2, preset="tournament-doubles", names=["Ann A", "Ben B"])
    for entry, name in zip(hall.entries, ("Cy C", "Di D"), strict=True):
        partner = Player.objects.create(club=cast.club, name=name)
        EntryPlayer.objects.create(entry_id=entry, event=hall.event, player=partner, number=2)
    hall.publish((1, 2))
    finish_match(hall.at(1), (6, 2))
    Event.objects.update(visibility=Event.Visibility.PUBLIC)
    ann = Player.objects.get(name="Ann A")

    [line] = csv_rows(f"/players/{ann.pk}/files/matches.csv")
    assert (line["With"], line["Against"]) == ("Cy C", "Ben B & Di D")

    Entry.objects.filter(pk=hall.entries[1]).update(name="Ditch")
    [line] = csv_rows(f"/players/{ann.pk}/files/matches.csv")
    assert (line["With"], line["Against"]) == ("Cy C", "Ditch")


def test_the_people_of_a_club_for_its_organisers(cast: Cast) -> None:
    Player.objects.filter(name="Ben Ito").update(is_minor=True)

    found = csv_rows("/desk/people/files/people.csv", cast.browser_of("ann"))

    assert columns_of(found, "Name", "Under 18") == [("I., Ben", "yes"), ("van der Berg, Cat", "")]


# --- The place on a page ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("part", "files"),
    [
        ("standings/", ["standings.csv?stage=1", "standings.xlsx?stage=1"]),
        ("matches/", ["matches.csv", "matches.xlsx"]),
        ("players/", ["entries.csv", "entries.xlsx"]),
    ],
)
def test_each_page_has_one_place_to_download_from(
    hall: DeskHall, part: str, files: list[str]
) -> None:
    found = read_page(f"/events/westport-open/{part}")

    assert found.count("<summary>Download</summary>") == 1
    for name in [*files, "event.json", "cmn.json", "archive.xlsx"]:
        assert f'href="{FILES}{name}"' in found


def test_where_there_is_nothing_there_is_nothing_to_download(hall: DeskHall) -> None:
    hall.event.stages.first().pairing_rounds.update(state="draft")  # type: ignore[union-attr]

    assert "<summary>Download</summary>" not in read_page("/events/westport-open/matches/")
    assert Entry.objects.count() == 4
