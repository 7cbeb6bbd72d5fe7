"""Requests with a token that write: permissions, the same actions as on pages, and the log."""

from datetime import timedelta
from typing import Any
from uuid import uuid4

import jsonschema
import pytest
from django.core.cache import cache
from django.test import Client
from django.utils import timezone

from leagues.access import api_tokens
from leagues.access.throttle import Limit
from leagues.actions.club.tokens import make_token
from leagues.models import Action, ApiToken, Event, Match, Membership, Player, Round, RoundReport
from leagues.models.links import hash_token
from tests.cast import Cast, Page
from tests.leagues.phones.at_boards import Hall, open_phones

pytestmark = pytest.mark.django_db
V1 = "/api/v1/"
PLAYERS = f"{V1}players/"
ALL = ("reports", "adds_people", "reads_private")


@pytest.fixture(autouse=True)
def clear_guesses() -> None:
    cache.clear()


def new_token(cast: Cast, *may: str, **facts: Any) -> str:
    return make_token(
        by=cast.who("ann"), club=cast.club, name="Scoreboard", may=may or ALL, **facts
    )


def post(
    path: str, body: Any, secret: str = "", client: Client | None = None, key: str = ""
) -> Page:
    headers = {"Authorization": f"Bearer {secret}"} if secret else {}
    headers |= {"Idempotency-Key": key} if key else {}
    answer: Any = (client or Client(enforce_csrf_checks=True)).post(
        path, body, content_type="application/json", headers=headers
    )
    keeps_to_the_document(path, answer)
    return answer


def keeps_to_the_document(path: str, answer: Any) -> None:
    openapi = Client().get(f"{V1}openapi.json").json()
    written = f"{V1}players/"
    if path != PLAYERS:
        written = f"{V1}events/{{slug}}/matches/{{number}}/rounds/"
    responses = openapi["paths"][written]["post"]["responses"]
    schema = responses[str(answer.status_code)]["content"]["application/json"]["schema"]
    whole = {**schema, "components": openapi["components"]}
    jsonschema.Draft202012Validator(whole).validate(answer.json())
    assert answer["Cache-Control"] == "private, no-store"
    assert "Access-Control-Allow-Origin" not in answer


def rounds_of(match: Match) -> str:
    return f"{V1}events/{match.event.slug}/matches/{match.number}/rounds/"


def round_body(number: int = 1, **facts: Any) -> dict[str, Any]:
    return {"key": str(uuid4()), "round": number, "points": [2, 0], **facts}


# --- Permissions ------------------------------------------------------------------------------


@pytest.mark.long
def test_without_a_good_token_nothing_is_written(cast: Cast) -> None:
    good, hall = new_token(cast), open_phones(cast)
    past = new_token(cast, ends_at=timezone.now() - timedelta(seconds=1))
    gone, reads = new_token(cast), new_token(cast, "reads_private")
    ApiToken.objects.filter(token_hash=hash_token(gone)).update(revoked_at=timezone.now())
    for path, body in ((PLAYERS, {"name": "Zoe"}), (rounds_of(hall.match), round_body())):
        for secret, status in (
            ("", 401),
            (good + "x", 401),
            (past, 401),
            (gone, 401),
            (reads, 403),
        ):
            assert post(path, body, secret).status_code == status
    assert not Player.objects.filter(name="Zoe").exists()
    assert not RoundReport.objects.exists()
    assert post(PLAYERS, {"name": "Zoe"}, good).status_code == 201


def test_a_cookie_gives_no_right(cast: Cast) -> None:
    answer = post(PLAYERS, {"name": "Zoe"}, client=cast.browser_of("olga"))

    assert answer.status_code == 401
    assert answer["WWW-Authenticate"] == "Bearer"


@pytest.mark.long
def test_a_token_ends_with_the_role_of_its_creator(cast: Cast) -> None:
    secret = new_token(cast)
    helps = Membership.objects.filter(user=cast.ann)
    helps.update(role=Membership.Role.SCORER)
    assert post(PLAYERS, {"name": "Zoe"}, secret).status_code == 401
    helps.update(role=Membership.Role.OWNER)
    assert post(PLAYERS, {"name": "Zoe"}, secret).status_code == 201
    helps.delete()
    assert post(PLAYERS, {"name": "Yan"}, secret).status_code == 401


