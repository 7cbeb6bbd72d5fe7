"""The home venue of a team, a pair or a player."""

from typing import Any

from django.http import Http404
from django.urls import reverse
from django.utils.functional import cached_property
from django.utils.translation import gettext_lazy

from leagues.actions.leagues.venues import set_venue
from leagues.forms.leagues.venue import VenueForm
from leagues.models import Enrolment, Entry
from leagues.reads.leagues.venues import venue_entries
from leagues.views.desk.leagues.home import LeagueView


class SetVenue(LeagueView):
    form_class = VenueForm
    template_name = "desk/leagues/teams/venue.html"
    success_message = gettext_lazy("The home venue is saved.")

    @cached_property
    def entry(self) -> Entry:
        here = (e for e in venue_entries(self.league) if e.pk == self.kwargs["pk"])
        if entry := next(here, None):
            return entry
        raise Http404

    def get_form_kwargs(self) -> dict[str, Any]:
        return super().get_form_kwargs() | {"entry": self.entry}

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        back = self.get_success_url()
        return super().get_context_data(entry=self.entry, back=back, **kwargs)

    def perform(self, form: VenueForm) -> None:
        venue = form.cleaned_data["venue"]
        set_venue(by=self.who, league=self.league, entry=self.entry, venue=venue)

    def get_success_url(self) -> str:
        """Return the team's page, else the membership page of the entry's first player."""
        slug = self.league.slug
        if not self.entry.people:
            return reverse("desk-league-team", args=[slug, self.entry.pk])
        members = self.league.enrolments.filter(
            player=self.entry.people[0], kind=Enrolment.Kind.MEMBER
        )
        here = members.order_by("-pk").first()
        if here is None:
            return reverse("desk-league-people", args=[slug])
        return reverse("desk-league-enrolment", args=[slug, here.pk])
