"""The players of an entry: make pairs by hand or by lot, split them, and substitute players."""

from collections.abc import Collection, Sequence
from typing import Any

from django.db.models import Q
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as later
from django.utils.translation import ngettext

from leagues.access.roles import Who
from leagues.actions.act import act
from leagues.actions.entries.entries import is_drawn, refuse_finished, seeds_are_free
from leagues.actions.entries.waiting_list import name_of
from leagues.actions.refusal import Refused, Stale
from leagues.actions.undo_rows import log_undo, not_over, put_back
from leagues.actions.verb import Undo, Verb
from leagues.models import (
    Action,
    Entry,
    EntryPlayer,
    Event,
    KeepApart,
    Match,
    Player,
    PoolEntry,
    SidePlayer,
)
from leagues.pairing.seeds import roll_dice
from leagues.reads.log.facts import LogFacts

PAIR = 2


def without_partner(event: Event) -> list[Entry]:
    """Entries with one player in an event of pairs, in the order they entered."""
    entries = event.entries.named().exclude(state=Entry.State.WITHDRAWN).order_by("pk")
    return [entry for entry in entries if len(entry.people) < PAIR]


def pair_up(
    *, by: Who, event: Event, pairs: Sequence[tuple[int, int]], by_lot: bool = False, **facts: Any
) -> None:
    """Merge each two entries into a pair: the second one's player joins the first."""
    with act(by, event, PAIR_BY_LOT if by_lot else PAIR_UP, **facts) as line:
        refuse_finished(line.on)
        free = {entry.pk: entry for entry in without_partner(line.on)}
        wanted = [pk for pair in pairs for pk in pair]
        if len(set(wanted)) < len(wanted) or not free.keys() >= set(wanted):
            raise Stale(_("One of these players has just been paired. Nothing was changed."))
        leaving = [other for _one, other in pairs]
        if Entry.objects.filter(pk__in=leaving).drawn().exists():
            raise Refused(
                _("One of these players is already drawn, so they can no longer become a pair.")
            )
        line.keep(
            Entry.objects.filter(pk__in=wanted),
            EntryPlayer.objects.filter(entry__in=wanted),
            KeepApart.objects.filter(Q(one__in=leaving) | Q(other__in=leaving)),
            PoolEntry.objects.filter(entry__in=leaving),
        )
        lines = {each.entry_id: each for each in EntryPlayer.objects.filter(entry__in=wanted)}
        joined = [lines[other] for _one, other in pairs]
        for (one, _other), joining in zip(pairs, joined, strict=True):
            joining.entry_id = one
            joining.number = PAIR
        EntryPlayer.objects.bulk_update(joined, ["entry", "number"])
        names = {pk: name_of(entry) for pk, entry in free.items()}
        PoolEntry.objects.filter(entry__in=leaving).delete()
        Entry.objects.filter(pk__in=leaving).delete()
        line.say(
            pairs=[[one, lines[other].player_id] for one, other in pairs],
            names=[[names[one], names[other]] for one, other in pairs],
        )


def pair_by_lot(*, by: Who, event: Event, seed: str) -> int:
    """Pair all players without a partner by lot; returns how many pairs were made.

    The log keeps the seed. One player of an odd number remains without a partner.
    """
    waiting = [entry.pk for entry in without_partner(event)]
    pairs = draw_pairs(waiting, seed)
    if pairs:
        pair_up(by=by, event=event, pairs=pairs, by_lot=True, seed=seed)
    return len(pairs)


def draw_pairs(entries: Collection[int], seed: str) -> list[tuple[int, int]]:
    """Pair entries two by two, in an order that depends only on the seed.

    >>> draw_pairs([3, 1, 2, 4], "spring") == draw_pairs([1, 2, 3, 4], "spring")
    True
    """
    order = sorted(entries)
    roll_dice(seed, "pairs").shuffle(order)
    one, other = order[::2], order[1::2]
    return [(min(a, b), max(a, b)) for a, b in zip(one, other, strict=False)]


def _pairs_are_not_drawn(action: Action) -> None:
    if is_drawn([one for one, _player in action.details["pairs"]]):
        raise Refused(_("One of these pairs is already drawn."))


def _preview_undo_pairs(action: Action) -> str:
    names = ", ".join(" & ".join(pair) for pair in action.details["names"])
    return _("These will have no partner again: %(names)s.") % {"names": names}


PAIRS = put_back(
    _preview_undo_pairs,
    not_over,
    _pairs_are_not_drawn,
    seeds_are_free,
    since=later("One of these pairs has changed since."),
)


def _describe_pairs(facts: LogFacts) -> str:
    pairs = facts["details"].get("names", [])
    facts["names"] = ", ".join(" & ".join(pair) for pair in pairs)
    return _("Made pairs: %(names)s.")


PAIR_UP = Verb("pair_up", _describe_pairs, PAIRS)


def _describe_pairs_by_lot(facts: LogFacts) -> str:
    _describe_pairs(facts)
    return _("Drew pairs by lot, seed %(seed)s: %(names)s.")


PAIR_BY_LOT = Verb("pair_by_lot", _describe_pairs_by_lot, PAIRS)


def split_pair(*, by: Who, event: Event, entry: Entry) -> Entry:
    """Split an undrawn pair into two entries; returns the second player's new entry."""
    with act(by, event, PART_PAIR, entry=entry.pk) as line:
        entry = Entry.objects.named().get(pk=entry.pk, event=event)
        lines = list(entry.line_up.all())
        if len(lines) != PAIR:
            raise Stale
        if Entry.objects.filter(pk=entry.pk).drawn().exists():
            raise Refused(_("This pair is already drawn, so it can’t be split."))
        line.keep(line.on.entries.all(), entry.line_up.all())
        line.say(name=name_of(entry), player=lines[1].player_id)
        other = Entry.objects.create(
            event=line.on, team_id=entry.team_id, state=entry.state, made_at=entry.made_at
        )
        lines[1].entry, lines[1].number = other, 1
        lines[1].save(update_fields=["entry", "number"])
        line.say(other=other.pk)
    return other


