"""The whole club as one file: exported, imported into an empty site, and the same again."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from datetime import date, timedelta
from io import BytesIO
from pathlib import Path
from shutil import rmtree
from zipfile import ZipExtFile, ZipFile

import pytest
import time_machine
from allauth.account.models import EmailAddress
from django.apps import apps
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management import CommandError, call_command
from django.db import connection, transaction
from django.test import Client
from django.utils import timezone
from pytest_django import Settings

from leagues import demo
from leagues.access.roles import Who
from leagues.actions.club.set_up import setup_code
from leagues.actions.data import import_club as importing
from leagues.actions.data.import_club import import_club
from leagues.actions.leagues.nights.answers import answer_night
from leagues.actions.people.links import give_link
from leagues.actions.refusal import Refused
from leagues.files.club_tables import NOT_IN_IT, TABLES, line_of
from leagues.models import Action, Answer, Club, Enrolment, Match, Night, Player, User
from leagues.reads.data.club_file import write_club
from leagues.reads.people.stored_sums import clear_caches, sums_of
from tests.cast import PASSWORD, Cast, Page, make_cast
from tests.examples import example_count
from tests.leagues.data.random_club import make_random_club

pytestmark = pytest.mark.django_db
TODAY = date(2026, 11, 21)


@pytest.fixture(autouse=True)
def folder_of_uploads(settings: Settings, tmp_path: Path) -> Path:
    uploads = tmp_path / "uploads"
    settings.MEDIA_ROOT = uploads
    return uploads


def club_file() -> bytes:
    out = BytesIO()
    write_club(out)
    return out.getvalue()


def file_of(make: Callable[[], object]) -> bytes:
    """The file of a club that has been rolled back."""
    with transaction.atomic():
        make()
        file = club_file()
        transaction.set_rollback(True)
    clear_caches()
    return file


def parts_of(file: bytes) -> dict[str, bytes]:
    with ZipFile(BytesIO(file)) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def change_parts(file: bytes, more: dict[str, bytes | None]) -> BytesIO:
    """The file with parts replaced, or removed if None; CLUB in a part becomes the club's key."""
    found = parts_of(file)
    club = str(json.loads(found["club/clubs.jsonl"])["id"]).encode()
    out = BytesIO()
    with ZipFile(out, "w") as archive:
        for name, part in (found | more).items():
            if part is not None:
                archive.writestr(name, part.replace(b"CLUB", club))
    return out


# --- All of it ------------------------------------------------------------------------------


def test_every_kind_of_row_is_in_the_file_or_listed_as_left_out() -> None:
    of_ours = set(apps.get_app_config("leagues").get_models())

    assert {table.model for table in TABLES} - {EmailAddress} == of_ours - set(NOT_IN_IT)
    assert len({table.path for table in TABLES}) == len(TABLES)


@pytest.mark.long
@pytest.mark.parametrize("seed", range(example_count(3)))
def test_a_random_club_comes_back_byte_for_byte(seed: int) -> None:
    file = file_of(lambda: make_random_club(seed))

    import_club(BytesIO(file))

    assert parts_of(club_file()) == parts_of(file)
    assert club_file() == file


@pytest.mark.long
def test_the_demo_comes_back_byte_for_byte() -> None:
    file = file_of(lambda: demo.build_demo("tamarack", TODAY, PASSWORD))
    assert Match.objects.count() == 0

    counts = import_club(BytesIO(file))

    assert counts["play/matches"] == Match.objects.count() > 500
    assert club_file() == file


@pytest.mark.rare
@pytest.mark.long
def test_pages_and_sums_of_a_club_that_came_are_those_of_the_club_that_left(client: Client) -> None:
    with transaction.atomic():
        demo.build_demo("tamarack", TODAY, PASSWORD)
        file = club_file()
        sums_of(Club.objects.get(is_home=True))
        home = client.get("/records/").content
        transaction.set_rollback(True)
    clear_caches()

    import_club(BytesIO(file))

    assert client.get("/records/").content == home


def test_uploads_come_along(folder_of_uploads: Path) -> None:
    picture = folder_of_uploads / "logos" / "club.png"
    picture.parent.mkdir(parents=True)
    picture.write_bytes(b"a picture")
    file = file_of(make_cast)
    rmtree(folder_of_uploads)

    import_club(BytesIO(file))

    assert picture.read_bytes() == b"a picture"
    assert club_file() == file


def test_an_imported_club_sends_no_messages() -> None:
    import_club(BytesIO(file_of(make_cast)))
    assert Club.objects.get(is_home=True).is_silent


def test_new_rows_get_keys_of_their_own_afterwards() -> None:
    file = file_of(make_cast)
    import_club(BytesIO(file))
    last = Player.objects.order_by("-pk")[0].pk

    added = Player.objects.create(club=Club.objects.get(), name="Eve Fox")

    assert added.pk > last


