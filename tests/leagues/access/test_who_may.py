"""Request every address as every role and compare the answers with the table of permissions."""

import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from datetime import datetime, time
from http.cookies import SimpleCookie
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

import pytest
import time_machine
from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from django.apps import apps
from django.core.cache import cache
from django.db import connection, transaction
from django.http import HttpRequest, HttpResponse, HttpResponseNotFound
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from leagues.access.calendar_address import calendar_secret
from leagues.access.captain_links import captain_secret
from leagues.access.join_links import join_secret
from leagues.access.mail_acts import MailAct
from leagues.access.mail_stop import stop_path
from leagues.access.phone_passes import label_secret
from leagues.actions.club.members import invite_helper
from leagues.actions.leagues.joining.members import adjust_points
from leagues.actions.notices import make_announcement
from leagues.files.spreadsheet import FileContent, pack
from leagues.models import (
    Action,
    Adjustment,
    ApiToken,
    Board,
    CalendarAddress,
    CaptainLink,
    ClubPicture,
    DaySum,
    Enrolment,
    Entry,
    EntryPlayer,
    Event,
    EventSum,
    Guardian,
    Invitation,
    Kiosk,
    League,
    LeagueSummary,
    Mail,
    Match,
    Membership,
    Night,
    OwnText,
    PairingRound,
    PairSum,
    PersonalLink,
    Player,
    ResultsFile,
    Screen,
    Settlement,
    Stage,
    SummedEvent,
    SumsVersion,
    User,
    Webhook,
    WebhookDelivery,
)
from leagues.models.links import hash_token
from leagues.stages.kind_rules import rules_to_store
from leagues.stages.team_meetings import TeamRules
from tests.cast import Cast, Page, make_account
from tests.leagues.access.test_access import BY_LINK, PEOPLE, Row, all_routes, rows
from tests.leagues.phones.at_boards import open_phones

TONIGHT = datetime(2026, 10, 5, 20, tzinfo=ZoneInfo("America/Toronto"))
NO_RESULTS = {"events": [], "players": [], "aliases": [], "file": "2019.csv"}
HIDDEN_WORDS = {"in", "404", "405"}
SAME_BROWSER = {"cat": "stranger"}
"""People with the same empty browser as a stranger, so their requests are the same."""
VISITORS = [*(name for name in PEOPLE if name not in SAME_BROWSER), BY_LINK]
SUES_TOKEN = "s" * 32
LARGEST = "desk"
IN_CI = {"sam", "ann", "sue", BY_LINK}  # those who may use part of LARGEST


def parts_and_visitors() -> Iterator[Any]:
    """Each part of the site, with the visitors of one test.

    The largest part has a test for each person, of which PostgreSQL needs only those that send
    other statements (tests/statements.py).
    """
    for part in sorted({row.part for row in rows()}):
        if part == LARGEST:
            for name in VISITORS:
                marks = [] if name in IN_CI else [pytest.mark.rare]
                yield pytest.param(part, [name], id=f"{part}-{name}", marks=marks)
        else:
            yield pytest.param(part, VISITORS, id=part)


@pytest.fixture
def filled(cast: Cast, monkeypatch: pytest.MonkeyPatch) -> Iterator[dict[str, Any]]:
    """The values in each address, on an evening with a night of the league."""
    # A backup is read by another connection, which waits for the transaction of a test.
    monkeypatch.setattr("leagues.views.desk.server.make_backup", write_nothing)
    # A third of all visits end on the page for 404. Only the status of the answers is checked
    # here.
    monkeypatch.setattr("crokinole_site.urls.handler404", nothing_here, raising=False)
    with time_machine.travel(TONIGHT):
        yield values_in_addresses(cast)


def nothing_here(request: HttpRequest, exception: Exception) -> HttpResponse:
    return HttpResponseNotFound()


def write_nothing(to: Path) -> Path:
    to.touch()
    return to


