"""The nights of a league: add, change, cancel or skip one, or change the calendar's rule."""

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.template.response import TemplateResponse
from django.utils import timezone
from django.utils.decorators import method_decorator
from django.utils.functional import cached_property
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext
from django.views.decorators.http import require_http_methods, require_safe

from leagues.access.league_roles import secretary_of_league
from leagues.access.roles import get_visitor
from leagues.actions.leagues.nights import changes
from leagues.actions.leagues.nights.calendar import change_calendar, changed_nights
from leagues.forms import sent_data
from leagues.forms.leagues.nights.calendar import CalendarForm, form_data_of, usual_rule
from leagues.forms.leagues.nights.changes import CancelForm, NightForm
from leagues.forms.leagues.set_up import as_query
from leagues.forms.messages import TellingForm
from leagues.models import Night
from leagues.reads.leagues.attendance.head_count import HeadCount, head_counts, nights_to_come
from leagues.reads.leagues.calendar import (
    NightsToChange,
    calendar_of,
    change_of_calendar,
    evening_day,
    night_rows,
)
from leagues.reads.leagues.matches.weeks import LeagueWeek, match_season
from leagues.reads.leagues.shared_boards import shared_boards_of
from leagues.reads.leagues.table.night_results import night_results
from leagues.reads.leagues.table.season import LeagueNight, league_nights
from leagues.reads.leagues.words import day_in_words, rule_in_words
from leagues.reads.messages.date_changes import people_of_nights
from leagues.views.attempt import Attempt
from leagues.views.desk.leagues.home import LeagueView, desk_league
from leagues.views.repeated_submits import made_once

CALENDAR = "desk-league-calendar"
NEXT_NIGHTS = 6
"""Nights listed beside the form that adds one."""
CalendarRow = tuple[LeagueNight, HeadCount | None, list[str] | None, LeagueWeek | None]
"""A night, who comes to it, and which others use its boards, both None once it has begun; and
its matches, None in a league of nights."""
ACTS: dict[str, type[TellingForm]] = {
    "cancel": CancelForm,
    "back": TellingForm,
    "skip": TellingForm,
}
"""The small forms of a night's page, by their names in the template."""


@secretary_of_league
@require_safe
def league_calendar(request: HttpRequest, slug: str) -> HttpResponse:
    """List every night with its number and state."""
    league, now = desk_league(slug), timezone.now()
    rule = calendar_of(league)
    nights = league_nights(league, night_results(league))
    to_come = [] if league.has_dated_matches else nights_to_come([league], now)
    counts = head_counts(to_come, now)
    shared = shared_boards_of(league, to_come)
    today = evening_day(league, now)
    dated = match_season(league, today).weeks if league.has_dated_matches else ()
    weeks = {week.night.pk: week for week in dated}
    coming, past = list[CalendarRow](), list[CalendarRow]()
    for night in nights:
        count = counts.get(night.row.pk)
        is_past = night.row.on < today or (night.is_over and night.row.on != today)
        same = shared.get(night.row.on) if count else None
        row = (night, count, same, weeks.get(night.row.pk))
        (past if is_past else coming).append(row)
    return TemplateResponse(
        request,
        "desk/leagues/nights/calendar.html",
        {
            "league": league,
            "coming": coming,
            "past": past,
            "today": today,
            "rule": rule_in_words(rule) if rule else [],
            "cancelled": sum(night.is_cancelled for night in nights),
        },
    )


@method_decorator(made_once, name="dispatch")
class AddNight(LeagueView):
    form_class = NightForm
    template_name = "desk/leagues/nights/night_add.html"
    next_page = CALENDAR
    success_message = gettext_lazy("Added a night on %(day)s.")

    def get_form_kwargs(self) -> dict[str, Any]:
        rule = calendar_of(self.league)
        initial = {"at": rule.at if rule else None}
        return super().get_form_kwargs() | {"league": self.league, "initial": initial}

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        today = evening_day(self.league, timezone.now())
        coming = self.league.nights.filter(on__gte=today, is_cancelled=False).in_order()
        return super().get_context_data(nights=coming[:NEXT_NIGHTS], **kwargs)

    def perform(self, form: NightForm) -> Night:
        return changes.add_night(by=self.who, league=self.league, facts=form.facts())

    def get_success_message(self, cleaned_data: Any) -> str:
        return self.success_message % {"day": day_in_words(self.result.on)}


class NightView(LeagueView):
    """The page of a night, with forms to change and cancel it."""

    template_name = "desk/leagues/nights/night.html"
    next_page = CALENDAR

    @cached_property
    def night(self) -> Night:
        nights_here = self.league.nights.select_related("host")
        night = get_object_or_404(nights_here, pk=self.kwargs["pk"])
        night.league = self.league
        return night

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        night, league = self.night, self.league
        rows: Any = night_rows(league)
        row = rows.get(pk=night.pk)
        context = {
            "night": night,
            "form": NightForm(league=league, night=night, subject=night),
            **{name: form(subject=night, auto_id=f"{name}_%s") for name, form in ACTS.items()},
            "events": night.events.filter(binned_at=None).order_by("pk"),
            "shared": shared_boards_of(league, [night]).get(night.on),
            "may_attach": self.who.is_organiser,
            "may_skip": not (row.has_event or row.is_needed),
        }
        return super().get_context_data(**context | kwargs)

    def get_success_message(self, cleaned_data: Any) -> str:
        return self.success_message % {"day": day_in_words(self.night.on)}


