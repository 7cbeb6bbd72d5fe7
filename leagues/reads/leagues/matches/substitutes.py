"""Facts about a player who is to substitute for a player of a league."""

from collections.abc import Collection

from django.db.models import Exists, OuterRef

from leagues.models import Entry, EntryPlayer, Match, Player, PoolEntry, SidePlayer
from leagues.stages.substitutes import Span, SubstituteFacts


def side_of(match: Match, player: Player) -> Entry | None:
    """The entry that this player plays for in the match, or None."""
    entries = Entry.objects.named().filter(sides__match=match, sides__players=player)
    return entries.first()


def matches_of(entry: Entry, match: Match, span: Span) -> list[Match]:
    """List the planned matches in a span: this match, those of its week, or all that are left."""
    theirs = Match.objects.filter(sides__entries=entry, dated__isnull=False)
    waiting = theirs.filter(state=Match.State.PLANNED).order_by("number")
    if span is Span.MATCH:
        return list(waiting.filter(pk=match.pk))
    if span is Span.WEEK:
        return list(waiting.filter(dated__week__dated_matches=match.pk))
    return list(waiting)


def facts_of(player: Player, entry: Entry, matches: Collection[Match]) -> SubstituteFacts:
    pools = PoolEntry.objects.filter(entry=entry).values("pool")
    rows = PoolEntry.objects.filter(pool__in=pools, entry__players=player)
    seats = SidePlayer.objects.filter(player=player, match__in=matches)
    return SubstituteFacts(
        matches=times_as_substitute(player, entry),
        is_opponent=seats.exclude(side__entries=entry).exists(),
        is_in_entry=entry.players.filter(pk=player.pk).exists()
        or seats.filter(side__entries=entry).exists(),
        plays_in_division=rows.exists(),
    )


def times_as_substitute(player: Player, entry: Entry) -> int:
    """Count the matches of the season in which the player substituted for another entry."""
    own = EntryPlayer.objects.filter(entry__sides=OuterRef("side"), player=OuterRef("player"))
    sat = SidePlayer.objects.filter(player=player, match__event=entry.event_id)
    counting = sat.exclude(match__ending=Match.Ending.ANNULLED)
    return counting.filter(~Exists(own)).count()
