"""Send every form of a league's pages after its season has closed: none fails."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from urllib.parse import urljoin, urlsplit

import pytest
import time_machine
from django.db import transaction
from django.db.models import Q
from django.test import Client
from django.urls import resolve, reverse
from django.utils import timezone

from leagues.actions.leagues.joining.members import adjust_points
from leagues.actions.leagues.nights.changes import cancel_night
from leagues.models import Event, League
from tests.cast import Cast
from tests.examples import rare_but
from tests.leagues.days.plain_browser import initial_values, parse_page
from tests.leagues.leagues.league_life import BEGINS, OPEN
from tests.leagues.leagues.mondays import Mondays
from tests.leagues.play.desk_page import HTMX
from tests.scenes import scene

pytestmark = pytest.mark.django_db
CLOSED = "This season is closed and can no longer be changed."
PAGES_OF_A_KIND = 2
FEWEST_ACTS = 20


@scene(made="2026-10-13T12:00-04:00")
def mondays(cast: Cast) -> Mondays:
    """One night played, one cancelled; two members have almost the same name."""
    mondays = Mondays.open(cast, "Ann Lee", "Anne Lee", "Bo Birch", "Cy Cole")
    mondays.play(1, ("Ann Lee", "Bo Birch", 5, 3))
    by = cast.who("ann")
    cancel_night(by=by, night=mondays.night(2), reason="snow")
    adjust_points(
        by=by, league=mondays.league, player=mondays.player("Cy Cole"), points=1, reason="soup"
    )
    return mondays


def close_season(league: League) -> None:
    League.objects.filter(pk=league.pk).update(closed_at=timezone.now())


def remove_member(mondays: Mondays) -> str:
    enrolment = mondays.league.enrolments.first()
    assert enrolment is not None
    return reverse("desk-league-enrolment-remove", args=[mondays.league.slug, enrolment.pk])


def test_a_closed_season_refuses_with_a_page(mondays: Mondays, ann: Client) -> None:
    close_season(mondays.league)
    came_from = f"/desk/leagues/{mondays.league.slug}/people/"

    answer = ann.post(remove_member(mondays), headers={"Referer": f"http://testserver{came_from}"})

    assert answer.status_code == 422
    assert CLOSED in answer.text
    assert f'href="{came_from}">Back</a>' in answer.text


def test_a_page_that_htmx_changes_gets_the_reason_as_a_message(
    mondays: Mondays, ann: Client
) -> None:
    close_season(mondays.league)

    answer = ann.post(remove_member(mondays), headers=HTMX)

    assert answer.status_code == 422
    assert answer["HX-Reswap"] == "none"
    assert 'hx-swap-oob="true"' in answer.text
    assert CLOSED in answer.text
    assert "<main" not in answer.text


def test_a_program_gets_the_reason_as_json(mondays: Mondays, ann: Client) -> None:
    close_season(mondays.league)

    answer = ann.post(remove_member(mondays), headers={"Accept": "application/json"})

    assert (answer.status_code, answer.json()) == (422, {"error": CLOSED})


# --- Every form ---------------------------------------------------------------------------


@dataclass(frozen=True)
class Form:
    """A form that a page offered before the season was closed."""

    page: str
    action: str
    fields: dict[str, list[str]]
    by_htmx: bool

    @property
    def name(self) -> str:
        return str(resolve(urlsplit(self.action).path).view_name)


@pytest.mark.long
@pytest.mark.parametrize("kind", rare_but(["nights", *OPEN], "nights", "boxes"))
def test_no_form_of_a_league_breaks_in_a_closed_season(
    kind: str, cast: Cast, ann: Client, mondays: Mondays
) -> None:
    with time_machine.travel(BEGINS):
        league = mondays.league if kind == "nights" else OPEN[kind](cast)
    forms = {(each.name, *sorted(each.fields)): each for each in forms_of(ann, league)}
    assert len({name for name, *_fields in forms}) >= FEWEST_ACTS
    close_season(league)
    league.refresh_from_db()
    before = league.revision
    for form in forms.values():
        with transaction.atomic():
            sent = {name: fill_in_blanks(name, each) for name, each in form.fields.items()}
            headers = HTMX if form.by_htmx else {}
            answer = ann.post(form.action, sent, headers=headers)
            assert answer.status_code < 500, form
            league.refresh_from_db()
            assert league.revision == before, form
            transaction.set_rollback(True)


def forms_of(browser: Client, league: League) -> Iterator[Form]:
    """Every form of the league's desk pages and of its events, up to a limit for each page."""
    events = Event.objects.filter(Q(night__league=league) | Q(pk=league.event_id))
    desks = [f"/desk/leagues/{league.slug}/"]
    desks += [f"/desk/events/{event.slug}/" for event in events]
    waiting, seen = list(desks), set(desks)
    opened = Counter[str]()
    while waiting:
        at = waiting.pop(0)
        kind = str(resolve(at).view_name)
        opened[kind] += 1
        if opened[kind] > PAGES_OF_A_KIND:
            continue
        answer = browser.get(at, follow=True)
        if answer.status_code != 200 or "html" not in answer["Content-Type"]:
            continue
        page = parse_page(answer)
        at = answer.request["PATH_INFO"]
        for link in page.all("a"):
            path = urlsplit(urljoin(at, link.attributes.get("href", ""))).path
            if path.startswith(tuple(desks)) and path not in seen:
                seen.add(path)
                waiting.append(path)
        for form in page.all("form"):
            to = form.attributes.get("hx-post", form.attributes.get("action", at))
            if "hx-post" in form.attributes or form.attributes.get("method") == "post":
                by_htmx = "hx-post" in form.attributes
                yield Form(at, urljoin(at, to), initial_values(form), by_htmx)


def fill_in_blanks(name: str, values: list[str]) -> list[str]:
    """The values with blanks filled in, so that the form is valid enough to reach the act."""
    return [each or "1" for each in values] or ["1"]
