"""The public pages as files: what is there, what its links lead to, what goes away again."""

import os
import shutil
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, date, datetime, time
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit
from xml.etree import ElementTree

import pytest
import time_machine
from pytest_django import Settings

from leagues.access.roles import Who
from leagues.actions.leagues.settings import change_league, open_league
from leagues.models import Club, Enrolment, League, Match, Night, Player
from leagues.publishing.addresses import PageAddress
from leagues.publishing.manifest import NAME, PublishedFiles, read_manifest
from leagues.publishing.problem import PublishProblem
from leagues.publishing.publish import PublishResult, chosen_languages, publish
from leagues.publishing.reader import PageAnswer, read_page
from tests.cast import Cast
from tests.leagues.play.desk_hall import DeskHall, open_hall
from tests.scenes import scene

pytestmark = [pytest.mark.django_db, pytest.mark.long]

NOW = datetime(2026, 11, 22, 0, 42, tzinfo=UTC)  # 19:42 in Toronto


@scene
def hall(cast: Cast) -> DeskHall:
    hall = open_hall(cast, names=["Ann A", "Ben B", "Cy C", "Annabel Tremblay"])
    hall.publish((1, 2), (3, 4))
    league = open_league(by=cast.who("ann"), club=cast.club, name="Mondays")
    Player.objects.filter(name="Annabel Tremblay").update(family_name="Tremblay", is_minor=True)
    for player in Player.objects.filter(name__in=["Ann A", "Annabel Tremblay"]):
        Enrolment.objects.create(league=league, player=player, kind="member")
    Night.objects.create(league=league, on=date(2027, 1, 4), at=time(19, 30))
    return hall


@pytest.fixture
def public_address(settings: Settings) -> None:
    settings.PUBLISH_URL = "https://club.example/results"


def publish_to(folder: Path, at: datetime = NOW) -> PublishResult:
    return publish(folder, chosen_languages(Club.objects.get(is_home=True)), at)


def files_in(folder: Path) -> set[str]:
    return {
        str(Path(around, each).relative_to(folder))
        for around, _folders, files in os.walk(folder)
        for each in files
        if each != NAME
    }


class Links(HTMLParser):
    def __init__(self, page: str) -> None:
        super().__init__()
        self.found: list[str] = []
        self.tags: set[str] = set()
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if dict(attrs).get("type") == "application/ld+json":
            return
        self.tags.add(tag)
        self.found += [text for name, text in attrs if name in {"href", "src"} and text]


def links_of(folder: Path, file: str) -> Iterator[str]:
    """The files that a page leads to, by its relative links and by its absolute ones."""
    for link in Links((folder / file).read_text()).found:
        parts = urlsplit(link)
        if link.startswith(("https://club.example/results/", "webcal://club.example/results/")):
            to = unquote(parts.path).removeprefix("/results/")
            yield to + "index.html" if not to or to.endswith("/") else to
        elif parts.path and not parts.netloc and file != "404.html":
            yield os.path.normpath(Path(file).parent / unquote(parts.path))


def walk(folder: Path) -> set[str]:
    """Every file that a reader comes to from the front page."""
    seen: set[str] = set()
    waiting = ["index.html"]
    while waiting:
        file = waiting.pop()
        if file not in seen:
            seen.add(file)
            assert (folder / file).is_file(), f"nothing at {file}"
            if file.endswith(".html"):
                waiting += links_of(folder, file)
    return seen


def text_of(folder: Path, file: str) -> str:
    return " ".join((folder / file).read_text().split())


# --- What is published ---------------------------------------------------------------------


def test_a_reader_of_the_files_comes_to_every_page_by_links_that_work(
    public_address: None, hall: DeskHall, tmp_path: Path
) -> None:
    publish_to(tmp_path)
    seen = walk(tmp_path)
    ann = Player.objects.get(name="Ann A")
    assert {
        "events/westport-open/standings/index.html",
        "events/westport-open/matches/1/index.html",
        f"players/{ann.pk}-ann-a/index.html",
        "leagues/mondays/index.html",
        "calendar.ics",
        "news.atom",
    } <= seen


def test_no_page_needs_a_script_or_a_server(hall: DeskHall, tmp_path: Path) -> None:
    publish_to(tmp_path)
    for file in files_in(tmp_path):
        if file.endswith(".html"):
            page = (tmp_path / file).read_text()
            tags = Links(page).tags
            assert not tags & {"form", "script", "button", "input", "select"}, file
            assert "hx-" not in page
            for dynamic in ("/desk/", "/accounts/", "/search/", "/play/", "/language/"):
                assert dynamic not in page, f"{dynamic} on {file}"


def test_a_page_shows_when_it_was_published(hall: DeskHall, tmp_path: Path) -> None:
    publish_to(tmp_path)
    page = text_of(tmp_path, "events/westport-open/standings/index.html")
    assert "As of Sat 21 Nov, 19:42, published from the hall" in page


