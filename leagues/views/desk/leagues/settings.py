"""Change the settings of a league, with a preview of who would move in its table."""

from typing import Any

from django.http import Http404, HttpResponse
from django.utils.functional import cached_property

from leagues.actions.leagues.settings import change_league
from leagues.forms.leagues.counting import CountingForm, filled_in
from leagues.forms.leagues.nights.evening import EveningForm, form_data_of
from leagues.forms.leagues.set_up import as_query
from leagues.forms.leagues.settings import SettingsForm
from leagues.models import League
from leagues.reads.leagues.kinds.words import rules_in_words
from leagues.reads.leagues.night_format import evening_of
from leagues.reads.leagues.table.example import worked_example
from leagues.reads.leagues.table.scheme_words import counting_in_words
from leagues.reads.leagues.table.season import scheme_of, season_of
from leagues.reads.leagues.words import evening_in_words
from leagues.views.desk.leagues._preview import PreviewView
from leagues.views.desk.leagues.home import count_limited_nights, desk_league
from scoring.season import Scheme


class ChangeSettings(PreviewView):
    """Change the name, the venue, who may join and who may see the league."""

    form_class = SettingsForm
    template_name = "desk/leagues/settings.html"

    def get_form_kwargs(self) -> dict[str, Any]:
        return super().get_form_kwargs() | {
            "league": self.league,
            "may_appoint": self.who.is_organiser,
        }

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        """Add the first sentence of the format and of what counts, which other pages change."""
        league = self.league
        if league.has_dated_matches:
            now = {"format": rules_in_words(league)[0]}
        else:
            season = season_of(league)
            counts = counting_in_words(season.scheme, count_limited_nights(season))
            now = {"format": evening_in_words(evening_of(league))[0], "counts": counts[0]}
        return super().get_context_data(**now | kwargs)

    def perform(self, form: SettingsForm) -> None:
        change_league(by=self.who, league=self.league, facts=form.facts())


class NightsLeagueView(PreviewView):
    """A settings page for leagues of nights. Leagues of dated matches answer 404."""

    @cached_property
    def league(self) -> League:
        league = desk_league(self.kwargs["slug"])
        if league.has_dated_matches:
            raise Http404
        return league


class ChangeEvening(NightsLeagueView):
    """Change the format of future nights. Nights with an event don't change."""

    form_class = EveningForm
    template_name = "desk/leagues/nights/evening.html"

    def get_form_kwargs(self) -> dict[str, Any]:
        kept = evening_of(self.league)
        return (
            {"data": as_query(form_data_of(kept))}
            | super().get_form_kwargs()
            | {"kind": self.league.kind, "kept": kept}
        )

    def perform(self, form: EveningForm) -> None:
        change_league(by=self.who, league=self.league, facts={"evening": form.evening.to_dict()})


class ChangeCounting(NightsLeagueView):
    """Change what counts in the table, comparing both schemes on the real nights."""

    form_class = CountingForm
    template_name = "desk/leagues/counts.html"
    scheme: Scheme | None = None

    @cached_property
    def planned(self) -> int:
        return count_limited_nights(season_of(self.league))

    def get_form_kwargs(self) -> dict[str, Any]:
        kept = scheme_of(self.league)
        return (
            {"data": as_query(filled_in(kept))}
            | super().get_form_kwargs()
            | {"planned": self.planned, "kept": kept}
        )

    def perform(self, form: CountingForm) -> None:
        change_league(by=self.who, league=self.league, facts={"scheme": form.scheme.to_dict()})

    def form_valid(self, form: CountingForm) -> HttpResponse:
        self.scheme = form.scheme
        return super().form_valid(form)

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        context = super().get_context_data(**kwargs)
        # show the saved scheme without errors: the season may have fewer nights than it needs
        if self.request.method != "POST":
            self.scheme = context["form"].kept
            context["form"].errors.clear()
        example = worked_example(self.scheme, self.planned) if self.scheme else None
        return context | {"planned": self.planned, "example": example}
