"""Assign an event to a night, to another night or to no league, with a preview of the tables."""

from collections.abc import Iterable
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.template.response import TemplateResponse
from django.urls import reverse
from django.utils.functional import cached_property
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_safe

from leagues.access.roles import organisers_only
from leagues.actions.leagues.nights.counted_event import attach_event
from leagues.forms.leagues.nights.counted_event import AttachForm
from leagues.models import Event, League, Night
from leagues.views.desk.leagues._preview import PreviewView
from leagues.views.desk.leagues.home import names_of

NEWEST = 60


def _find_night(slug: str, pk: int) -> Night:
    nights = Night.objects.select_related("league__club")
    return get_object_or_404(nights, pk=pk, league__slug=slug, league__club__is_home=True)


@organisers_only
@require_safe
def night_events(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """List the latest events that could count for this night, those of its day first."""
    night = _find_night(slug, pk)
    apart = Event.objects.present().filter(league=None)
    events = apart.filter(club=night.league.club)
    others = events.exclude(night=night).select_related("night__league")
    return TemplateResponse(
        request,
        "desk/leagues/nights/night_events.html",
        {
            "league": night.league,
            "night": night,
            "events": sorted(
                others.order_by("-starts_at", "-pk")[:NEWEST],
                key=lambda event: event.starts_at.astimezone(event.tzinfo).date() != night.on,
            ),
        },
    )


class AttachEvent(PreviewView):
    """Choose the night that an event counts for, with a preview of who moves."""

    permission = organisers_only
    form_class = AttachForm
    template_name = "desk/leagues/nights/night_event.html"
    next_page = "desk-league-calendar"
    success_message = gettext_lazy("%(name)s is saved.")

    @cached_property
    def night(self) -> Night:
        return _find_night(self.kwargs["slug"], self.kwargs["pk"])

    @cached_property
    def league(self) -> League:
        return self.night.league

    @cached_property
    def event(self) -> Event:
        events = Event.objects.present().select_related("night__league", "club")
        return get_object_or_404(events, pk=self.kwargs["event"], club=self.league.club)

    def get_form_kwargs(self) -> dict[str, Any]:
        initial = {"night": self.night.pk}
        return super().get_form_kwargs() | {"event": self.event, "initial": initial}

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        return super().get_context_data(
            night=self.night,
            event=self.event,
            back=reverse("desk-league-night", args=[self.league.slug, self.night.pk]),
            **kwargs,
        )

    def leagues_changed(self, form: AttachForm) -> Iterable[League]:
        """Return the event's present league and its new one."""
        nights = (self.event.night, form.cleaned_data["night"])
        return {night.league_id: night.league for night in nights if night}.values()

    def named_moves(self) -> list[dict[str, Any]]:
        names = names_of(move.player for move in self.moves)
        return [
            {"move": move, "name": f"{names[move.player]} · {league.name}"}
            for league, moves in self.changes.items()
            for move in moves
        ]

    def perform(self, form: AttachForm) -> None:
        attach_event(
            by=self.who,
            event=Event.objects.get(pk=self.event.pk),
            night=form.cleaned_data["night"],
            own_table=form.own_table,
        )

    def get_success_message(self, cleaned_data: Any) -> str:
        return self.success_message % {"name": self.event.name}