def test_parts_of_a_page_that_an_address_asks_for_are_folders(
    hall: DeskHall, tmp_path: Path
) -> None:
    hall.type_card(Match.objects.get(number=1), "20 11 02 2-0")
    publish_to(tmp_path)
    asked = {each for each in walk(tmp_path) if "=" in each}
    assert asked


def test_no_file_has_more_of_a_minors_name_than_the_page(
    public_address: None, hall: DeskHall, tmp_path: Path
) -> None:
    publish_to(tmp_path)
    assert "Annabel T." in text_of(tmp_path, "players/index.html")
    for file in files_in(tmp_path):
        assert b"Tremblay" not in (tmp_path / file).read_bytes(), file
        assert "tremblay" not in file


def test_absolute_links_lead_to_the_published_address(
    public_address: None, hall: DeskHall, tmp_path: Path
) -> None:
    publish_to(tmp_path)
    page = (tmp_path / "events/westport-open/standings/index.html").read_text()
    address = "https://club.example/results/events/westport-open"
    assert f'content="{address}/picture.png"' in page
    assert f'href="{address}/standings/"' in page
    for file in files_in(tmp_path):
        assert b"testserver" not in (tmp_path / file).read_bytes(), file
    places = ElementTree.parse(tmp_path / "sitemap.xml").getroot().iter()
    listed = [each.text or "" for each in places if each.tag.endswith("loc")]
    assert f"{address}/" in listed
    for each in listed:
        file = each.removeprefix("https://club.example/results/") + "index.html"
        assert (tmp_path / file).is_file(), each


def test_without_a_public_address_there_is_nothing_that_needs_one(
    hall: DeskHall, tmp_path: Path
) -> None:
    publish_to(tmp_path)
    walk(tmp_path)
    assert not files_in(tmp_path) & {"news.atom", "sitemap.xml", "picture.png", "calendar.ics"}
    for file in files_in(tmp_path):
        assert b".invalid" not in (tmp_path / file).read_bytes(), file


def test_links_to_pages_with_forms_lead_to_the_live_site(
    hall: DeskHall, tmp_path: Path, settings: Settings
) -> None:
    settings.BASE_URL = "https://live.example"
    settings.ALLOWED_HOSTS = [*settings.ALLOWED_HOSTS, "live.example"]
    publish_to(tmp_path)
    assert 'href="https://live.example/accounts/login/"' in (tmp_path / "index.html").read_text()


def test_a_page_that_is_not_there_leads_back_to_the_front_page(
    public_address: None, hall: DeskHall, tmp_path: Path
) -> None:
    publish_to(tmp_path)
    page = (tmp_path / "404.html").read_text()
    assert "Page not found" in page
    assert 'href="/results/index.html"' in page


def test_each_language_has_its_pages_and_they_lead_to_each_other(
    hall: DeskHall, tmp_path: Path
) -> None:
    Club.objects.update(publishes_all_languages=True)
    publish_to(tmp_path)
    seen = walk(tmp_path)
    assert {"fr/index.html", "hu/events/westport-open/standings/index.html"} <= seen
    page = (tmp_path / "events/westport-open/index.html").read_text()
    assert 'href="../../fr/events/westport-open/index.html">Français</a>' in page
    assert "Classement" in (tmp_path / "fr/events/westport-open/standings/index.html").read_text()


# --- What is written and deleted --------------------------------------------------------------


def test_a_second_run_without_changes_writes_nothing(hall: DeskHall, tmp_path: Path) -> None:
    first = publish_to(tmp_path)
    before = {each: (tmp_path / each).stat().st_mtime_ns for each in files_in(tmp_path)}
    second = publish_to(tmp_path, NOW.replace(minute=50))
    assert first.written == len(before) == first.files == second.files
    assert (second.written, second.deleted) == (0, 0)
    assert before == {each: (tmp_path / each).stat().st_mtime_ns for each in files_in(tmp_path)}


def test_after_a_result_its_pages_are_written_and_others_are_not(
    hall: DeskHall, tmp_path: Path
) -> None:
    later = NOW.replace(minute=50)
    with time_machine.travel(NOW, tick=False):
        publish_to(tmp_path)
    hall.type_card(Match.objects.get(number=1), "20 11 02 2-0")
    with time_machine.travel(later, tick=False):
        found = publish_to(tmp_path, later)
    assert 0 < found.written < found.files
    page = text_of(tmp_path, "events/westport-open/matches/1/index.html")
    assert "As of Sat 21 Nov, 19:50" in page
    for untouched in ("accessibility", "leagues/mondays", "club"):
        assert "19:42" in text_of(tmp_path, f"{untouched}/index.html"), untouched