@pytest.mark.long
def test_wrong_tokens_are_counted_and_a_good_one_is_not_shut_out(
    cast: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(api_tokens, "WRONG_TOKENS", Limit("t", times=2, seconds=60))
    monkeypatch.setattr(api_tokens, "API_WRITES", Limit("w", times=1, seconds=60, by_network=False))
    secret = new_token(cast)
    wrong = [post(PLAYERS, {"name": "Zoe"}, "wrong").status_code for _ in range(3)]

    assert wrong == [401, 401, 429]
    assert post(PLAYERS, {"name": "Zoe"}, secret).status_code == 201
    assert post(PLAYERS, {"name": "Yan"}, secret).status_code == 429  # too fast


def test_the_secret_is_kept_nowhere(cast: Cast) -> None:
    secret = new_token(cast)
    kept = [*ApiToken.objects.values(), *Action.objects.values("details")]

    assert secret.startswith("twenties_")
    assert secret not in str(kept)


# --- A round ----------------------------------------------------------------------------------


def test_a_round_is_reported_once_however_often_it_is_sent(cast: Cast) -> None:
    hall, secret = open_phones(cast), new_token(cast)
    sent = round_body()
    answers = [post(rounds_of(hall.match), sent, secret) for _ in range(2)]

    assert [each.status_code for each in answers] == [201, 200]
    assert [each.json()["took"] for each in answers] == ["new", "known"]
    assert Round.objects.get(match=hall.match).points == [2, 0]
    report = RoundReport.objects.get()
    assert (report.way, report.user, report.seat) == ("program", None, None)
    other = post(rounds_of(hall.match), {**sent, "points": [0, 2]}, secret)
    assert other.status_code == 409


@pytest.mark.long
def test_the_log_names_the_program(cast: Cast) -> None:
    hall, secret = open_phones(cast), new_token(cast)
    post(rounds_of(hall.match), round_body(), secret)
    post(PLAYERS, {"name": "Zoe Quill"}, secret)
    log = f"/desk/events/{hall.event.slug}/log/"
    page = cast.browser_of("ann").get(log).content.decode()
    reports = f"/desk/events/{hall.event.slug}/matches/{hall.match.number}/reports/"

    assert "Scoreboard" in page
    assert "Scoreboard" in cast.browser_of("olga").get("/desk/log/").content.decode()
    assert "Another program" in cast.browser_of("ann").get(reports).content.decode()
    assert Action.objects.filter(verb="report_round", user=None).exists()
    assert ApiToken.objects.get().used_at is not None


@pytest.mark.long
def test_an_impossible_round_is_refused(cast: Cast) -> None:
    hall: Hall = open_phones(cast)
    secret, path = new_token(cast), rounds_of(hall.match)
    for body, status in (
        (round_body(points=[2, 1]), 409),
        (round_body(number=3), 409),
        (round_body(seat=3), 409),
        (round_body(points=[2]), 422),
        (round_body(discs=[[1]]), 422),
        (round_body(points=None), 422),
        (round_body(game=0), 422),
        (round_body(odd=1), 422),
        (round_body(key="x"), 422),
        (round_body(made_at="2026-11-21T10:00:00"), 422),
        ("no JSON", 400),
    ):
        answer = post(path, body, secret)
        assert answer.status_code == status, body
        assert answer.json()["detail"]
    assert not Round.objects.exists()
    Event.objects.filter(pk=hall.event.pk).update(trust="desk")
    late = post(path, round_body(), secret)
    assert (late.status_code, late.json()["detail"]) == (
        409,
        "In this event, only the desk enters scores.",
    )
    nowhere = path.replace(f"matches/{hall.match.number}/", "matches/999/")
    assert post(nowhere, round_body(), secret).status_code == 404


def test_numbers_of_no_round_are_refused_with_the_reason(cast: Cast) -> None:
    hall = open_phones(cast)
    answer = post(rounds_of(hall.match), round_body(points=[2]), new_token(cast))

    assert answer.status_code == 422
    assert answer.json()["detail"] == "A round has one number for each side."
    assert not RoundReport.objects.exists()


# --- A new player -----------------------------------------------------------------------------


def test_a_new_player_is_added(cast: Cast) -> None:
    body = {"name": " Zoe  Quill ", "is_minor": True, "is_guest": True}
    answer = post(PLAYERS, body, new_token(cast))
    zoe = Player.objects.get(name="Zoe Quill")

    assert (zoe.family_name, zoe.is_minor, zoe.is_guest) == ("Quill", True, True)
    assert answer.json()["name"] == "Zoe Q."


def test_a_player_like_a_known_one_is_added_only_on_request(cast: Cast) -> None:
    secret, name = new_token(cast), cast.ben_plays.name
    first = post(PLAYERS, {"name": name}, secret)

    assert first.status_code == 409
    assert [each["id"] for each in first.json()["candidates"]] == [cast.ben_plays.pk]
    assert post(PLAYERS, {"name": name, "anyway": True}, secret).status_code == 201
    assert Player.objects.filter(name=name).count() == 2


def test_the_same_request_with_its_key_adds_one_player(cast: Cast) -> None:
    secret, body = new_token(cast), {"name": "Zoe Quill", "anyway": True}
    answers = [post(PLAYERS, body, secret, key="quill-1") for _time in range(3)]
    other = post(PLAYERS, body, secret, key="quill-2")

    assert {answer.status_code for answer in answers} == {201}
    assert len({answer.json()["id"] for answer in answers}) == 1
    assert other.json()["id"] != answers[0].json()["id"]
    assert Player.objects.filter(name="Zoe Quill").count() == 2


def test_a_key_that_was_sent_with_another_player_is_refused(cast: Cast) -> None:
    secret = new_token(cast)
    assert post(PLAYERS, {"name": "Zoe Quill"}, secret, key="1").status_code == 201
    again = post(PLAYERS, {"name": "Yan Quill"}, secret, key="1")
    assert again.status_code == 422
    assert again.json()["detail"].startswith("This Idempotency-Key was sent with another")
    assert not Player.objects.filter(name="Yan Quill").exists()


def test_a_retry_without_a_key_adds_no_one_twice(cast: Cast) -> None:
    secret, body = new_token(cast), {"name": "Zoe Quill"}
    answers = [post(PLAYERS, body, secret).status_code for _time in range(2)]
    assert answers == [201, 409]


@pytest.mark.parametrize("name", ["", "  ", "a\0b", "a" * 121, "\ud800", 7, None])
def test_an_invalid_name_is_refused(cast: Cast, name: object) -> None:
    assert post(PLAYERS, {"name": name}, new_token(cast)).status_code == 422


# --- The stream -------------------------------------------------------------------------------


@pytest.mark.long
def test_a_private_event_wants_a_token_for_that(cast: Cast) -> None:
    event = open_phones(cast).event
    of_event = f"{V1}events/{event.slug}/"
    assert f"id: {event.revision}\n" in Client().get(f"{of_event}stream/").content.decode()
    Event.objects.filter(pk=event.pk).update(visibility="private")
    wrong, right = new_token(cast, "reports"), new_token(cast, "reads_private")

    for part in ("stream/", "", "tables/", "matches/", "matches/1/"):
        path = f"{of_event}{part}"
        assert Client().get(path).status_code == 404
        assert cast.browser_of("ann").get(path).status_code == 404
        answers = [
            Client().get(path, headers={"Authorization": f"Bearer {secret}"})
            for secret in ("wrong", wrong, right)
        ]
        assert [each.status_code for each in answers] == [401, 403, 200]
        assert {each["Cache-Control"] for each in answers} == {"private, no-store"}
    Event.objects.filter(pk=event.pk).update(binned_at=timezone.now())
    headers = {"Authorization": f"Bearer {right}"}
    assert Client().get(of_event, headers=headers).status_code == 404


# --- The desk's page --------------------------------------------------------------------------


def test_an_organiser_makes_a_token_that_is_shown_once_and_revokes_it(cast: Cast) -> None:
    ann = cast.browser_of("ann")
    last = (timezone.now() + timedelta(days=3)).date().isoformat()
    made = ann.post(
        "/desk/programs/", {"name": "Board app", "may": ["adds_people"], "last_day": last}
    )
    secret = made.content.decode().split('id="secret"')[1].split('value="')[1].split('"')[0]
    assert post(PLAYERS, {"name": "Zoe"}, secret).status_code == 201

    page = ann.get("/desk/programs/").content.decode()
    assert secret not in page
    assert "Board app" in page
    assert "last used" in page
    row = ApiToken.objects.get()
    assert (row.reports, row.adds_people, row.reads_private) == (False, True, False)
    html = ann.post(f"/desk/programs/{row.pk}/revoke/", follow=True).content.decode()
    assert "Board app no longer has access." in html
    assert post(PLAYERS, {"name": "Yan"}, secret).status_code == 401
    assert "Board app" not in ann.get("/desk/programs/").content.decode().split("<h2>")[1]
    verbs = Action.objects.filter(verb__in=("make_token", "revoke_token"))
    assert verbs.count() == 2


def test_a_token_that_no_longer_works_shows_why(cast: Cast) -> None:
    new_token(cast, ends_at=timezone.now() - timedelta(days=1))
    new_token(cast)
    Membership.objects.filter(user=cast.ann).delete()
    page = cast.browser_of("olga").get("/desk/programs/").content.decode()

    assert "Its creator is no longer an organiser" in page
    assert "Expired" in page