def test_no_secret_is_in_it(cast: Cast) -> None:
    ben = cast.ben
    file = b"".join(parts_of(club_file()).values()).decode()

    assert ben.email in file
    assert ben.password not in file
    assert cast.cats_token not in file
    assert cast.cat_plays.links.get().token_hash not in file


def test_accounts_are_imported_without_their_passwords() -> None:
    import_club(BytesIO(file_of(make_cast)))

    olga = User.objects.get(email="olga@example.org")
    assert not olga.has_usable_password()
    assert EmailAddress.objects.get(user=olga).verified


def test_no_one_becomes_a_superuser_by_a_file() -> None:
    file = change_parts(
        file_of(make_cast),
        {"club/accounts.jsonl": b'{"id":1,"email":"eve@example.org","is_superuser":true}\n'},
    )

    with pytest.raises(Refused, match=r"Unknown content in the file at club/accounts\.jsonl:1"):
        import_club(file)


# --- What is refused, and leaves nothing -----------------------------------------------------


def test_a_club_is_never_brought_in_on_top_of_another(cast: Cast) -> None:
    with pytest.raises(Refused, match="into an empty site"):
        import_club(BytesIO(club_file()))


@pytest.mark.parametrize("content", [b"", b"PK\x03\x04 and no more", b"{}"])
def test_what_is_no_club_is_refused(content: bytes) -> None:
    with pytest.raises(Refused, match="isn’t an export of a club"):
        import_club(BytesIO(content))


@pytest.mark.parametrize(
    ("head", "why"),
    [
        (None, "isn’t an export of a club"),
        (b"[]", "isn’t an export of a club"),
        (b"{", "isn’t an export of a club"),
        (b"\xff", "isn’t an export of a club"),
        (b'{"format":"twenties-event"}', "isn’t an export of a club"),
        (b'{"format":"twenties-club","version":2,"made_by":"0001"}', "a newer release"),
        (b'{"format":"twenties-club","version":1,"made_by":"9999"}', "a newer release"),
    ],
)
def test_a_file_of_another_kind_is_refused(head: bytes | None, why: str) -> None:
    with pytest.raises(Refused, match=why):
        import_club(change_parts(file_of(make_cast), {"club.json": head}))


@pytest.mark.parametrize(
    ("line", "why"),
    [
        (b"[]", "Unknown content in the file at people/players.jsonl:1"),
        (b'{"name":"Ann","shoes":41}', "Unknown content in the file"),
        (b"Ann", "isn’t an export of a club"),
        (b'{"id":1,"name":"Ann","club":"Westport"}', "Invalid value at people/players.jsonl:1"),
        (b'{"id":1,"name":"Ann","club":CLUB,"binned_at":"soon"}', "Invalid value"),
        (b'{"id":1,"name":"' + b"A" * 121 + b'","club":CLUB}', "Invalid value"),
        (b'{"id":1,"name":"Ann","club":987654}', "contradicts itself"),
        (b'{"id":1,"name":"","club":CLUB}', "contradicts itself"),
    ],
)
def test_a_line_that_cannot_be_is_refused_and_nothing_stays(line: bytes, why: str) -> None:
    file = change_parts(file_of(make_cast), {"people/players.jsonl": line + b"\n"})

    with pytest.raises(Refused, match=why), transaction.atomic():
        import_club(file)

    assert not Club.objects.exists()
    assert not User.objects.exists()