def test_a_page_that_fails_for_a_moment_keeps_its_file_and_those_behind_it(
    hall: DeskHall, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    publish_to(tmp_path)
    before = set(tmp_path.rglob("*.html"))

    def read_all_but_one(address: PageAddress) -> PageAnswer:
        answer = read_page(address)
        return replace(answer, status=503) if address.path == "/events/westport-open/" else answer

    hall.type_card(Match.objects.get(number=1), "20 11 02 2-0")
    monkeypatch.setattr("leagues.publishing.publish.read_page", read_all_but_one)
    found = publish_to(tmp_path)

    assert found.unreadable == ("/events/westport-open/",)
    assert found.deleted == 0
    assert before <= set(tmp_path.rglob("*.html"))

    monkeypatch.undo()
    found = publish_to(tmp_path)
    assert (found.unreadable, found.deleted) == ((), 0)
    page = text_of(tmp_path, "index.html")
    assert 'href="events/westport-open/index.html"' in page


def test_a_web_server_may_read_the_files(hall: DeskHall, tmp_path: Path) -> None:
    earlier = os.umask(0o077)  # as the site's commands have it
    try:
        publish_to(tmp_path / "site")
    finally:
        os.umask(earlier)
    for each in ("", "leagues", "leagues/mondays"):
        assert (tmp_path / "site" / each).stat().st_mode & 0o777 == 0o755
        assert (tmp_path / "site" / each / "index.html").stat().st_mode & 0o777 == 0o644


def test_a_folder_that_was_removed_by_hand_stops_no_other_deletion(
    cast: Cast, hall: DeskHall, tmp_path: Path
) -> None:
    publish_to(tmp_path)
    shutil.rmtree(tmp_path / "leagues")
    make_private(cast.who("ann"), League.objects.get())
    assert publish_to(tmp_path).deleted
    assert not (tmp_path / "leagues/mondays").exists()


@pytest.mark.parametrize(
    "text", ["", "{}", "null", '{"pages": [["../../x", "/", "", "en", "", "", []]]}']
)
def test_a_damaged_list_of_files_is_refused(tmp_path: Path, text: str) -> None:
    (tmp_path / ".published.json").write_text(text)
    with pytest.raises(PublishProblem, match="damaged list of files"):
        read_manifest(tmp_path)


def make_private(by: Who, league: League) -> None:
    change_league(by=by, league=league, facts={"visibility": "private"})


def test_a_league_that_became_private_disappears(
    cast: Cast, hall: DeskHall, tmp_path: Path
) -> None:
    publish_to(tmp_path)
    assert (tmp_path / "leagues/mondays/index.html").is_file()
    make_private(cast.who("ann"), League.objects.get())
    found = publish_to(tmp_path)
    assert found.deleted
    assert not (tmp_path / "leagues/mondays").exists()
    for file in files_in(tmp_path):
        assert b"Mondays" not in (tmp_path / file).read_bytes(), file
    walk(tmp_path)


def test_other_files_in_the_folder_are_left_alone(
    cast: Cast, hall: DeskHall, tmp_path: Path
) -> None:
    publish_to(tmp_path)
    poster = tmp_path / "leagues/mondays/poster.pdf"
    poster.write_text("by hand")
    make_private(cast.who("ann"), League.objects.get())
    publish_to(tmp_path)
    assert poster.read_text() == "by hand"


def test_a_folder_with_other_files_is_refused(hall: DeskHall, tmp_path: Path) -> None:
    (tmp_path / "index.html").write_text("the club's old website")
    with pytest.raises(PublishProblem, match="Choose an empty folder"):
        publish_to(tmp_path)
    assert (tmp_path / "index.html").read_text() == "the club's old website"


def test_a_file_that_is_not_ours_is_never_overwritten(
    cast: Cast, hall: DeskHall, tmp_path: Path
) -> None:
    publish_to(tmp_path)
    (tmp_path / "leagues/tuesdays").mkdir()
    (tmp_path / "leagues/tuesdays/index.html").write_text("by hand")
    open_league(by=cast.who("ann"), club=cast.club, name="Tuesdays")
    with pytest.raises(PublishProblem, match="write leagues/tuesdays"):
        publish_to(tmp_path)
    assert (tmp_path / "leagues/tuesdays/index.html").read_text() == "by hand"


def test_an_interrupted_publication_is_completed_by_the_next(
    hall: DeskHall, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write, written = PublishedFiles.write, []

    def write_three(manifest: PublishedFiles, file: str, data: bytes) -> None:
        written.append(file)
        if len(written) > 3:
            raise OSError("the disk is full")
        write(manifest, file, data)

    monkeypatch.setattr(PublishedFiles, "write", write_three)
    with pytest.raises(OSError, match="full"):
        publish_to(tmp_path)
    monkeypatch.setattr(PublishedFiles, "write", write)
    publish_to(tmp_path)
    walk(tmp_path)
