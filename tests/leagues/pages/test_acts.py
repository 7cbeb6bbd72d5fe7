"""Every act of the site through its page: done, invalid, refused and stale."""

from collections.abc import Iterable, Iterator
from html import unescape
from typing import Any

import pytest
from django.forms import BaseForm, ChoiceField
from django.urls import reverse

from leagues.actions.log.undo import may_ever
from leagues.models import Action, League
from leagues.views.desk.leagues._latest_actions import actions_of
from tests.leagues.access.test_access import all_routes
from tests.leagues.access.test_access import rows as access_rows
from tests.leagues.log.every_row import every_row
from tests.leagues.pages import club_cases, event_cases, league_cases
from tests.leagues.pages.cases import NEVER_REFUSED, Case, Sending, lines_after, words_of
from tests.leagues.pages.club_cases import filed_desk, merged_desk, open_desk, silent_desk
from tests.leagues.pages.event_cases import (
    banded_event,
    binned_event,
    called_event,
    carded_event,
    corrected_event,
    disputed_event,
    drawn_event,
    opened_event,
    pair_event,
    pairs_event,
    planned_event,
    published_event,
    queued_event,
    ranked_event,
    rehearsed_event,
    reported_event,
    screened_event,
    seated_event,
    settled_event,
    shooting_event,
    taking_event,
    tied_event,
)
from tests.leagues.pages.league_cases import (
    boxes,
    called_spare,
    closed_season,
    corrected_match,
    drawn_evening,
    evening,
    friendly_asked,
    friendly_played,
    held_evening,
    ladder,
    matches,
    mondays,
    next_matches,
    own_game,
    own_time,
    played_evening,
    running_evening,
    short_evening,
    teams,
)

__all__ = [
    "banded_event",
    "binned_event",
    "boxes",
    "called_event",
    "called_spare",
    "carded_event",
    "closed_season",
    "corrected_event",
    "corrected_match",
    "disputed_event",
    "drawn_evening",
    "drawn_event",
    "evening",
    "filed_desk",
    "friendly_asked",
    "friendly_played",
    "held_evening",
    "ladder",
    "matches",
    "merged_desk",
    "mondays",
    "next_matches",
    "open_desk",
    "opened_event",
    "own_game",
    "own_time",
    "pair_event",
    "pairs_event",
    "planned_event",
    "played_evening",
    "published_event",
    "queued_event",
    "ranked_event",
    "rehearsed_event",
    "reported_event",
    "running_evening",
    "screened_event",
    "seated_event",
    "settled_event",
    "shooting_event",
    "short_evening",
    "silent_desk",
    "taking_event",
    "teams",
    "tied_event",
]

pytestmark = pytest.mark.django_db
CASES = {**league_cases.CASES, **club_cases.CASES, **event_cases.CASES}
WHY = {**league_cases.WHY, **event_cases.WHY}


ONLY_LOGGED = {"tell_apart", "see_correction"}
OF_ANOTHER = {"open_league", "attach_event"}
"""Lines of the next season, and of an event that isn’t the league’s own."""
READ_AGAIN = {
    "LeagueSummary",
    "Change",
    "NightResult",
    "SentForm",
    "SentNews",
    "DaySum",
    "EventSum",
    "PairSum",
    "SummedEvent",
    "SumsVersion",
}
"""Rows that a page keeps for the next reader, the keys of forms, and what people were sent."""


def rows_now() -> dict[str, Any]:
    return {name: each for name, each in every_row().items() if name not in READ_AGAIN}


def case_params(which: str = "") -> list[Any]:
    return [
        pytest.param(name, case, id=f"{name}-{at}-{case}", marks=[pytest.mark.long] * case.is_long)
        for name, several in CASES.items()
        for at, case in enumerate(several)
        if not which or getattr(case, which) not in ("", NEVER_REFUSED, {})
    ]


@pytest.fixture
def hall(request: pytest.FixtureRequest, scene_name: str) -> Any:
    return request.getfixturevalue(scene_name)


@pytest.mark.long  # tests/leagues/log undoes every verb too, without pages
@pytest.mark.parametrize(("scene_name", "case"), case_params())
def test_an_act_is_logged_and_undone(hall: Any, case: Case) -> None:
    last = Action.objects.latest("pk").pk
    before, slug = rows_now(), next(iter(case.args(hall)), "")
    sending = Sending(case, hall)
    answer = sending.send()

    assert answer.status_code == 200, words_of(answer)
    assert case.message in words_of(answer)
    assert case.stale or not {"seen", "seen_moves"} & set(sending.sent)
    lines = {each.verb: each for each in lines_after(last)}
    assert case.verb in lines
    line, after = lines[case.verb], rows_now()
    assert after != before or case.verb in ONLY_LOGGED
    if case.route.startswith("desk-league") and case.verb not in OF_ANOTHER:
        assert line in actions_of(League.objects.get(slug=slug))
    if may_ever(line) and not case.stays:
        undo_on_the_page(sending, line)
        assert rows_now() == before
        undone = Action.objects.latest("pk")
        if may_ever(undone):
            undo_on_the_page(sending, undone)
            assert rows_now() == after