def captain_of_nothing(cast: Cast) -> CaptainLink:
    """The captain of a team without matches."""
    event = Event.objects.create(
        club=cast.club, name="Teams", slug="teams", starts_at=timezone.now()
    )
    League.objects.create(
        club=cast.club,
        name="Teams",
        slug="teams",
        kind=League.Kind.TEAMS,
        event=event,
        kind_rules=rules_to_store(TeamRules()),
    )
    Stage.objects.create(event=event, number=2, name="Teams", format=Stage.Format.ROUND_ROBIN)
    entry = Entry.objects.create(event=event, name="Lake")
    return CaptainLink.objects.create(entry=entry)


def values_in_addresses(cast: Cast) -> dict[str, Any]:
    """The values in each address by default; ``of_league`` and others override them."""
    sue = Player.objects.create(
        club=cast.club, name="Sue Moss", user=make_account("sue", cast.club)
    )
    PersonalLink.objects.create(player=sue, token_hash=hash_token(SUES_TOKEN))
    event = Event.objects.create(
        club=cast.club, name="Westport Open", slug="open", starts_at=timezone.now()
    )
    entry = Entry.objects.create(event=event)
    EntryPlayer.objects.create(event=event, entry=entry, player=cast.cat_plays)
    league = League.objects.create(
        club=cast.club,
        name="Mondays",
        slug="open",
        zone=cast.club.zone,
        secretary=sue,
        takes_members=True,
    )
    enrolment = Enrolment.objects.create(league=league, player=cast.cat_plays)
    night = Night.objects.create(
        league=league, on=TONIGHT.date(), at=time(19, 30), host=cast.cat_plays
    )
    Event.objects.filter(pk=event.pk).update(night=night)
    stage = Stage.objects.create(
        event=event, number=1, name="Play-offs", format=Stage.Format.KNOCKOUT
    )
    pairing_round = PairingRound.objects.create(
        stage=stage, number=1, state=PairingRound.State.PUBLISHED
    )
    Match.objects.create(event=event, pairing_round=pairing_round, number=1)
    settlement = Settlement.objects.create(stage=stage, kind="decision", result=[])
    announcement = make_announcement(by=cast.who("ann"), event=event, text="Soup is ready")
    announced = Action.objects.get(event=event, verb="say")
    Board.objects.create(club=cast.club, number=1)
    screen = Screen.objects.create(
        event=event, name="Bar", token_hash="a", paired_at=timezone.now()
    )
    added = Action.objects.create(
        club=cast.club, verb="add_player", details={"player": cast.cat_plays.pk}
    )
    on_board = open_phones(cast).phone(0)
    came_in = Action.objects.create(club=cast.club, verb="bring_in_results", details=NO_RESULTS)
    results = ResultsFile.objects.create(
        club=cast.club, name="2019.csv", content=pack(FileContent({"2019": [["A", "B"]]}))
    )
    board = Board.objects.get(pk=on_board.pass_.credential)
    tablet = Kiosk.objects.create(board=board, token_hash=hash_token("tablet"))
    helper = Membership.objects.get(user=cast.sam)
    invitation = invite_helper(by=cast.who("olga"), club=cast.club, role=Membership.Role.SCORER)
    adjustment = adjust_points(
        by=cast.who("ann"), league=league, player=cast.cat_plays, points=1, reason="soup"
    )
    captain = captain_of_nothing(cast)
    token = ApiToken.objects.create(
        club=cast.club, name="App", reports=True, made_by=cast.ann, token_hash="a"
    )
    return {
        **of_league(night, enrolment, adjustment),
        "event": event.pk,
        "screen": "where",
        "pk": cast.cat_plays.pk,
        "slug": event.slug,
        "token": cast.cats_token,
        "number": 1,
        "year": TONIGHT.year,
        "shape": "club-night",
        "kind": "swiss",
        "rest": "no/such/page",
        "/desk/events/<slug:slug>/advance/settlements/<int:pk>/withdraw/": {"pk": settlement.pk},
        "/desk/programs/<int:pk>/revoke/": {"pk": token.pk},
        "/me/<str:token>/leagues/<slug:slug>/desk/": {"token": SUES_TOKEN},
        **of_webhook(cast),
        "/desk/events/<slug:slug>/log/<int:pk>/undo/": {"pk": announced.pk},
        "/desk/log/<int:pk>/undo/": {"pk": added.pk},
        "/desk/bring-in/undo/<int:pk>/": {"pk": came_in.pk},
        "/desk/bring-in/<int:pk>/": {"pk": results.pk},
        "/desk/bring-in/<int:pk>/throw-away/": {"pk": results.pk},
        "/events/<slug:slug>/entries/<int:pk>/": {"pk": entry.pk},
        "/desk/events/<slug:slug>/people/<int:pk>/": {"pk": entry.pk},
        "/desk/events/<slug:slug>/people/<int:pk>/team/": {"pk": entry.pk},
        "/desk/events/<slug:slug>/people/<int:pk>/part/": {"pk": entry.pk},
        "/desk/events/<slug:slug>/people/<int:pk>/substitute/": {"pk": entry.pk},
        "/desk/events/<slug:slug>/people/<int:pk>/<slug:act>/": {"pk": entry.pk},
        **{row.address: {"pk": night.pk} for row in rows() if "/nights/<int:pk>/" in row.address},
        "act": "pause",
        "name": "matches.csv",
        "/desk/guardians/<int:pk>/remove/": {
            "pk": Guardian.objects.create(user=cast.dan, player=cast.cat_plays).pk
        },
        "/desk/people/files/<str:name>": {"name": "people.csv"},
        "other": cast.ben_plays.pk,
        "/desk/events/<slug:slug>/play/say/<int:pk>/down/": {"pk": announcement.pk},
        "/desk/write/<int:pk>/": {"pk": announcement.pk},
        "/desk/write/<int:pk>/down/": {"pk": announcement.pk},
        "/desk/events/<slug:slug>/rounds/<int:pk>/call/": {"pk": pairing_round.pk},
        "/desk/events/<slug:slug>/rounds/<int:pk>/clock/": {"pk": pairing_round.pk},
        "/desk/events/<slug:slug>/rounds/<int:pk>/cards/": {"pk": pairing_round.pk},
        "/desk/events/<slug:slug>/rounds/<int:pk>/pairings/": {"pk": pairing_round.pk},
        "signed": on_board.pass_.signed,
        "version": "ff",
        "secret": label_secret(board),
        "/desk/events/<slug:slug>/phones/tablets/<int:pk>/revoke/": {
            "slug": "westport-open",
            "pk": tablet.pk,
        },
        "/b/<int:pk>-<str:secret>/": {"pk": board.pk},
        "/b/<int:pk>-<str:secret>/friendly/": {"pk": board.pk},
        "/join/<int:pk>-<str:secret>/": {"pk": league.pk, "secret": join_secret(league)},
        "/calendar/<int:pk>-<str:secret>.ics": {
            "secret": calendar_secret(CalendarAddress.objects.create(player=cast.cat_plays))
        },
        "/captain/<int:pk>-<str:secret>/": {"pk": captain.pk, "secret": captain_secret(captain)},
        **of_club_page(cast),
        "entry": entry.pk,
        "/mail/act/<str:signed>/": {
            "signed": MailAct("night", night.pk, cast.cat_plays.pk, "in").path.split("/")[3]
        },
        "/mail/stop/<str:signed>/": {"signed": stop_path([cast.cat_plays.pk]).split("/")[3]},
        "/kiosk/<str:token>/": {"token": "tablet"},
        "/desk/texts/<int:pk>/reset/": {
            "pk": OwnText.objects.create(
                club=cast.club, language="nl", message="Bye", texts=["Rust"]
            ).pk
        },
        "/desk/helpers/<int:pk>/role/": {"pk": helper.pk},
        "/desk/helpers/<int:pk>/remove/": {"pk": helper.pk},
        "/invited/<str:token>/": {"token": invitation},
        "/desk/invitations/<int:pk>/withdraw/": {"pk": Invitation.objects.get().pk},
        "/desk/mail/<int:pk>/again/": {
            "pk": Mail.objects.create(kind="link", to="cat@example.org", text="…").pk
        },
        "/desk/events/<slug:slug>/screens/<int:pk>/forget/": {"pk": screen.pk},
        "/players/<int:pk>-<slug:slug>/": {"slug": cast.cat_plays.web_slug},
        "key": "MQ:not-a-key",
        "uidb36": "1",
    }


