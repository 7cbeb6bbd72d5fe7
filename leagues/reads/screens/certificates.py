"""Certificates for the podium and for awards."""

from dataclasses import dataclass
from datetime import date

from django.utils import timezone
from django.utils.translation import gettext as _

from leagues.models import Award, Event, League, Surface
from leagues.reads.advance.finals import podium_of
from leagues.reads.leagues.end.awards import awards_given
from leagues.reads.leagues.end.honours import season_honours
from leagues.reads.leagues.league_names import name_with_years
from leagues.say import say


@dataclass(frozen=True)
class Certificate:
    """A certificate. Names are shown as in exports, so minors' names are short by default."""

    who: str
    what: str
    of: str
    on: date
    why: str = ""


def certificates_of_event(event: Event) -> list[Certificate]:
    """A certificate for each settled place on the podium. Tied entries get one each."""
    on = timezone.localtime(event.starts_at, event.tzinfo).date()
    return [
        Certificate(each.entry.shown_on(Surface.EXPORT), _place_text(each.place), event.name, on)
        for each in podium_of(event)
    ]


def certificates_of_league(league: League) -> list[Certificate]:
    """Certificates for each division's podium and for awards.

    If finals decide the champion, the first in the table gets a separate certificate.
    """
    ended = league.closed_at or timezone.now()
    on = timezone.localtime(ended, league.tzinfo).date()
    [season] = season_honours([league])
    placed = [
        *(
            Certificate(
                step.entry.shown_on(Surface.EXPORT),
                _in_division(_title_for(step.place), division),
                name_with_years(league),
                on,
            )
            for division, steps in season.podiums
            for step in steps
        ),
        *(
            Certificate(
                row.shown_on(Surface.EXPORT),
                _in_division(_("First in the table"), row.division),
                name_with_years(league),
                on,
            )
            for row in season.table_firsts
        ),
    ]
    awards = [
        each for each in awards_given([league]) if not placed or each.kind != Award.Kind.CHAMPION
    ]
    return [*placed, *(_of_award(each, league, on) for each in awards)]


def _title_for(place: int) -> str:
    return _("Champion") if place == 1 else _place_text(place)


def _of_award(award: Award, league: League, on: date) -> Certificate:
    what = _in_division(award.named, award.division)
    why = say(award.figures_text) if award.figures else ""
    if why and award.against:
        why = f"{why}: {award.against.shown_on(Surface.EXPORT)}"
    return Certificate(award.who.shown_on(Surface.EXPORT), what, name_with_years(league), on, why)


def _in_division(what: str, division: str) -> str:
    return f"{what} · {division}" if division else what


def _place_text(place: int) -> str:
    return {1: _("First place"), 2: _("Second place")}.get(place, _("Third place"))
