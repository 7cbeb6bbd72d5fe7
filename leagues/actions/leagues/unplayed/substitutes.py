"""Substitutes for one match, for a week, or for good."""

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as later
from django.utils.translation import ngettext, ngettext_lazy

from leagues.access.roles import Who
from leagues.actions.act import act
from leagues.actions.entries.line_ups import substitute_player
from leagues.actions.entries.waiting_list import name_of
from leagues.actions.leagues.unplayed.arranging import refuse_over, undo_arranging
from leagues.actions.refusal import Refused, Stale
from leagues.actions.verb import Verb
from leagues.models import Entry, League, Match, Player, SidePlayer
from leagues.reads.leagues.kinds.rules import rules_of
from leagues.reads.leagues.matches.substitutes import facts_of, matches_of, side_of
from leagues.reads.log.facts import LogFacts
from leagues.stages.substitutes import NoSubstitute, Span, why_no_substitute

WHY_NOT: dict[NoSubstitute, Promise] = {
    NoSubstitute.OPPONENT: later("%(name)s plays on the other side."),
    NoSubstitute.ALREADY_IN: later("%(name)s is already on this side."),
    NoSubstitute.IN_THE_DIVISION: later("%(name)s already plays in this division."),
    NoSubstitute.TOO_OFTEN: ngettext_lazy(
        "%(name)s has already substituted %(matches)s time. The league allows %(most)s.",
        "%(name)s has already substituted %(matches)s times. The league allows %(most)s.",
        "matches",
    ),
}


def sit_in(
    *, by: Who, league: League, match: Match, leaves: Player, comes: Player, span: Span
) -> list[int]:
    """Substitute a player; returns the numbers of the matches.

    The points still go to the player's entry, which a substitute for good joins.
    """
    entry = side_of(match, leaves)
    if entry is None:
        raise Stale
    if span is Span.GOOD:
        _refuse_substitute(league, match, entry, comes, span)
        assert league.event is not None
        return substitute_player(
            by=by, event=league.event, entry=entry, leaves=leaves, comes=comes, for_good=True
        )
    with act(by, match, SIT_IN, match=match.number) as line:
        refuse_over(line.on)
        if line.on.state == Match.State.PLAYING and span is Span.MATCH:
            raise Refused(later("This match has already begun."))
        _refuse_substitute(league, line.on, entry, comes, span)
        seats = SidePlayer.objects.filter(match__in=matches_of(entry, line.on, span), player=leaves)
        line.keep(SidePlayer.objects.filter(pk__in=list(seats.values_list("pk", flat=True))))
        numbers = sorted(seats.values_list("match__number", flat=True))
        seats.update(player=comes)
        line.say(
            name=name_of(entry),
            leaves_name=leaves.name,
            comes_name=comes.name,
            comes=comes.pk,
            matches=numbers,
        )
    return numbers


def _describe_sit_in(facts: LogFacts) -> str:
    facts["n"] = many = len(facts["details"].get("matches", ()))
    return ngettext(
        "Named %(comes_name)s as the substitute for %(leaves_name)s in %(n)s match.",
        "Named %(comes_name)s as the substitute for %(leaves_name)s in %(n)s matches.",
        many,
    )


SIT_IN = Verb(
    "sit_in",
    _describe_sit_in,
    undo_arranging(later("%(leaves_name)s will play again, not %(comes_name)s.")),
    in_league_log=True,
)


def _refuse_substitute(
    league: League, match: Match, entry: Entry, comes: Player, span: Span
) -> None:
    most = rules_of(league).most_as_substitute
    matches = matches_of(entry, match, span)
    facts = facts_of(comes, entry, matches)
    why = why_no_substitute(facts, span, asked=len(matches), most=most)
    if why:
        values = {"name": comes.name, "matches": facts.matches, "most": most}
        raise Refused(WHY_NOT[why] % values, field="comes")