@pytest.mark.parametrize("name", ["club.json", "people/players.jsonl"])
def test_a_line_longer_than_any_row_is_not_read_to_its_end(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A megabyte of zip can hold a gigabyte of one line."""
    monkeypatch.setattr(importing, "LONGEST_LINE", 20_000)
    read = list[int]()
    whole = ZipExtFile.readline

    def readline(file: ZipExtFile, limit: int = -1) -> bytes:
        read.append(limit)
        return whole(file, limit)

    monkeypatch.setattr(ZipExtFile, "readline", readline)
    file = change_parts(file_of(make_cast), {name: b'{"name":"' + b"A" * 30_000 + b'"}'})

    with pytest.raises(Refused, match="isn’t an export of a club"), transaction.atomic():
        import_club(file)

    assert set(read) <= {20_001}


def test_rows_are_kept_in_memory_by_their_length(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(importing, "LONGEST_LINE", 5_000)
    row: tuple[Club, dict[str, list[object]], int] = (Club(), {}, 3_000)
    rows = iter([row, row, row])
    assert [len(list(importing._next_batch(rows))) for _ in range(3)] == [2, 1, 0]


def test_an_upload_larger_than_any_request_is_refused(
    folder_of_uploads: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(importing, "LARGEST_UPLOAD", 1_000)
    monkeypatch.setattr(importing, "PIECE", 100)
    file = change_parts(file_of(make_cast), {"uploads/picture": b"A" * 2_000})

    with pytest.raises(Refused, match="isn’t an export of a club"), transaction.atomic():
        import_club(file)

    assert (folder_of_uploads / "picture").stat().st_size == 1_000


def test_a_part_that_is_locked_or_nested_without_end_is_refused() -> None:
    whole = change_parts(file_of(make_cast), {}).getvalue()
    locked = bytearray(whole)
    entry = whole.index(b"PK\x01\x02")
    while entry >= 0:  # set the flag "encrypted" of every part
        locked[entry + 8] |= 1
        entry = whole.find(b"PK\x01\x02", entry + 1)
    nested = change_parts(file_of(make_cast), {"people/players.jsonl": b"[" * 200_000})

    for file in (BytesIO(bytes(locked)), nested):
        with pytest.raises(Refused, match="isn’t an export of a club"), transaction.atomic():
            import_club(file)


def test_an_unknown_part_is_refused() -> None:
    with pytest.raises(Refused, match=r"Unknown item in the file: people/shoes\.jsonl"):
        import_club(change_parts(file_of(make_cast), {"people/shoes.jsonl": b""}))


def test_an_upload_stays_in_the_folder_of_uploads(folder_of_uploads: Path) -> None:
    file = change_parts(file_of(make_cast), {"uploads/../secret-key": b"mine"})

    with pytest.raises(Refused):
        import_club(file)

    assert not (folder_of_uploads.parent / "secret-key").exists()


def test_a_file_of_an_older_release_may_lack_what_came_later() -> None:
    file = change_parts(
        file_of(make_cast),
        {
            "leagues/put_offs.jsonl": None,
            "people/aliases.jsonl": None,
            "people/players.jsonl": b'{"id":5,"name":"Ann Fox","club":CLUB}\n',
            "club/clubs.jsonl": b'{"id":CLUB,"name":"W","slug":"w","is_home":true}\n',
            "club/helpers.jsonl": None,
            "log/log.jsonl": None,
        },
    )

    import_club(file)

    ann = Player.objects.get()
    assert (ann.pk, ann.alias, ann.is_guest, ann.binned_at) == (5, "", False, None)


EARLIER_NAMES = {
    "leagues/answers.jsonl": ((b'"reply":', b'"says":'), (b'"answered_by":', b'"said_by":')),
    "leagues/dues.jsonl": ((b'"recorded_by":', b'"said_by":'),),
    "club/pictures.jsonl": ((b'"alt_text":', b'"says":'),),
    "log/log.jsonl": (
        (b'"details":', b'"said":'),
        (b'"reply":', b'"says":'),
        (b'"answered_by_id":', b'"said_by_id":'),
        (b'"recorded_by_id":', b'"said_by_id":'),
    ),
}


def answered_demo() -> None:
    demo.build_demo("tamarack", TODAY, PASSWORD)
    night = Night.objects.filter(answers=None).latest("on")
    player = Enrolment.objects.filter(league=night.league)[0].player
    with time_machine.travel(night.starts_at - timedelta(days=2), tick=False):
        answer_night(by=Who(player=player), night=night, player=player, answer=Answer.Reply.IN)


@pytest.mark.long
def test_a_file_with_the_earlier_names_of_columns_is_read() -> None:
    file = file_of(answered_demo)
    earlier: dict[str, bytes | None] = {}
    for name, renames in EARLIER_NAMES.items():
        part = parts_of(file)[name]
        for present, old in renames:
            part = part.replace(present, old)
        earlier[name] = part
    assert b'"says":"in"' in (earlier["log/log.jsonl"] or b"")

    import_club(change_parts(file, earlier))

    assert club_file() == file


# --- From the terminal ------------------------------------------------------------------------


def test_two_commands_move_a_club(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "club.zip"
    with transaction.atomic():
        cast = make_cast()
        give_link(by=cast.who("ann"), player=cast.cat_plays)
        call_command("export_club", str(path))
        transaction.set_rollback(True)

    call_command("import_club", str(path))

    output = capsys.readouterr().out
    assert "Westport Crokinole Club is imported" in output
    assert "olga@example.org chooses a password: /accounts/password/reset/key/" in output
    assert "ann@example.org" not in output
    assert Action.objects.get().verb == "give_link"
    assert list(tmp_path.glob("*.unfinished")) == []


def test_the_address_that_is_printed_sets_a_password(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], client: Client
) -> None:
    path = tmp_path / "club.zip"
    path.write_bytes(file_of(make_cast))
    call_command("import_club", str(path))
    address = capsys.readouterr().out.split("chooses a password: ")[1].split()[0]

    form = client.get(address, follow=True)
    client.post(form.redirect_chain[-1][0], {"password1": PASSWORD, "password2": PASSWORD})

    assert User.objects.get(email="olga@example.org").check_password(PASSWORD)


def test_the_commands_say_what_is_wrong(tmp_path: Path) -> None:
    with pytest.raises(CommandError, match="There is no club here"):
        call_command("export_club", str(tmp_path / "club.zip"))
    with pytest.raises(CommandError, match="No such file"):
        call_command("import_club", str(tmp_path / "club.zip"))
    (tmp_path / "club.zip").write_bytes(b"odd")
    with pytest.raises(CommandError, match="isn’t an export of a club"):
        call_command("import_club", str(tmp_path / "club.zip"))
    make_cast()
    with pytest.raises(CommandError, match="No such file"):
        call_command("export_club", str(tmp_path / "no-folder" / "club.zip"))


# --- On a page ---------------------------------------------------------------------------------


def test_an_owner_downloads_it(cast: Cast) -> None:
    olga = cast.browser_of("olga")
    page = olga.get("/desk/club-file/")
    answer: Page = olga.get("/desk/club-file/download/")

    assert "/desk/club-file/download/" in page.content.decode()
    assert page.context["counts"]["people"] == cast.club.players.present().count()
    today = timezone.localdate(timezone=cast.club.tzinfo)
    name = f'filename="westport-crokinole-club_club_{today}.zip"'
    assert name in answer["Content-Disposition"]
    assert b"".join(answer.streaming_content) == club_file()


# --- A line ---------------------------------------------------------------------------------------


def test_what_databases_write_differently_is_one_line() -> None:
    """PostgreSQL stores 1e16 as 10000000000000000 and -0.0 as 0."""
    row = {"b": 1e16, "a": [-0.0, 0.1, 1.0, 2**60], "c": None}

    assert line_of(row) == (
        '{"a":[0.0,0.1,1.0,1152921504606846976],"b":10000000000000000,"c":null}'
    )


@pytest.mark.django_db(transaction=True)
def test_it_is_read_at_one_moment(cast: Cast) -> None:
    """Export outside a transaction, as a command or a page does, and leave none open."""
    file = club_file()

    assert json.loads(parts_of(file)["club.json"])["rows"]["people/players"] == 2
    assert not connection.in_atomic_block
    Player.objects.create(club=cast.club, name="Eve Fox")
    assert json.loads(parts_of(club_file())["club.json"])["rows"]["people/players"] == 3


# --- On a page of a new site ------------------------------------------------------------------


def with_the_code() -> Client:
    browser = Client()
    browser.post("/setup/", {"code": setup_code()})
    assert "Import it from its file" in browser.get("/setup/club/").content.decode()
    return browser


def upload_of(file: bytes) -> SimpleUploadedFile:
    return SimpleUploadedFile("club.zip", file, "application/zip")


def test_a_visitor_with_the_setup_code_imports_a_club_on_a_page() -> None:
    file = file_of(make_cast)
    browser = with_the_code()

    page = browser.post("/setup/file/", {"file": upload_of(file)})

    html = page.content.decode()
    assert "Westport Crokinole Club is imported" in html
    assert "no-store" in page["Cache-Control"]
    assert club_file() == file
    [path] = re.findall(r'href="([^"]+)">olga@example.org', html)
    assert "ann@example.org" not in html, "only owners are let in without a password"
    chosen = browser.get(path, follow=True)
    assert chosen.status_code == 200
    answer = browser.post(
        chosen.request["PATH_INFO"], {"password1": PASSWORD, "password2": PASSWORD}
    )
    assert answer.status_code == 302
    assert Client().login(email="olga@example.org", password=PASSWORD)
    assert browser.get("/setup/file/").status_code == 404


def test_a_file_that_is_no_club_is_refused_and_the_site_stays_empty() -> None:
    browser = with_the_code()

    for file, why in (
        (b"not a zip", "This isn’t an export of a club."),
        (change_parts(file_of(make_cast), {"x": b""}).getvalue(), "Unknown item in the file: x."),
    ):
        page = browser.post("/setup/file/", {"file": upload_of(file)})
        assert page.status_code == 422
        assert why in page.content.decode()
    assert browser.post("/setup/file/", {}).status_code == 422
    assert not Club.objects.exists()


def test_without_the_setup_code_no_one_imports_a_club() -> None:
    file = file_of(make_cast)

    answer = Client().post("/setup/file/", {"file": upload_of(file)})

    assert (answer.status_code, answer["Location"]) == (302, "/setup/")
    assert not Club.objects.exists()