def of_club_page(cast: Cast) -> dict[str, Any]:
    """A photo on the club's page, and a colour for the club."""
    cast.club.colour = "#2c5f8a"
    cast.club.save()
    photo = ClubPicture.objects.create(
        club=cast.club,
        kind="photo",
        digest="0" * 24,
        media_type="image/png",
        width=1,
        height=1,
        alt_text="A board",
        data=b"a picture",
    )
    return {
        "digest": photo.digest,
        "colour": "2c5f8a",
        "/club/icon-<slug:digest>/<slug:name>.png": {"digest": "2c5f8a", "name": "512"},
        "/desk/club/photos/<int:pk>/remove/": {"pk": photo.pk},
    }


def of_webhook(cast: Cast) -> dict[str, Any]:
    """The values for addresses of a webhook and of its last delivery."""
    webhook = Webhook.objects.create(club=cast.club, address="https://192.0.2.7/", made_by=cast.ann)
    delivery = WebhookDelivery.objects.create(webhook=webhook, kind="test", body="{}")
    return {
        route: {"pk": webhook.pk if "/webhooks/" in route else delivery.pk}
        for route in all_routes()
        if route.startswith(("/desk/webhooks/<", "/desk/deliveries/<"))
    }


def of_league(night: Night, enrolment: Enrolment, adjustment: Adjustment) -> dict[str, Any]:
    """The values for addresses of a league's desk."""
    rows = {
        "/calendar/<int:pk>/": night.pk,
        "/people/<int:pk>/": enrolment.pk,
        "/adjustments/<int:pk>/": adjustment.pk,
        "/log/<int:pk>/undo/": Action.objects.get(verb="adjust_points").pk,
    }
    return {
        route: {"pk": pk}
        for route in all_routes()
        for part, pk in rows.items()
        if route.startswith("/desk/leagues/<slug:slug>/") and part in route
    }


