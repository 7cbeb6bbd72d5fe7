"""Change the match rules of a league after it has been opened."""

from dataclasses import replace
from typing import Any

from django.utils.translation import gettext as _

from leagues.access.roles import Who
from leagues.actions.act import act, lock_league, refuse_closed
from leagues.actions.leagues.matches.draw import event_of
from leagues.actions.leagues.unplayed.forfeits import pay_forfeit
from leagues.actions.refusal import Refused, refuse_stale
from leagues.actions.undo_rows import facts_as_before, not_over, put_back
from leagues.actions.verb import Verb
from leagues.models import Action, DatedMatch, Event, League, Match, MatchSide
from leagues.reads.leagues.kinds.rules import rules_of
from leagues.reads.log.facts import LogFacts, changed_facts
from leagues.reads.state_marks import mark_of
from leagues.stages import kind_rules
from leagues.stages.kind_rules import KindRules, read_rules
from leagues.stages.match_league import MatchLeague
from leagues.stages.own_time import OwnTimeRules
from scoring.sides import Seat

DRAWN_BY = ("legs", "a_week", "catch_up_every")
"""The rules by which the matches were drawn. They don't change except in boxes."""
FORFEITS = ("forfeit_points", "forfeit_games", "forfeits_capped")
Ending = Match.Ending


def match_rules_mark(league: League) -> str:
    """The mark of a league's match rules, carried by its form."""
    return mark_of([league.matches, league.kind_rules])


def change_match_rules(
    *, by: Who, league: League, matches: MatchLeague, rules: KindRules | None = None, seen: str = ""
) -> bool:
    """Change the match rules; False if they are the same as before.

    New forfeit points also apply to earlier forfeits of the season. A new last day applies to
    unfinished matches whose date wasn't edited.
    """
    event = event_of(league)
    with act(by, event, CHANGE_MATCH_RULES, league=league.pk) as line:
        now, _event = lock_league(league)
        if seen:
            refuse_stale(seen, match_rules_mark(now))
        before = rules_of(now)
        drawn = {name: getattr(before, name) for name in DRAWN_BY}
        if not now.of_kind.has_boxes:
            matches = replace(matches, **drawn)
        refuse_closed(now)
        _refuse_rules(now, rules)
        kept = kind_rules.rules_to_store(rules) if rules else now.kind_rules
        if (matches.to_dict(), kept) == (before.to_dict(), now.kind_rules):
            line.drop()
            return False
        paid = _forfeited_matches(event)
        line.keep(
            League.objects.filter(pk=league.pk),
            Event.objects.filter(pk=event.pk),
            MatchSide.objects.filter(match__in=[match.pk for match in paid]),
            DatedMatch.objects.filter(match__event=event),
        )
        line.say(before=_changed_values(before, matches, now.kind_rules, kept))
        now.matches, now.kind_rules = matches.to_dict(), kept
        now.save(update_fields=["matches", "kind_rules"])
        minutes = matches.confirm_hours * 60
        Event.objects.filter(pk=event.pk).update(confirm_minutes=minutes)
        if any(getattr(before, name) != getattr(matches, name) for name in FORFEITS):
            for match in paid:
                winner = None if match.winner is None else Seat(match.winner)
                pay_forfeit(now, match, winner)
        if now.of_kind.has_weeks and before.days_to_play != matches.days_to_play:
            _update_due_dates(now, matches)
        now.touch()
    league.refresh_from_db()
    return True


def _describe_change(facts: LogFacts) -> str:
    facts["what"] = changed_facts(facts)
    return _("Changed the match rules: %(what)s.")


CHANGE_MATCH_RULES = Verb(
    "change_match_rules",
    _describe_change,
    put_back(
        facts_as_before,
        not_over,
        then=lambda _by, action: touch_its_league(action),
        moves_tables=True,
    ),
    in_league_log=True,
)


def _refuse_rules(league: League, rules: KindRules | None) -> None:
    """Refuse another period length once matches in players' own time are arranged."""
    old = read_rules(league.kind_rules)
    if not (isinstance(rules, OwnTimeRules) and isinstance(old, OwnTimeRules)):
        return
    arranged = DatedMatch.objects.filter(match__event=league.event_id)
    if rules.weeks != old.weeks and arranged.exists():
        raise Refused(
            _("Matches are already arranged, so the number of weeks per period stays %(n)s.")
            % {"n": old.weeks},
            field="weeks",
        )


def _forfeited_matches(event: Event) -> list[Match]:
    """The league's walkovers and forfeits without a round played."""
    given = Match.objects.filter(
        event=event, dated__isnull=False, ending__in=(Ending.WALKOVER, Ending.FORFEIT), rounds=None
    )
    return list(given.select_related("pairing_round__stage__event", "event"))


def _update_due_dates(league: League, matches: MatchLeague) -> None:
    """Set the last day of all unfinished matches, and of boards of meetings, by the new rules."""
    here = DatedMatch.objects.filter(match__event=league.event_id, is_edited=False)
    waiting = here.exclude(match__state=Match.State.FINISHED)
    for dated in waiting.select_related("week"):
        dated.due_on = matches.due_on(dated.week.on)
        dated.save(update_fields=["due_on"])


def _changed_values(before: MatchLeague, after: MatchLeague, old: Any, new: Any) -> dict[str, Any]:
    """The earlier values of the rules that change, by name."""
    was, now = before.to_dict() | old, after.to_dict() | new
    return {name: value for name, value in was.items() if now.get(name) != value}


def touch_its_league(action: Action) -> None:
    """Raise the revision of the league whose event an undo has changed."""
    for league in League.objects.filter(event=action.event_id):
        league.touch()