PARTED_OR_DRAWN = later("One of these players has another partner now, or is already drawn.")


def _both_are_not_drawn(action: Action) -> None:
    if is_drawn([action.details["entry"], action.details["other"]]):
        raise Refused(PARTED_OR_DRAWN)


PART_PAIR = Verb(
    "part_pair",
    later("Split the pair %(name)s."),
    put_back(
        later("%(name)s will be a pair again."),
        not_over,
        _both_are_not_drawn,
        since=PARTED_OR_DRAWN,
    ),
)


def substitute_player(
    *, by: Who, event: Event, entry: Entry, leaves: Player, comes: Player, for_good: bool
) -> list[int]:
    """Substitute a player of an entry in all matches that haven't begun; returns their numbers.

    With ``for_good``, the substitute also joins the entry in place of the player. Matches
    already begun keep the players who took part.
    """
    with act(by, event, SUBSTITUTE, entry=entry.pk, for_good=for_good) as line:
        refuse_finished(line.on)
        entry = Entry.objects.named().get(pk=entry.pk, event=event)
        place = entry.line_up.filter(player=leaves).first()
        if place is None or any(person.pk == comes.pk for person in entry.people):
            raise Stale
        seats = list(
            SidePlayer.objects.filter(
                side__entries=entry, player=leaves, match__state=Match.State.PLANNED
            ).select_related("match")
        )
        if _sits_elsewhere(event, entry, comes, seats, for_good=for_good):
            raise Refused(
                _(
                    "The substitute already plays in this event at the same time. Choose someone else."
                )
            )
        for seat in seats:
            seat.player = comes
        SidePlayer.objects.bulk_update(seats, ["player"])
        if for_good:
            place.player = comes
            place.save(update_fields=["player"])
        matches = sorted(seat.match.number for seat in seats)
        line.say(
            name=name_of(entry),
            leaves=leaves.pk,
            leaves_name=leaves.name,
            comes=comes.pk,
            comes_name=comes.name,
            matches=matches,
        )
    return matches


def _open_seats(action: Action) -> list[SidePlayer]:
    """The seats the substitute still has in matches that haven't begun."""
    data = action.details
    return list(
        SidePlayer.objects.filter(
            match__event=action.event_id,
            match__number__in=data["matches"],
            match__state=Match.State.PLANNED,
            side__entries=data["entry"],
            player=data["comes"],
        ).select_related("match")
    )


def _leaver_sits_elsewhere(action: Action, seats: list[SidePlayer]) -> bool:
    leaves = action.details["leaves"]
    entered = EntryPlayer.objects.filter(event=action.event_id, player=leaves)
    if action.details["for_good"] and entered.exists():
        return True
    rounds = {seat.match.pairing_round_id for seat in seats}
    sitting = SidePlayer.objects.filter(player=leaves, match__pairing_round__in=rounds)
    return sitting.exists()


def _preview_undo_substitute(action: Action) -> str:
    not_over(action)
    data, seats = action.details, _open_seats(action)
    line = EntryPlayer.objects.filter(entry=data["entry"], player=data["comes"])
    if data["for_good"] and not line.exists():
        raise Refused(_("Another substitute has this place now."))
    if not data["for_good"] and not seats:
        raise Refused(_("All of these matches have begun."))
    if _leaver_sits_elsewhere(action, seats):
        raise Refused(_("%(name)s plays for another entry now.") % {"name": data["leaves_name"]})
    sentence = _("%(leaves)s will play again in place of %(comes)s.") % {
        "leaves": data["leaves_name"],
        "comes": data["comes_name"],
    }
    if len(seats) < len(data["matches"]):
        sentence += " " + _("Matches that have begun keep their players.")
    return sentence


def _undo_substitute(by: Who, action: Action) -> None:
    data, seats = action.details, _open_seats(action)
    for seat in seats:
        seat.player_id = data["leaves"]
    SidePlayer.objects.bulk_update(seats, ["player"])
    if data["for_good"]:
        line = EntryPlayer.objects.filter(entry=data["entry"], player=data["comes"])
        line.update(player=data["leaves"])
    log_undo(by, action)


def _describe_substitute(facts: LogFacts) -> str:
    if facts["details"].get("for_good"):
        return _("Replaced %(leaves_name)s with %(comes_name)s for good.")
    return ngettext(
        "Named %(comes_name)s as the substitute for %(leaves_name)s in match %(matches)s.",
        "Named %(comes_name)s as the substitute for %(leaves_name)s in matches %(matches)s.",
        len(facts["details"].get("matches", ())),
    )


SUBSTITUTE = Verb(
    "substitute",
    _describe_substitute,
    Undo(_preview_undo_substitute, _undo_substitute),
    in_league_log=True,
)


def _sits_elsewhere(
    event: Event, entry: Entry, comes: Player, seats: Sequence[SidePlayer], *, for_good: bool
) -> bool:
    """Whether the substitute has another entry, or another match in one of these rounds."""
    if for_good and EntryPlayer.objects.filter(event=event, player=comes).exists():
        return True
    rounds = {seat.match.pairing_round_id for seat in seats}
    return SidePlayer.objects.filter(player=comes, match__pairing_round__in=rounds).exists()