def path_of(row: Row, filled: dict[str, Any]) -> str:
    gaps = re.findall(r"<(?:\w+:)?(\w+)>", row.address)
    values = {gap: filled[gap] for gap in gaps} | filled.get(row.address, {})
    return reverse(str(all_routes()[row.address].name), kwargs=values)


def word_for(answer: Page) -> str:
    if answer.status_code != 302:
        return str(answer.status_code)
    return "in" if answer["Location"].startswith("/accounts/login/?next=") else "go"


@contextmanager
def rolled_back() -> Iterator[None]:
    """Roll back all database changes made in the block."""
    with transaction.atomic():
        yield
        transaction.set_rollback(True)


def everything_known() -> dict[str, list[Any]]:
    """All rows except sessions, sums and the time a link was used, which any visit may change."""
    sums = {DaySum, EventSum, LeagueSummary, PairSum, SummedEvent, SumsVersion}
    models = [*apps.get_app_config("leagues").get_models(), EmailAddress, Authenticator]
    forgettable = {"used_at", "last_login"}
    return {
        model.__name__: list(
            model._default_manager.order_by("pk").values(
                *(
                    field.attname
                    for field in model._meta.concrete_fields
                    if field.attname not in forgettable
                )
            )
        )
        for model in models
        if model not in sums
    }


READING = ("SELECT", "SAVEPOINT", "RELEASE SAVEPOINT", "ROLLBACK TO SAVEPOINT")


@contextmanager
def noting_writes() -> Iterator[list[str]]:
    """Collect statements that may change rows; without any, rows need no comparison."""
    writes: list[str] = []

    def note(execute: Callable[..., Any], sql: str, *rest: Any) -> Any:
        if not sql.startswith(READING):
            writes.append(sql)
        return execute(sql, *rest)

    with connection.execute_wrapper(note):
        yield writes


def browser_of(cast: Cast, name: str) -> Client:
    """This person's browser; the host, and Sue by her link, have already used their links."""
    browser = cast.browser_of(name)
    if name == "sue":
        browser.force_login(User.objects.get(email="sue@example.org"))
    if name == "host":
        night = Night.objects.get()
        browser.post(f"/me/{cast.cats_token}/nights/{night.pk}/host/")
    if name == BY_LINK:
        browser.post(f"/me/{SUES_TOKEN}/leagues/open/desk/")
    return browser


