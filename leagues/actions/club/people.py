"""The club's people: who they are, and what they are called in public."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

from django.db import transaction
from django.utils import timezone

from leagues.access import Who
from leagues.actions.log import record
from leagues.models import Alias, Club, Player


@transaction.atomic
def add_player(
    *,
    by: Who,
    club: Club,
    name: str,
    other_names: Collection[str] = (),
    **facts: Any,
) -> Player:
    player = Player.objects.create(club=club, name=name, **facts)
    Alias.objects.bulk_create(Alias(player=player, name=n) for n in other_names)
    record(by=by, verb="add_player", club=club, player=player.pk, name=name)
    return player


@transaction.atomic
def change_player(
    *, by: Who, player: Player, other_names: Collection[str], facts: Mapping[str, Any]
) -> None:
    """Change what is known of a player. The log says which facts, and what they were."""
    stored = Player.objects.select_for_update().get(pk=player.pk)
    before = {name: getattr(stored, name) for name in facts}
    changed = {name: old for name, old in before.items() if old != facts[name]}
    Player.objects.filter(pk=player.pk).update(**facts)
    player.refresh_from_db()
    had = set(player.aliases.values_list("name", flat=True))
    if had != set(other_names):
        player.aliases.all().delete()
        Alias.objects.bulk_create(Alias(player=player, name=n) for n in other_names)
        changed["other_names"] = sorted(had)
    if changed:
        record(
            by=by,
            verb="change_player",
            club=player.club,
            player=player.pk,
            name=player.name,
            before=changed,
        )
        _touch_events_of(player)


@transaction.atomic
def bin_player(*, by: Who, player: Player) -> None:
    """Put a player in the bin. What they have played stands; their link stops working."""
    if Player.objects.filter(pk=player.pk, binned_at=None).update(
        binned_at=timezone.now()
    ):
        record(
            by=by,
            verb="bin_player",
            club=player.club,
            player=player.pk,
            name=player.name,
        )


@transaction.atomic
def restore_player(*, by: Who, player: Player) -> None:
    if (
        Player.objects.filter(pk=player.pk)
        .exclude(binned_at=None)
        .update(binned_at=None)
    ):
        record(
            by=by,
            verb="restore_player",
            club=player.club,
            player=player.pk,
            name=player.name,
        )


def _touch_events_of(player: Player) -> None:
    """A name is read wherever its owner plays, so those pages have changed."""
    lines = player.line_ups.select_related("event")
    for event in {line.event for line in lines}:
        event.touch()
