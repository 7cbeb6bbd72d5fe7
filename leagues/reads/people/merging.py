"""Plan the merging of two entries for one person: what moves, and what prevents it."""

from dataclasses import dataclass, fields
from enum import Enum

from leagues.access.calendar_address import open_address
from leagues.models import Entry, EntryPlayer, Event, Player, SideEntry, SidePlayer


class Against(Enum):
    """A reason why two people cannot be merged."""

    SAME = "same"
    GONE = "gone"
    UNCONFIRMED_STAYS = "unconfirmed_stays"
    BOTH_HAVE_ACCOUNTS = "both_have_accounts"
    MET = "met"
    BOTH_ENTERED = "both_entered"


@dataclass(frozen=True)
class MergePlan:
    """The effects of merging ``leaves`` into ``stays``. Equal plans have equal effects."""

    stays: Player
    leaves: Player
    against: tuple[Against, ...]
    events: tuple[str, ...]
    """Events whose entries move to the person who stays."""
    doubled: tuple[str, ...]
    """Events that they entered twice, once under each name. The later entry is removed."""
    matches: int
    """The number of matches that move."""
    other_names: tuple[str, ...]
    """Additional names by which the person who stays can be found."""
    account_moves: bool
    link_moves: bool
    link_ends: bool
    asks_for_ways_in: bool
    """Whether to ask about an unconfirmed guest's account, links and followers.

    They end with the merge, unless the organiser chooses to keep them.
    """

    @property
    def possible(self) -> bool:
        return not self.against


def plan_merge(stays: Player, leaves: Player) -> MergePlan:
    """A plan of the merge, in a constant number of queries. Nothing is changed."""
    lines = list(
        EntryPlayer.objects.filter(player__in=[stays, leaves])
        .select_related("event")
        .order_by("pk")
    )
    theirs = [line for line in lines if line.player_id == leaves.pk]
    ours = {line.event_id: line for line in lines if line.player_id == stays.pk}
    twice = [line for line in theirs if line.event_id in ours]
    both_linked = _has_link(stays) and _has_link(leaves)
    return MergePlan(
        stays=stays,
        leaves=leaves,
        against=_reasons_against(stays, leaves, twice),
        events=_event_names([line.event for line in theirs if line.event_id not in ours]),
        doubled=_event_names([line.event for line in twice]),
        matches=SidePlayer.objects.filter(player=leaves).count(),
        other_names=names_to_keep(stays, leaves),
        account_moves=leaves.user_id is not None and stays.user_id is None,
        link_moves=_has_link(leaves) and not both_linked,
        link_ends=both_linked,
        asks_for_ways_in=leaves.is_unconfirmed and _has_way_in(leaves),
    )


def state_of_plan(plan: MergePlan) -> list[str]:
    """The plan's values, for checking that it has not changed since it was shown."""
    return [repr(getattr(plan, field.name)) for field in fields(plan)]


def names_to_keep(stays: Player, leaves: Player) -> tuple[str, ...]:
    """Every name of the person who leaves that the person who stays does not have yet."""
    known = {stays.name.casefold()}
    known |= {alias.name.casefold() for alias in stays.aliases.all()}
    kept: dict[str, str] = {}
    for name in (leaves.name, *(alias.name for alias in leaves.aliases.all())):
        if name.casefold() not in known:
            kept.setdefault(name.casefold(), name)
    return tuple(kept.values())


def _event_names(events: list[Event]) -> tuple[str, ...]:
    return tuple(event.name for event in events)


def _has_link(player: Player) -> bool:
    return player.links.filter(revoked_at=None).exists()


def _has_way_in(player: Player) -> bool:
    return (
        player.user_id is not None
        or _has_link(player)
        or player.push_addresses.exists()
        or player.followers.exists()
        or open_address(player) is not None
    )


def _reasons_against(
    stays: Player, leaves: Player, twice: list[EntryPlayer]
) -> tuple[Against, ...]:
    if stays.pk == leaves.pk:
        return (Against.SAME,)
    if any(p.merged_into_id or p.binned_at for p in (stays, leaves)):
        return (Against.GONE,)
    found = []
    if stays.is_unconfirmed and not leaves.is_unconfirmed:
        found.append(Against.UNCONFIRMED_STAYS)
    if stays.user_id and leaves.user_id:
        found.append(Against.BOTH_HAVE_ACCOUNTS)
    if _have_met(stays, leaves):
        found.append(Against.MET)
    elif any(not can_go(line.entry) for line in twice):
        found.append(Against.BOTH_ENTERED)
    return tuple(found)


def _have_met(stays: Player, leaves: Player) -> bool:
    theirs = SidePlayer.objects.filter(player=leaves).values("match")
    return SidePlayer.objects.filter(player=stays, match__in=theirs).exists()


def can_go(entry: Entry) -> bool:
    """Whether the entry can be removed: it has one player and was never drawn."""
    return (
        entry.line_up.count() == 1
        and not entry.pool_places.exists()
        and not SideEntry.objects.filter(entry=entry).exists()
    )