class Visits:
    """The browsers of some people, reset before each visit."""

    def __init__(self, cast: Cast, names: Sequence[str]) -> None:
        self.browsers = {name: browser_of(cast, name) for name in names}
        self.cookies = {
            name: SimpleCookie(browser.cookies.output(header="", sep=";"))
            for name, browser in self.browsers.items()
        }
        self.before = everything_known()

    def pay(self, name: str, row: Row, path: str) -> str:
        """The answer this person gets, with a note if a refused request or a GET changed a row."""
        browser = self.browsers[name]
        browser.cookies = SimpleCookie(self.cookies[name].output(header="", sep=";"))
        cache.clear()
        with rolled_back():
            ask = browser.get if row.method == "GET" else browser.post
            with noting_writes() as writes:
                found = ask(path)
                answer = word_for(found)
                if "attachment" in found.headers.get("Content-Disposition", ""):
                    b"".join(found)  # read it to the end, which closes the file
            if writes and (row.method == "GET" or answer in HIDDEN_WORDS):
                unchanged = everything_known() == self.before
                answer += "" if unchanged else " AND IT CHANGED SOMETHING"
        return answer


@pytest.mark.long
@pytest.mark.ignore_template_errors  # allauth's templates read variables that don't exist
@pytest.mark.parametrize(("part", "names"), list(parts_and_visitors()))
def test_who_may(part: str, names: list[str], cast: Cast, filled: dict[str, Any]) -> None:
    visits = Visits(cast, names)
    wrong = []
    for row in (row for row in rows() if row.part == part):
        path = path_of(row, filled)
        answers = {name: visits.pay(name, row, path) for name in names}
        answers |= {name: answers[same] for name, same in SAME_BROWSER.items() if same in names}
        wrong += [
            f"{row} as {name}: {wanted} expected, {answer} answered"
            for name, answer in answers.items()
            if answer != (wanted := row.expected[name])
        ]
    assert not wrong, "\n  " + "\n  ".join(wrong)


def first_refused(row: Row) -> str:
    """The person with the most rights of those refused at this row; empty if no one is."""
    refused = (name for name in BY_RIGHTS if row.expected[name] in HIDDEN_WORDS - {"405"})
    return next(refused, "")


BY_RIGHTS = ("olga", "ann", "sam", "sue", "host", "ben", "dan", "stranger")
AT_ONCE = 20
REFUSED = [(row, name) for row in rows() if (name := first_refused(row))]


@pytest.mark.ignore_template_errors
@pytest.mark.parametrize("start", range(0, len(REFUSED), AT_ONCE))
def test_the_first_who_may_not_is_refused(start: int, cast: Cast, filled: dict[str, Any]) -> None:
    """The quick part of the table: a change that admits one more person admits this one first."""
    asked = REFUSED[start : start + AT_ONCE]
    visits = Visits(cast, sorted({name for _, name in asked}))
    answers = [visits.pay(name, row, path_of(row, filled)) for row, name in asked]
    assert answers == [row.expected[name] for row, name in asked]


def test_visitors_tested_as_one_have_the_same_cookies(cast: Cast) -> None:
    for name, same in SAME_BROWSER.items():
        assert browser_of(cast, name).cookies == browser_of(cast, same).cookies


def test_a_stranger_cannot_see_what_exists(cast: Cast) -> None:
    browser = cast.browser_of("stranger")
    answers = {
        word_for(browser.get(path))
        for path in (
            f"/desk/people/{cast.cat_plays.pk}/",
            "/desk/people/999999/",
            "/desk/people/99999999999999999999999/",
            "/desk/nothing/of/the/kind/",
        )
    }
    assert answers == {"in"}


def test_a_person_of_no_club_cannot_see_what_exists(cast: Cast) -> None:
    browser = cast.browser_of("dan")
    pages = [
        browser.get(path)
        for path in (
            f"/desk/people/{cast.cat_plays.pk}/",
            "/desk/people/999999/",
            "/desk/nothing/of/the/kind/",
        )
    ]
    assert {page.status_code for page in pages} == {404}
    assert len({without_token(page) for page in pages}) == 1


def without_token(page: Page) -> bytes:
    """The page without the CSRF token, which differs in every response."""
    return re.sub(rb'"X-CSRFToken": "[^"]*"', b"", page.content)
