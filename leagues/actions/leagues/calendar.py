"""Another rule for the nights of a league."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import date
from typing import Any

from leagues.access.roles import Who
from leagues.actions.act import act
from leagues.actions.refusal import refuse_stale
from leagues.models import League, Night
from leagues.reads.leagues.calendar import change_of_calendar, free_nights
from leagues.stages.calendar import CalendarRule

KEPT = ("pk", "on", "at", "name", "place", "host_id", "always_counts")


def change_calendar(
    *, by: Who, league: League, rule: CalendarRule, since: date, seen: str = ""
) -> None:
    """Give a league another rule. It moves, adds and removes nights to come that nobody
    edited and that have no event; ``seen`` is the mark of what was shown beforehand."""
    with act(by, league, "change_calendar") as line:
        change = change_of_calendar(line.on, rule, since)
        if seen:
            refuse_stale(seen, change.mark)
        before, here = line.on.calendar, line.on.nights
        if change.is_nothing and rule.to_dict() == before:
            line.drop()
            return
        was = list(here.filter(pk__in=change.moved).values("pk", "on", "at"))
        removed = here.filter(pk__in=change.removed)
        gone = list(removed.values(*KEPT))
        removed.delete()
        for pk, day in change.moved.items():
            Night.objects.filter(pk=pk).update(on=day, at=rule.at)
        added = Night.objects.bulk_create(
            Night(league=league, on=day, at=rule.at) for day in change.added
        )
        _keep(league, rule.to_dict())
        line.say(
            changed=len(was) + len(gone) + len(added),
            added=[night.pk for night in added],
            before={"calendar": before, "nights": was},
            removed=gone,
        )
    league.refresh_from_db()


def restore_calendar(
    *,
    by: Who,
    league: League,
    rule: Mapping[str, Any],
    moved: Iterable[Mapping[str, Any]],
    removed: Iterable[Mapping[str, Any]],
    added: Iterable[int],
) -> None:
    """Put the calendar back as it was kept; nights that were edited or played since stay."""
    with act(by, league, "restore_calendar"):
        free = free_nights(league)
        for was in moved:
            free.filter(pk=was["pk"]).update(on=was["on"], at=was["at"])
        free.filter(pk__in=list(added)).filter(is_needed=False).delete()
        Night.objects.bulk_create(Night(league=league, **was) for was in removed)
        _keep(league, rule)
    league.refresh_from_db()


def _keep(league: League, rule: Mapping[str, Any]) -> None:
    League.objects.filter(pk=league.pk).update(calendar=dict(rule))
