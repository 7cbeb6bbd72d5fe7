"""The rota of a league: who runs which night of the season."""

from typing import Any

from django.utils import timezone
from django.utils.functional import cached_property
from django.utils.translation import gettext_lazy

from leagues.actions.leagues.nights.hosts import set_hosts
from leagues.forms.leagues.nights.hosts import HostsForm, RotaForm
from leagues.models import Night
from leagues.reads.leagues.nights.hosts import hosts_in_turn, nights_to_host, possible_hosts
from leagues.views.desk.leagues.home import LeagueView


class ShowHosts(LeagueView):
    """Choose a host for each night to come; all are saved at once."""

    template_name = "desk/leagues/nights/hosts.html"
    next_page = "desk-league-hosts"
    form_class: Any = HostsForm
    success_message = gettext_lazy("Saved.")

    @cached_property
    def nights(self) -> list[Night]:
        return list(nights_to_host(self.league, timezone.now()))

    def get_form_kwargs(self) -> dict[str, Any]:
        facts = {"nights": self.nights, "people": possible_hosts(self.league)}
        return super().get_form_kwargs() | facts

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        turns = RotaForm(people=possible_hosts(self.league))
        return super().get_context_data(**{"turns": turns, "nights": self.nights} | kwargs)

    def perform(self, form: Any) -> None:
        seen = form.cleaned_data["seen"]
        set_hosts(by=self.who, league=self.league, hosts=form.chosen(), seen=seen)


class FillHosts(ShowHosts):
    """Give the nights that have no host to the ticked people, in turn."""

    http_method_names = ["post"]
    form_class = RotaForm
    form_name = "turns"

    def get_form_kwargs(self) -> dict[str, Any]:
        return LeagueView.get_form_kwargs(self) | {"people": possible_hosts(self.league)}

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        form = HostsForm(nights=self.nights, people=possible_hosts(self.league))
        return super().get_context_data(**{"form": form} | kwargs)

    def perform(self, form: Any) -> None:
        people = [each.pk for each in form.cleaned_data["player"]]
        set_hosts(by=self.who, league=self.league, hosts=hosts_in_turn(self.nights, people))