def undo_on_the_page(sending: Sending, line: Action) -> None:
    if line.event is not None:
        at = reverse("action_undo", args=[line.event.slug, line.pk])
    elif "league" in line.details:
        slug = League.objects.get(pk=line.details["league"]).slug
        at = reverse("desk-league-undo", args=[slug, line.pk])
    else:
        at = reverse("club_action_undo", args=[line.pk])
    owner = sending.hall.cast.browser_of("olga")
    assert owner.get(at).status_code == 200
    answer = owner.post(at)
    assert answer.status_code == 302, words_of(answer)


@pytest.mark.parametrize(("scene_name", "case"), case_params("wrong"))
def test_wrong_input_is_refused_and_kept(hall: Any, case: Case) -> None:
    sending, before = Sending(case, hall), rows_now()
    for wrong, fault in case.wrong_inputs(hall):
        answer = sending.send(**wrong)

        assert answer.status_code == 422, wrong
        forms = [
            each for context in answer.context for each in forms_in(context.flatten().values())
        ]
        errors = [
            str(error) for form in forms for several in form.errors.values() for error in several
        ]
        assert errors or fault, wrong
        words = words_of(answer)
        for error in [*errors, fault]:
            assert error in words, wrong
        choices = {
            form.add_prefix(name)
            for form in forms
            for name, each in form.fields.items()
            if isinstance(each, ChoiceField)
        }
        for name, typed in wrong.items():
            if isinstance(typed, str) and name not in choices:
                assert typed.strip().replace("\x00", "") in unescape(answer.text), wrong
    assert rows_now() == before


def forms_in(values: Iterable[Any]) -> Iterator[BaseForm]:
    for each in values:
        if isinstance(each, BaseForm):
            yield each
        elif isinstance(each, dict | list | tuple):
            yield from forms_in(each.values() if isinstance(each, dict) else each)


def why_not(scene_name: str, case: Case) -> str:
    if case.why:
        return case.why
    is_event = scene_name in event_cases.CASES
    if is_event and case.verb in event_cases.WHEN_FINISHED | event_cases.BEFORE_FINISHED:
        return NEVER_REFUSED
    return WHY.get(scene_name, league_cases.CLOSED)


REFUSED = [each for each in case_params() if why_not(*each.values) != NEVER_REFUSED]


@pytest.mark.parametrize(("scene_name", "case"), REFUSED)
def test_a_refusal_shows_its_reason(hall: Any, case: Case, scene_name: str) -> None:
    sending = Sending(case, hall)
    obstacle = (
        event_cases.finish_all if scene_name in event_cases.CASES else league_cases.close_leagues
    )
    (case.refused or obstacle)(hall)
    before = rows_now()
    answer = sending.send()

    assert why_not(scene_name, case) in words_of(answer)
    assert rows_now() == before


@pytest.mark.parametrize(("scene_name", "case"), case_params("stale"))
def test_what_was_not_seen_is_not_done(hall: Any, case: Case) -> None:
    sending, before = Sending(case, hall), rows_now()
    answer = sending.send(**{case.stale: "another"})

    has_mark = "".join(sending.given.get(case.stale, [])) != ""
    assert answer.status_code == (422 if has_mark else 200), "shown again"
    assert not answer.redirect_chain
    assert rows_now() == before


# --- Every address has a case ---------------------------------------------------------------

WITHOUT = {
    "tests/leagues/access and allauth's own tests": """
        account_reauthenticate account_email account_change_password account_set_password
        account_reset_password account_confirm_login_code account_confirm_email
        account_reset_password_from_key account_login account_logout account_signup
        account_request_login_code mfa_authenticate mfa_reauthenticate
        mfa_generate_recovery_codes mfa_download_recovery_codes mfa_add_webauthn
        mfa_reauthenticate_webauthn mfa_remove_webauthn mfa_edit_webauthn mfa_login_webauthn""",
    "phones' JSON, tests/leagues/phones": """
        board_friendly play_code play_hand_over play play_reports play_confirm play_help
        play_take_over push""",
    "programs, tests/leagues/api": "api-add-player api-report",
    "they need a site that sends mail, tests/leagues/mail": """
        desk-tonight-write link_mail send_links""",
    "they answer with a file or a sheet": "backup_download print_links",
    "they leave no line in the log": """
        language desk_nothing host_night open_league_desk bring_in results_file_throw_away
        rehearsal_speed screen""",
    "it starts a process, tests/leagues/rehearsal": "rehearsal",
    "there is no club yet, tests/leagues/club": "setup setup_club setup_file",
    "the undo of each case": """
        action_undo club_action_undo desk-league-undo results_undo""",
    "several screens, tests/leagues/leagues/test_set_up.py": "desk-league-new",
    "with a folder to publish into, tests/leagues/publishing/test_schedule.py": "publishing publish-now",
}
"""Addresses that take POST and have no case: which tests they have instead."""


def test_every_address_that_writes_has_a_case() -> None:
    known = {case.route for several in CASES.values() for case in several}
    without = {name for names in WITHOUT.values() for name in names.split()}
    writes = {
        str(all_routes()[row.address].name)
        for row in access_rows()
        if row.method == "POST" and "405" not in row.expected.values()
    }
    missing = writes - known - without
    assert not missing, " ".join(sorted(missing))
    needless = (without & known) | (without - writes)
    assert not needless, " ".join(sorted(needless))
