"""Who runs a league and its nights: organisers, the secretary, and a host for one evening."""

from dataclasses import replace
from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

import pytest
import time_machine
from django.contrib.auth.models import AnonymousUser
from django.http import Http404, HttpRequest, HttpResponse
from django.test import RequestFactory
from django.urls import reverse

from leagues.access.league_roles import host_by_link, host_of_night, secretary_of_league
from leagues.access.roles import get_visitor
from leagues.actions.people.links import revoke_link
from leagues.models import Club, Event, League, Night, PersonalLink, Player, User
from tests.cast import Cast
from tests.leagues.leagues.mondays import Mondays
from tests.scenes import scene

TORONTO = ZoneInfo("America/Toronto")


def on_the_evening(hour: int = 20, day: int = 5) -> datetime:
    return datetime(2026, 10, day, hour, tzinfo=TORONTO)


@host_of_night
def tonight(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    return HttpResponse(str(get_visitor(request).player))


@secretary_of_league
def people(request: HttpRequest, slug: str) -> HttpResponse:
    return HttpResponse("people")


def visit(user: User | None = None, session: dict[str, Any] | None = None) -> Any:
    request = RequestFactory().get("/")
    request.user = user or AnonymousUser()
    request.session = session if session is not None else {}  # type: ignore[assignment]
    return request


def open_tonight(night: Night, request: HttpRequest) -> Any:
    return tonight(request, night.league.slug, night.pk)


@scene
def mondays(cast: Cast) -> Mondays:
    """Ben, who has an account, hosts the first night; Cat, who has none, the second."""
    mondays = Mondays.open(cast, "Eve")
    first, second = mondays.night(1), mondays.night(2)
    Night.objects.filter(pk=first.pk).update(host=cast.ben_plays)
    Night.objects.filter(pk=second.pk).update(host=cast.cat_plays)
    return mondays


def test_the_host_runs_the_night_from_noon_until_six_in_the_morning_after(mondays: Mondays) -> None:
    ben, night = visit(mondays.cast.ben), mondays.night(1)
    statuses = {}
    for day, hour in ((5, 11), (5, 12), (5, 23), (6, 5), (6, 6), (12, 20)):
        with time_machine.travel(on_the_evening(hour, day)):
            statuses[day, hour] = open_tonight(night, ben).status_code

    assert statuses == {
        (5, 11): 403,
        (5, 12): 200,
        (5, 23): 200,
        (6, 5): 200,
        (6, 6): 403,
        (12, 20): 403,
    }


@time_machine.travel(on_the_evening())
def test_a_host_learns_why_a_night_cannot_be_run_now(mondays: Mondays) -> None:
    page = open_tonight(mondays.night(1), visit(mondays.cast.ben))
    assert page.status_code == 200

    mondays.play(1, ("Eve", "Flo", 10, 4))
    page = open_tonight(mondays.night(1), visit(mondays.cast.ben))
    assert page.status_code == 403
    assert page.context_data["why"].startswith("This night is finished.")

    Event.objects.update(state=Event.State.RUNNING)
    Night.objects.update(is_cancelled=True)
    page = open_tonight(mondays.night(1), visit(mondays.cast.ben))
    assert page.context_data["why"] == "This night is cancelled."


@time_machine.travel(on_the_evening())
def test_a_night_of_two_events_is_over_with_the_second(mondays: Mondays) -> None:
    mondays.play(1, ("Eve", "Flo", 10, 4))
    mondays.play(1, ("Gus", "Hal", 10, 4), state=Event.State.RUNNING)

    assert open_tonight(mondays.night(1), visit(mondays.cast.ben)).status_code == 200


@time_machine.travel(on_the_evening(day=12))
def test_the_host_of_another_night_finds_no_such_page(mondays: Mondays) -> None:
    with pytest.raises(Http404):
        open_tonight(mondays.night(2), visit(mondays.cast.ben))


@time_machine.travel(on_the_evening(day=12))
def test_a_host_without_an_account_runs_it_where_they_opened_their_link(mondays: Mondays) -> None:
    night, link = mondays.night(2), PersonalLink.objects.get()
    here = visit()
    assert open_tonight(night, here).status_code == 302  # to sign in

    assert host_by_link(here, night, link)
    assert open_tonight(night, visit(session=here.session)).content == b"Cat van der Berg"
    # Another person's session is not theirs, and another night has another host.
    assert open_tonight(night, visit()).status_code == 302
    assert not host_by_link(here, mondays.night(1), link)


@time_machine.travel(on_the_evening(day=12))
def test_a_revoked_link_runs_nothing(mondays: Mondays) -> None:
    night, here = mondays.night(2), visit()
    host_by_link(here, night, PersonalLink.objects.get())

    revoke_link(by=mondays.cast.who("ann"), player=mondays.cast.cat_plays)
    assert open_tonight(night, visit(session=here.session)).status_code == 302


@time_machine.travel(on_the_evening(day=12))
def test_a_former_host_runs_nothing(mondays: Mondays) -> None:
    night, here = mondays.night(2), visit()
    host_by_link(here, night, PersonalLink.objects.get())

    Night.objects.update(host=mondays.cast.ben_plays)
    assert open_tonight(night, visit(session=here.session)).status_code == 302


def test_the_secretary_does_what_organisers_do_in_that_league(mondays: Mondays) -> None:
    cast, league = mondays.cast, mondays.league
    other = replace(mondays, league=Mondays.open(cast).league).league
    with pytest.raises(Http404):
        people(visit(cast.ben), league.slug)

    type(league).objects.filter(pk=league.pk).update(secretary=cast.ben_plays)
    assert people(visit(cast.ben), league.slug).status_code == 200
    assert open_tonight(mondays.night(3), visit(cast.ben)).status_code == 200
    with pytest.raises(Http404):
        people(visit(cast.ben), other.slug)

    assert people(visit(cast.ann), league.slug).status_code == 200
    for name, error in (("sam", Http404), ("dan", Http404)):
        with pytest.raises(error):
            people(visit(getattr(cast, name)), league.slug)
    assert people(visit(), league.slug).status_code == 302


def test_a_league_of_another_club_has_no_page_here(mondays: Mondays) -> None:
    away = Club.objects.create(name="Away", slug="away")
    type(mondays.league).objects.update(club=away)

    with pytest.raises(Http404):
        people(visit(mondays.cast.ann), mondays.league.slug)
    with pytest.raises(Http404):
        open_tonight(mondays.night(1), visit(mondays.cast.ann))


# --- Every address of a night, as those who may run it ------------------------------------------

RUN = """
address   by    host  secretary  ann
coming/         GET   200  200  200
coming/answer/  GET   405  405  405
coming/answer/  POST  422  422  422
coming/spare/   POST  422  422  422
"""


@pytest.mark.long
@pytest.mark.parametrize(
    ("now", "status_for_host"),
    [(on_the_evening(13), ""), (on_the_evening(11), "403"), (on_the_evening(12, day=6), "403")],
)
def test_who_may_at_a_nights_desk(mondays: Mondays, now: datetime, status_for_host: str) -> None:
    """The first column is for the host on the day; only it differs before and after."""
    cast, league = mondays.cast, mondays.league
    League.objects.filter(pk=league.pk).update(secretary=cast.cat_plays)
    Player.objects.filter(pk=cast.cat_plays.pk).update(user=cast.dan)
    browsers = [cast.browser_of(name) for name in ("ben", "dan", "ann")]
    for line in RUN.strip().splitlines()[1:]:
        address, method, *wanted = line.split()
        wanted[0] = status_for_host or wanted[0]
        path = f"/desk/leagues/{league.slug}/nights/{mondays.night(1).pk}/{address}"
        with time_machine.travel(now):
            statuses = [getattr(each, method.lower())(path).status_code for each in browsers]
        assert [str(each) for each in statuses] == wanted, line


def test_only_those_who_run_a_league_read_its_peoples_contacts(
    mondays: Mondays,
) -> None:
    """Eve is in the league; Cat hosts a night and is not."""
    league, cast = mondays.league, mondays.cast
    Player.objects.filter(name="Eve").update(email="eve@example.org", telephone="+1 519 555 0102")
    Player.objects.filter(pk=cast.cat_plays.pk).update(email="cat@example.org")
    at = reverse("desk-league-people", args=[league.slug])

    def reads(name: str) -> bool:
        page = cast.browser_of(name).get(at)
        html = page.content.decode() if page.status_code == 200 else ""
        assert "cat@example.org" not in html
        return "eve@example.org" in html and "tel:+15195550102" in html

    assert not reads("ben")
    assert [reads(name) for name in ("olga", "ann", "sam", "stranger")] == [
        True,
        True,
        False,
        False,
    ]
    League.objects.filter(pk=league.pk).update(treasurer=cast.ben_plays)
    assert not reads("ben")
    League.objects.filter(pk=league.pk).update(secretary=cast.ben_plays)
    assert reads("ben")
    other = Mondays.open(cast, "Fay").league  # "mondays-2"
    Player.objects.filter(name="Fay").update(email="fay@example.org")
    at = reverse("desk-league-people", args=[other.slug])
    assert cast.browser_of("ben").get(at).status_code == 404
