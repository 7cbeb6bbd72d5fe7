"""The club's people: who they are, and what they are called in public."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from datetime import timedelta
from typing import Any

from django.utils import timezone
from django.utils.translation import gettext as _

from leagues.access.roles import NOBODY, Who
from leagues.actions.act import act
from leagues.actions.refusal import Stale
from leagues.models import Alias, Club, Event, Player, ResultsFile

A_MOMENT = timedelta(minutes=2)


def add_player(
    *,
    by: Who,
    club: Club,
    name: str,
    other_names: Collection[str] = (),
    may_be_known: Callable[[], bool] = lambda: False,
    **facts: Any,
) -> Player:
    """Add a player to the club. ``may_be_known`` is asked while no one else adds one."""
    with act(by, club, "add_player", name=name) as line:
        Club.objects.select_for_update(no_key=True).get(pk=club.pk)
        if may_be_known():
            raise Stale(
                _("%(name)s was added a moment ago. Is this a different person?")
                % {"name": name}
            )
        player = Player.objects.create(club=club, name=name, **facts)
        Alias.objects.bulk_create(Alias(player=player, name=n) for n in other_names)
        line.say(player=player.pk)
    return player


def add_players(
    *,
    by: Who,
    club: Club,
    new: Sequence[Player],
    learnt: Collection[tuple[Player, Player]] = (),
    has_changed: Callable[[], bool] = lambda: False,
) -> None:
    """Add players to the club, and fill in what a list knows of those it has already.

    ``learnt`` are players of the club, each with an unsaved one that has the details.
    ``has_changed`` is asked while no one else adds a list.
    """
    with act(by, club, "add_players") as line:
        Club.objects.select_for_update(no_key=True).get(pk=club.pk)
        if has_changed():
            raise Stale(list_has_changed())
        filled_in = [fill_in(player, listed) for player, listed in learnt]
        if not new and not any(filled_in):
            line.drop()
            return
        Player.objects.bulk_create(new)
        line.say(
            new_players=[player.pk for player in new],
            names=[player.name for player in new],
        )


def list_has_changed() -> str:
    return _(
        "The people list of the club has just changed. No one is entered yet. Check the list again."
    )


def was_just_added(club: Club, name: str) -> bool:
    """Whether a player of this name was, perhaps by another organiser."""
    lately = club.log.filter(verb="add_player", at__gte=timezone.now() - A_MOMENT)
    added = lately.filter(said__name__iexact=name).values_list(
        "said__player", flat=True
    )
    return Player.objects.present().filter(pk__in=list(added)).exists()


def change_player(
    *, by: Who, player: Player, other_names: Collection[str], facts: Mapping[str, Any]
) -> None:
    """Change what is known of a player. The log says which facts, and what they were."""
    with act(by, player.club, "change_player", player=player.pk) as line:
        stored = Player.objects.select_for_update().get(pk=player.pk)
        line.keep(Player.objects.filter(pk=player.pk), player.aliases.all())
        before = {name: getattr(stored, name) for name in facts}
        changed = {name: old for name, old in before.items() if old != facts[name]}
        Player.objects.filter(pk=player.pk).update(**facts)
        player.refresh_from_db()
        had = set(player.aliases.values_list("name", flat=True))
        if had != set(other_names):
            player.aliases.all().delete()
            Alias.objects.bulk_create(Alias(player=player, name=n) for n in other_names)
            changed["other_names"] = sorted(had)
        if not changed:
            line.drop()
            return
        line.say(name=player.name, before=changed)
        # A name is read wherever its owner plays, so those pages have changed.
        Event.objects.with_player(player).touch()


def change_contact(*, by: Who, player: Player, **facts: Any) -> None:
    """Change how a player is reached. The log keeps neither what it was nor what it is: it is
    kept for good, and somebody may want to be forgotten."""
    said = {"player": player.pk, "name": player.name}
    with act(by, player.club, "change_contact", **said) as line:
        here = Player.objects.filter(pk=player.pk)
        if not here.exclude(**facts).update(**facts):
            line.drop()


def fill_in(player: Player, listed: Player) -> bool:
    """Fill in how a player is reached where that is blank, and mark a minor as one. False if
    nothing changed."""
    known, changed = Player.objects.filter(pk=player.pk), 0
    if listed.email:
        changed += known.filter(email="").update(email=listed.email)
    if listed.telephone:
        changed += known.filter(telephone="").update(telephone=listed.telephone)
    if listed.is_minor and known.filter(is_minor=False).update(is_minor=True):
        # Wherever they play they were shown in full.
        Event.objects.with_player(player).touch()
        changed += 1
    return bool(changed)


def stop_reminders(*, player: Player) -> None:
    """No more reminders by mail, as whoever reads that mail asked for."""
    said = {"player": player.pk, "name": player.name}
    with act(NOBODY, player.club, "stop_reminders", **said) as line:
        wanted = Player.objects.filter(pk=player.pk, wants_reminders=True)
        if not wanted.update(wants_reminders=False):
            line.drop()


def bin_player(*, by: Who, player: Player) -> None:
    """Put a player in the bin. What they have played stands; their link stops working."""
    said = {"player": player.pk, "name": player.name}
    with act(by, player.club, "bin_player", **said) as line:
        here = Player.objects.filter(pk=player.pk, binned_at=None)
        line.keep(here)
        if not here.update(binned_at=timezone.now()):
            line.drop()


def restore_player(*, by: Who, player: Player) -> None:
    said = {"player": player.pk, "name": player.name}
    with act(by, player.club, "restore_player", **said) as line:
        binned = Player.objects.filter(pk=player.pk, former_since=None)
        binned = binned.exclude(binned_at=None)
        binned = binned.exclude(pk__in=ResultsFile.objects.coming("players"))
        line.keep(binned)
        if not binned.update(binned_at=None):
            line.drop()
