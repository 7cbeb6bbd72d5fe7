"""Set up a league with one question a screen. It can be opened from the third screen on."""

from datetime import date
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.template.response import TemplateResponse
from django.urls import reverse
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext
from django.views.decorators.http import require_http_methods

from leagues.access.roles import get_visitor, organisers_only
from leagues.actions.leagues.kinds.openers import open_dated_league, with_forfeit_points
from leagues.actions.leagues.settings import open_league
from leagues.forms.leagues.set_up import MAY_OPEN_FROM, SCREENS, LeagueDraft
from leagues.models import Club, League
from leagues.reads.leagues.kinds.match_words import matches_in_words
from leagues.reads.leagues.kinds.words import arrangement_in_words
from leagues.reads.leagues.shared_boards import shared_boards
from leagues.reads.leagues.table.example import worked_example
from leagues.reads.leagues.table.scheme_words import counting_in_words
from leagues.reads.leagues.words import evening_in_words, kind_cards, rule_in_words
from leagues.views.attempt import Attempt
from leagues.views.repeated_submits import made_by

DRAFT = "league_draft"
TITLES: dict[str, Promise] = {
    "what": gettext_lazy("What kind of league?"),
    "when": gettext_lazy("When?"),
    "where": gettext_lazy("Where?"),
    "who": gettext_lazy("Who?"),
    "night": gettext_lazy("What is the format?"),
    "counts": gettext_lazy("What counts?"),
    "divisions": gettext_lazy("Who plays?"),
    "matches": gettext_lazy("Which matches?"),
    "rules": gettext_lazy("Which rules?"),
    "review": gettext_lazy("Your league"),
}


@organisers_only
@require_http_methods(["GET", "HEAD", "POST"])
@made_by("open")
def league_new(request: HttpRequest, screen: str = SCREENS[0]) -> HttpResponse:
    """Show one screen. Valid answers are kept in the session; errors are shown again."""
    draft = _draft_of(request)
    if screen not in draft.screens:
        raise Http404
    if "HX-Request" in request.headers and request.method == "GET":
        return _while_typing(request, draft, screen)
    if request.method == "POST":
        return _save_screen(request, draft, screen)
    with_members = screen == "divisions" and "members" in request.GET
    form = draft.opened(screen, with_members=with_members)
    form.is_valid()
    return _render_screen(request, draft, screen, form)


def _draft_of(request: HttpRequest) -> LeagueDraft:
    club = Club.objects.get(is_home=True)
    today = timezone.now().astimezone(club.tzinfo).date()
    return LeagueDraft(club, request.session.get(DRAFT, {}), today)


def _save_screen(request: HttpRequest, draft: LeagueDraft, screen: str) -> HttpResponse:
    form: Any = draft.form(screen, request.POST)
    is_fine = form.is_valid()
    if is_fine and screen == "when" and not form.has_seen_the_dates:
        messages.info(request, _("The dates are updated. Check them, then continue."))
        return _render_screen(request, draft, screen, form)
    if not is_fine:
        return _render_screen(request, draft, screen, form, status=422)
    draft.keep(screen, request.POST)
    request.session[DRAFT] = draft.kept
    if "open" in request.POST and _may_open(draft, screen):
        return _open_league(request, draft)
    if screen == draft.screens[-1]:
        return redirect("desk-league-new", screen)
    return redirect("desk-league-new", draft.screens[draft.screens.index(screen) + 1])


def _may_open(draft: LeagueDraft, screen: str) -> bool:
    """True from the third screen on; with dated matches, only once the players are chosen."""
    first = "divisions" if draft.has_dated_matches else MAY_OPEN_FROM
    return draft.screens.index(screen) >= draft.screens.index(first)


def _open_league(request: HttpRequest, draft: LeagueDraft) -> HttpResponse:
    if wrong := draft.first_wrong():
        messages.error(request, _("Something is missing here."))
        return redirect("desk-league-new", wrong)
    if draft.has_dated_matches:
        with Attempt(request=request) as tried:
            league = open_dated_league(
                by=get_visitor(request), club=draft.club, **draft.match_facts()
            )
        if tried.refused:
            return redirect("desk-league-new", "review")
    else:
        league = open_league(by=get_visitor(request), club=draft.club, **draft.facts())
    del request.session[DRAFT]
    nights = league.nights.count()
    text = ngettext(
        "%(name)s is open, with %(n)s night.", "%(name)s is open, with %(n)s nights.", nights
    )
    if league.has_dated_matches:
        text = _("%(name)s is open.")
    messages.success(request, text % {"name": league.name, "n": nights})
    leads_to = "desk-league-people" if league.takes_members else "desk-league"
    return redirect(leads_to, league.slug)


def _while_typing(request: HttpRequest, draft: LeagueDraft, screen: str) -> HttpResponse:
    form: Any = draft.form(screen, request.GET)
    form.is_valid()
    parts = {"when": "dates", "counts": "example"}
    if screen not in parts:
        raise Http404
    return TemplateResponse(
        request,
        f"desk/leagues/new/_{parts[screen]}.html",
        {"form": form, **_screen_context(draft, screen, form)},
    )


