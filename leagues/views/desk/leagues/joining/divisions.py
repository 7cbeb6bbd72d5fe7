"""The divisions of a league and their members."""

from typing import Any

from django.utils import timezone

from leagues.actions.leagues.joining.divisions import move_to_division, set_divisions
from leagues.forms.leagues.joining.division_names import DivisionNamesForm, MoveForm
from leagues.reads.leagues.table.season import season_of
from leagues.views.desk.leagues._preview import PreviewView
from leagues.views.desk.leagues.home import next_night
from leagues.views.desk.leagues.joining.people import PEOPLE, TablesView


class NameDivisions(TablesView):
    """Edit the names of the divisions. Each division has its own table."""

    form_class = DivisionNamesForm
    template_name = "desk/leagues/joining/divisions.html"
    next_page = PEOPLE

    def get_initial(self) -> dict[str, Any]:
        return {"names": self.league.divisions}

    def perform(self, form: DivisionNamesForm) -> None:
        set_divisions(by=self.who, league=self.league, **form.cleaned_data)


class MoveToDivision(PreviewView):
    """Move one or more members to another division, from a night on."""

    form_class = MoveForm
    template_name = "desk/leagues/joining/division.html"
    next_page = PEOPLE

    def get_form_kwargs(self) -> dict[str, Any]:
        night = next_night(self.league, timezone.now())
        initial = {
            "member": self.request.GET.getlist("member"),
            "first": night.pk if night and season_of(self.league).over else None,
        }
        return super().get_form_kwargs() | {"league": self.league, "initial": initial}

    def perform(self, form: MoveForm) -> None:
        moved = form.cleaned_data
        move_to_division(
            by=self.who,
            league=self.league,
            enrolments=[each.pk for each in moved["member"]],
            division=moved["division"],
            first=moved["first"],
        )
