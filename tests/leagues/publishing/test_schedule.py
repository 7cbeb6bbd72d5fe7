"""When the site publishes by itself, what it uploads, and the owner's page about it."""

import re
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
import time_machine
from pytest_django import Settings

from leagues.actions.club.publishing import publish_now
from leagues.actions.leagues.settings import open_league
from leagues.models import Action, Club, PeriodicJob
from leagues.publishing import schedule
from leagues.publishing.manifest import PublishedFiles, read_manifest
from leagues.publishing.problem import PublishProblem
from leagues.publishing.publish import PublishResult, chosen_languages, read_stamps
from leagues.publishing.schedule import is_due, publish_scheduled, start_publishing
from leagues.publishing.upload import upload
from tests.cast import Cast

pytestmark = pytest.mark.django_db

EVENING = datetime(2026, 11, 22, 0, 42, tzinfo=UTC)
MINUTE = timedelta(minutes=1)


@pytest.fixture
def folder(tmp_path: Path, settings: Settings) -> Path:
    settings.PUBLISH_FOLDER = str(tmp_path)
    return tmp_path


@pytest.fixture
def published(cast: Cast, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The site was published in the evening; the files themselves matter elsewhere."""

    def write(folder: Path, languages: list[str], now: datetime) -> PublishResult:
        PublishedFiles(folder, is_sent=False).save()
        return PublishResult(12, 3, 1, (), read_stamps(languages).of("/"))

    monkeypatch.setattr(schedule, "publish", write)
    PeriodicJob.objects.create(name=PeriodicJob.Name.PUBLISH, ended_at=EVENING)
    publish_at(EVENING)


def publish_at(at: datetime) -> None:
    with time_machine.travel(at, tick=False):
        publish_scheduled()


def the_job() -> PeriodicJob:
    return PeriodicJob.objects.get(name=PeriodicJob.Name.PUBLISH)


def page_of(cast: Cast) -> str:
    return " ".join(cast.browser_of("olga").get("/desk/publish/").content.decode().split())


def test_it_is_set_up_in_two_steps(cast: Cast) -> None:
    steps = page_of(cast).rsplit('<ol class="ranked">', 1)[1].split("</ol>")[0]
    first, second = steps.split("<li>")[1:]
    assert 'value="PUBLISH_FOLDER=/srv/results"' in first.split('<div class="row">')[1]
    assert "Then come back here." in second


def test_what_is_published_is_a_click_away(cast: Cast) -> None:
    shown = page_of(cast).rsplit("as they do here", 1)[1].split("</section>")[0]
    assert re.findall('<a[^>]* href="([^"]+)"', shown) == [
        "/events/",
        "/leagues/",
        "/players/",
        "/club/",
    ]


# --- When --------------------------------------------------------------------------------------


def test_a_site_publishes_when_it_begins(cast: Cast, folder: Path) -> None:
    assert is_due(EVENING)


def test_nothing_is_published_before_something_changes(cast: Cast, published: None) -> None:
    assert not is_due(EVENING + 10 * MINUTE)
    open_league(by=cast.who("ann"), club=cast.club, name="Mondays")
    assert is_due(EVENING + 10 * MINUTE)


def test_changes_wait_for_the_time_that_the_club_chose(cast: Cast, published: None) -> None:
    Club.objects.update(publish_every=300)
    open_league(by=cast.who("ann"), club=cast.club, name="Mondays")
    assert not is_due(EVENING + timedelta(seconds=299))
    assert is_due(EVENING + timedelta(seconds=300))


def test_one_server_publishes(cast: Cast, published: None) -> None:
    assert PeriodicJob.objects.begin(PeriodicJob.Name.PUBLISH, EVENING)
    assert not PeriodicJob.objects.begin(PeriodicJob.Name.PUBLISH, EVENING + MINUTE)
    assert PeriodicJob.objects.begin(PeriodicJob.Name.PUBLISH, EVENING + timedelta(hours=1))


def test_after_a_kill_another_process_publishes_in_ten_minutes(
    cast: Cast, published: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    started: list[datetime] = []
    now = EVENING

    def start_if(is_due: Callable[[], bool]) -> None:
        if is_due():
            started.append(now)

    monkeypatch.setattr(schedule._process, "start_if", start_if)
    publish_now()
    start_publishing(now=now)
    for minutes in (9, 10):
        now = EVENING + minutes * MINUTE
        start_publishing(now=now)
    assert started == [EVENING, EVENING + 10 * MINUTE]


def test_an_owner_need_not_wait(cast: Cast, published: None) -> None:
    publish_now()
    assert is_due(EVENING + timedelta(seconds=1))


# --- The upload --------------------------------------------------------------------------------


def test_the_command_gets_the_folder(folder: Path, settings: Settings) -> None:
    PublishedFiles(folder, is_sent=False).save()
    settings.PUBLISH_COMMAND = 'echo "$PUBLISH_FOLDER" > "$PUBLISH_FOLDER/sent"'
    upload(folder)
    assert (folder / "sent").read_text().strip() == str(folder)
    assert read_manifest(folder).is_sent


def test_an_upload_is_not_repeated_without_a_change(folder: Path, settings: Settings) -> None:
    PublishedFiles(folder, is_sent=True).save()
    settings.PUBLISH_COMMAND = "exit 1"
    upload(folder)


def test_an_upload_that_failed_is_tried_again(folder: Path, settings: Settings) -> None:
    PublishedFiles(folder, is_sent=False).save()
    settings.PUBLISH_COMMAND = "echo no line; exit 7"
    with pytest.raises(PublishProblem, match="failed: no line"):
        upload(folder)
    assert not read_manifest(folder).is_sent


def test_without_a_line_the_site_tries_again_after_a_minute(
    cast: Cast, published: None, settings: Settings
) -> None:
    settings.PUBLISH_COMMAND = "echo no line; exit 7"
    publish_at(EVENING)
    assert "no line" in the_job().problem
    assert not is_due(EVENING + MINUTE / 2)
    assert is_due(EVENING + MINUTE)
    settings.PUBLISH_COMMAND = "true"
    publish_at(EVENING + MINUTE)
    assert the_job().problem == ""


def test_the_desk_names_no_folder_and_no_command(cast: Cast, published: None) -> None:
    columns = {field.name for field in (*Club._meta.fields, *PeriodicJob._meta.fields)}
    assert not columns & {"publish_folder", "publish_command", "publish_url"}


# --- The owner's page --------------------------------------------------------------------------


def test_the_page_shows_what_was_published(cast: Cast, published: None, folder: Path) -> None:
    page = page_of(cast)
    assert "12 (last time: 3 written, 1 deleted)" in page
    assert str(folder) in page
    assert "Sat 21 Nov, 19:42" in page


def test_the_page_shows_the_last_error(cast: Cast, published: None, settings: Settings) -> None:
    settings.PUBLISH_COMMAND = "echo no line; exit 7"
    publish_at(EVENING)
    assert "no line" in page_of(cast)


def test_without_a_folder_the_page_shows_who_can_set_one(cast: Cast) -> None:
    page = page_of(cast)
    assert 'value="PUBLISH_FOLDER=/srv/results"' in page
    assert "Ask the person who runs this server" in page
    assert "What you get" in page
    assert "publish/now" not in page


def test_an_owner_changes_how_often_and_in_which_languages(cast: Cast, published: None) -> None:
    olga = cast.browser_of("olga")
    sent = {"publish_every": 300, "publishes_all_languages": "on"}
    assert olga.post("/desk/publish/", sent).status_code == 302
    club = Club.objects.get(is_home=True)
    assert (club.publish_every, club.publishes_all_languages) == (300, True)
    assert chosen_languages(club)[:2] == ["en", "fr"]
    assert Action.objects.latest("pk").verb == "change_publishing"
    assert olga.post("/desk/publish/", sent | {"publish_every": 5}).status_code == 422


def test_an_owner_publishes_now(cast: Cast, published: None) -> None:
    answer = cast.browser_of("olga").post("/desk/publish/now/", follow=True)
    assert "within a few seconds" in answer.content.decode()
    assert "starts within a few seconds" in page_of(cast)