def _render_screen(
    request: HttpRequest, draft: LeagueDraft, screen: str, form: Any, status: int = 200
) -> HttpResponse:
    screens = draft.screens
    at = screens.index(screen)
    return TemplateResponse(
        request,
        f"desk/leagues/new/{screen}.html",
        {
            "screen": screen,
            "title": TITLES[screen],
            "form": form,
            "steps": [
                {
                    "title": TITLES[name],
                    "address": reverse("desk-league-new", args=[name]),
                    "is_here": name == screen,
                    "is_done": name in draft.kept,
                }
                for name in screens
            ],
            "number": at + 1,
            "back": reverse("desk-league-new", args=[screens[at - 1]]) if at else "",
            "may_open": _may_open(draft, screen) and screen != screens[-1],
            "is_last": screen == screens[-1],
            **_screen_context(draft, screen, form),
        },
        status=status,
    )


def _screen_context(draft: LeagueDraft, screen: str, form: Any) -> dict[str, Any]:
    """Return the template context of a screen, besides its form."""
    match screen:
        case "what":
            return {"cards": kind_cards(), "chosen": form["kind"].value()}
        case "when":
            return {"rule": form.rule}
        case "counts":
            fine = not form.errors
            planned = draft.planned
            return {
                "planned": planned,
                "example": worked_example(form.scheme, planned) if fine else None,
            }
        case "matches":
            fine = not form.errors
            needed = form.matches.needed(form.rounds) if fine else None
            return {"needed": needed, "planned": draft.planned}
        case "divisions":
            return {"may_fill_in": not form["text"].value() and draft.members_text}
        case "review":
            return {**_review_context(draft), "shared": _shared_days(draft)}
    return {}


def _shared_days(draft: LeagueDraft) -> list[tuple[date, list[str]]]:
    """Return the dates on which another league or event uses the same boards."""
    if draft.has_dated_matches:
        return []
    where, days = draft.read_form("where").cleaned_data, set(draft.rule.dates())
    found = shared_boards(draft.club, days, where["boards"], where["place"])
    return sorted(found.items())


def _review_context(draft: LeagueDraft) -> dict[str, Any]:
    """Return all answers in words, and for nights an example table."""
    where = draft.read_form("where").cleaned_data
    boards = ngettext("%(n)s board", "%(n)s boards", len(where["boards"]))
    place = [where["place"], boards % {"n": len(where["boards"])}]
    facts = {
        "what": [League.Kind(draft.kind).label],
        "when": rule_in_words(draft.rule),
        "where": [" · ".join(filter(None, place))],
        **(_matches_in_words(draft) if draft.has_dated_matches else _nights_in_words(draft)),
    }
    lines = [
        {
            "title": TITLES[name],
            "address": reverse("desk-league-new", args=[name]),
            "answers": texts,
        }
        for name, texts in facts.items()
    ]
    return {"lines": lines, **({} if draft.has_dated_matches else _example_context(draft))}


def _nights_in_words(draft: LeagueDraft) -> dict[str, list[str]]:
    return {
        "who": [_who_in_words(draft.read_form("who")), *_new_in_words(draft.read_form("who").new)],
        "night": evening_in_words(draft.read_form("night").evening),
        "counts": counting_in_words(draft.read_form("counts").scheme, draft.planned),
    }


def _matches_in_words(draft: LeagueDraft) -> dict[str, list[str]]:
    divisions = draft.read_form("divisions")
    return {
        "divisions": [
            " · ".join(
                f"{name}: {len(entries)}"
                if name
                else _("%(n)s in one division") % {"n": len(entries)}
                for name, entries in divisions.divisions.items()
            ),
            *_new_in_words(divisions.new),
        ],
        **_rules_in_words(draft),
    }


def _rules_in_words(draft: LeagueDraft) -> dict[str, list[str]]:
    if "rules" in draft.screens:
        form = draft.read_form("rules")
        matches = with_forfeit_points(form.matches, draft.kind, form.rules)
        words = arrangement_in_words(form.kind_rules, matches)
        return {"rules": [*words, form.rules.title]}
    form = draft.read_form("matches")
    matches = with_forfeit_points(form.matches, draft.kind, form.rules)
    return {"matches": [*matches_in_words(matches), form.rules.title]}


def _example_context(draft: LeagueDraft) -> dict[str, Any]:
    scheme, planned = draft.read_form("counts").scheme, draft.planned
    return {"planned": planned, "example": worked_example(scheme, planned)}


def _who_in_words(form: Any) -> str:
    cleaned, count = form.cleaned_data, len(form.members)
    members = ngettext("%(n)s member", "%(n)s members", count) % {"n": count}
    if cleaned["who"] == "chosen":
        return members
    chosen = str(dict(form.fields["who"].choices)[cleaned["who"]])
    return f"{chosen} · {members}" if count else chosen


def _new_in_words(names: list[str]) -> list[str]:
    if not names:
        return []
    return [_("New to the club: %(names)s") % {"names": ", ".join(names)}]