class ChangeNight(NightView):
    """Move a night, or change its venue or host."""

    form_class = NightForm
    success_message = gettext_lazy("The night on %(day)s is saved.")

    def get_form_kwargs(self) -> dict[str, Any]:
        return super().get_form_kwargs() | {"league": self.league, "subject": self.night}

    def perform(self, form: NightForm) -> None:
        changes.change_night(
            by=self.who,
            night=self.night,
            facts=form.facts(),
            seen=form.cleaned_data["seen"],
            telling=form.telling,
        )


class NightAct(NightView):
    """An act of the night's page with a small form, in which the organiser tells people of it."""

    http_method_names = ["post"]

    def get_form_kwargs(self) -> dict[str, Any]:
        ids = {"auto_id": f"{self.form_name}_%s"}
        return super().get_form_kwargs() | ids | {"subject": self.night}


class CancelNight(NightAct):
    form_class = CancelForm
    form_name = "cancel"
    success_message = gettext_lazy("The night on %(day)s is cancelled.")

    def perform(self, form: CancelForm) -> None:
        reason = form.cleaned_data["reason"]
        changes.cancel_night(by=self.who, night=self.night, reason=reason, telling=form.telling)


class BringNightBack(NightAct):
    form_class = TellingForm
    form_name = "back"
    success_message = gettext_lazy("The night on %(day)s is restored.")

    def perform(self, form: TellingForm) -> None:
        changes.bring_back_night(by=self.who, night=self.night, telling=form.telling)


class SkipNight(NightAct):
    form_class = TellingForm
    form_name = "skip"
    success_message = gettext_lazy("The night on %(day)s is deleted.")

    def perform(self, form: TellingForm) -> None:
        changes.skip_night(by=self.who, night=self.night, telling=form.telling)


# --- The calendar's rule --------------------------------------------------------------------


@secretary_of_league
@require_http_methods(["GET", "HEAD", "POST"])
def league_rule(request: HttpRequest, slug: str) -> HttpResponse:
    """Change the rule of the calendar, with a preview. Edited nights don't change."""
    league = desk_league(slug)
    today = evening_day(league, timezone.now())
    kept = calendar_of(league) or usual_rule(today)
    data = sent_data(request)
    form = CalendarForm(as_query(form_data_of(kept)) if data is None else data)
    change: NightsToChange | None = None
    telling = TellingForm()
    is_fine = form.is_valid() and form.rule is not None
    if request.method == "POST" and is_fine:
        rule = form.tapped
        change = change_of_calendar(league, rule, today)
        nights = changed_nights(league, change)
        has_seen = request.POST.get("seen") == change.mark
        telling = TellingForm(
            data if has_seen else None,
            subject=nights[0] if nights else None,
            people=people_of_nights(nights),
        )
        if form.has_seen_the_dates and has_seen and telling.is_valid():
            with Attempt(request=request) as tried:
                change_calendar(
                    by=get_visitor(request),
                    league=league,
                    rule=rule,
                    since=today,
                    seen=change.mark,
                    telling=telling.telling,
                )
            if tried.refused is None:
                messages.success(request, _("The calendar is changed."))
                return redirect(CALENDAR, slug)
    return TemplateResponse(
        request,
        "desk/leagues/nights/rule.html",
        {
            "league": league,
            "form": form,
            "rule": form.rule,
            "change": change,
            "telling": telling,
            "sentences": change_in_words(change) if change else [],
        },
    )


def change_in_words(change: NightsToChange) -> list[str]:
    """Return the effects of a new rule as sentences: "6 nights will change." """
    counts = (
        (
            len(change.moved),
            ngettext("%(n)s night will change.", "%(n)s nights will change.", len(change.moved)),
        ),
        (
            len(change.added),
            ngettext(
                "%(n)s night will be added.", "%(n)s nights will be added.", len(change.added)
            ),
        ),
        (
            len(change.removed),
            ngettext(
                "%(n)s night will be removed.", "%(n)s nights will be removed.", len(change.removed)
            ),
        ),
        (
            change.edited,
            ngettext(
                "%(n)s edited night won’t change.",
                "%(n)s edited nights won’t change.",
                change.edited,
            ),
        ),
        (
            change.held,
            ngettext(
                "%(n)s night with an event or an answer won’t change.",
                "%(n)s nights with events or answers won’t change.",
                change.held,
            ),
        ),
    )
    sentences = [text % {"n": n} for n, text in counts if n]
    return sentences if change.count else [_("No nights will change."), *sentences]
