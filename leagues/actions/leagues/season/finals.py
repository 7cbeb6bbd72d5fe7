"""Finals: an event whose entries and seeds come from a league's current table."""

from collections.abc import Collection, Mapping
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as later

from leagues.access.roles import Who
from leagues.actions.act import act
from leagues.actions.date_changes import Telling
from leagues.actions.entries.entries import NewEntry, enter_list
from leagues.actions.events.events import bin_event
from leagues.actions.events.plan import plan_event
from leagues.actions.leagues.nights.changes import add_night
from leagues.actions.refusal import Refused, refuse_stale
from leagues.actions.undo_rows import GONE
from leagues.actions.verb import Undo, Verb
from leagues.models import Action, Event, League, Night, SeasonFinals
from leagues.reads.events.sheets import Sheet
from leagues.reads.events.stage_words import stages_of
from leagues.reads.leagues.end.finals import finals_field
from leagues.reads.leagues.night_format import evening_of
from leagues.reads.leagues.table.table_lines import LeagueLine, league_lines
from leagues.stages.event_templates import SHAPES
from leagues.stages.finals_cut import FinalsRule


def make_finals(
    *,
    by: Who,
    league: League,
    rule: FinalsRule,
    facts: Mapping[str, Any],
    shape: str = "knockout",
    declined: Collection[int] = (),
    counts: bool = False,
    seen: str = "",
) -> SeasonFinals:
    """Plan finals for the top of the table. Later corrections don't change their seeds.

    ``facts`` has name, start and place. With ``counts``, the finals are also a night that
    always counts.
    """
    with act(by, league, MAKE_FINALS) as line:
        league = line.on
        field = finals_field(league_lines(league), rule, declined)
        if seen:
            refuse_stale(seen, field.mark)
        if len(field.seeds) < 2:
            raise Refused(_("Finals need at least two players."), field="top")
        night = _add_finals_night(by, league, facts) if counts else None
        event = _plan_finals(by, league, facts, shape, field.seeds, night)
        line.say(name=event.name, finals=event.pk, players=len(field.seeds))
        return SeasonFinals.objects.create(
            league=league,
            event=event,
            rule={"cut": rule.to_dict(), "declined": sorted(declined)},
            seeds=[_seed_data(each) for each in field.seeds],
        )


def _find_finals(action: Action) -> SeasonFinals:
    found = SeasonFinals.objects.filter(
        league=action.details["league"], event=action.details["finals"]
    )
    finals = found.select_related("event", "league__club").first()
    if finals is None or finals.event.binned_at:
        raise Refused(GONE)
    return finals


def _preview_undo_finals(action: Action) -> str:
    finals = _find_finals(action)
    if finals.event.state != Event.State.PLANNED:
        raise Refused(_("The finals have begun, so they can’t be removed."))
    return _("Moves %(name)s to the bin.") % {"name": finals.event.name}


def _undo_finals(by: Who, action: Action) -> None:
    take_finals_back(by=by, finals=_find_finals(action))


MAKE_FINALS = Verb(
    "make_finals",
    later("Planned the finals %(name)s for the top %(players)s of the table."),
    Undo(_preview_undo_finals, _undo_finals),
)


def _add_finals_night(by: Who, league: League, facts: Mapping[str, Any]) -> Night:
    if league.has_dated_matches:
        raise Refused(_("The finals can’t count as a night, because this league has no nights."))
    start = facts["starts_at"].astimezone(league.tzinfo)
    return add_night(
        by=by,
        league=league,
        facts={
            "on": start.date(),
            "at": start.time(),
            "name": facts["name"][:60],
            "always_counts": True,
        },
    )


def _plan_finals(
    by: Who,
    league: League,
    facts: Mapping[str, Any],
    shape: str,
    seeds: Collection[LeagueLine],
    night: Night | None,
) -> Event:
    event = plan_event(
        by=by,
        club=league.club,
        sheet=_sheet_for(league),
        boards=league.boards.values_list("number", flat=True),
        stages=stages_of(SHAPES[shape], len(seeds)),
        facts={
            "zone": league.zone,
            "place": league.place,
            "visibility": league.visibility,
            "season": league.season,
            "sides": _sides_for(league),
            "night": night,
            **facts,
        },
    )
    entries = [NewEntry(line.players, line.team, seed=seed) for seed, line in enumerate(seeds, 1)]
    enter_list(by=by, event=event, entries=entries, how="picked")
    return event


def _sides_for(league: League) -> str:
    """The sides of the league's event; singles in a league of nights, even if partners change."""
    return league.event.sides if league.event else Event.Sides.SINGLES


def _sheet_for(league: League) -> Sheet:
    """The rule sheet of the league's matches or singles nights; otherwise tournament singles."""
    if league.event:
        return Sheet.from_dict(league.event.rules)
    evening = evening_of(league)
    if evening.sides == Event.Sides.SINGLES:
        return evening.sheet
    return Sheet.named("tournament-singles")


def _seed_data(line: LeagueLine) -> dict[str, Any]:
    return {
        "players": list(line.keys),
        "name": line.name,
        "place": line.place,
        "division": line.division,
    }


def take_finals_back(*, by: Who, finals: SeasonFinals) -> None:
    """Move finals that haven't begun to the bin, so that others can be made."""
    event = finals.event
    with act(by, finals.league, TAKE_FINALS_BACK, name=event.name):
        if Event.objects.filter(pk=event.pk).exclude(state=Event.State.PLANNED):
            raise Refused(_("The finals have begun, so they can’t be removed."))
        bin_event(by=by, event=event, telling=Telling(is_wanted=False))


TAKE_FINALS_BACK = Verb(
    "take_finals_back",
    later("Moved the finals %(name)s to the bin."),
    later("Restore the event from the bin."),
)
