"""The players of the club: their names, contact details and the bin."""

from collections.abc import Callable, Collection, Mapping, Sequence
from datetime import timedelta
from typing import Any

from django.db.models.fields.json import KeyTransform
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as later

from leagues.access.roles import ANONYMOUS, Who
from leagues.actions.act import act
from leagues.actions.refusal import Refused, Stale
from leagues.actions.undo_rows import GONE, nothing_since, put_back
from leagues.actions.verb import Undo, Verb
from leagues.actions.webhook_queue import new_players
from leagues.models import (
    Action,
    Alias,
    Club,
    Event,
    MessageChannel,
    Mute,
    Player,
    ResultsFile,
    Topic,
)
from leagues.reads.log.facts import LogFacts, changed_facts, names_of_facts

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
    """Add a player to the club; ``Stale`` if ``may_be_known``, called under the lock, is true."""
    with act(by, club, ADD_PLAYER, name=name) as line:
        Club.objects.select_for_update(no_key=True).get(pk=club.pk)
        if may_be_known():
            raise Stale(
                _("%(name)s was added a moment ago. Is this a different person?") % {"name": name}
            )
        player = Player.objects.create(club=club, name=name, **facts)
        Alias.objects.bulk_create(Alias(player=player, name=n) for n in other_names)
        line.say(player=player.pk)
    return player


def person_of(action: Action) -> Player:
    player = Player.objects.filter(
        pk=action.details.get("player"), merged_into=None, binned_at=None
    ).first()
    if player is None:
        raise Refused(_("This person is in the bin, or was merged with someone else."))
    return player


def _preview_undo_add(action: Action) -> str:
    return _("%(name)s will be moved to the bin.") % {"name": person_of(action).name}


def _undo_add(by: Who, action: Action) -> None:
    bin_player(by=by, player=person_of(action))


ADD_PLAYER = Verb(
    "add_player", later("Added %(name)s."), Undo(_preview_undo_add, _undo_add), webhook=new_players
)


def add_players(
    *,
    by: Who,
    club: Club,
    new: Sequence[Player],
    learnt: Collection[tuple[Player, Player]] = (),
    has_changed: Callable[[], bool] = lambda: False,
) -> None:
    """Add players to the club, and fill in missing contact details of known ones from a list.

    ``learnt`` pairs players of the club with unsaved ones that carry the details. If
    ``has_changed``, called under the lock, is true, the act is refused.
    """
    with act(by, club, ADD_PLAYERS) as line:
        Club.objects.select_for_update(no_key=True).get(pk=club.pk)
        if has_changed():
            raise Stale(list_has_changed())
        filled_in = [fill_in(player, listed) for player, listed in learnt]
        if not new and not any(filled_in):
            line.drop()
            return
        Player.objects.bulk_create(new)
        line.say(new_players=[player.pk for player in new], names=[player.name for player in new])


def _added_players(action: Action) -> list[Player]:
    found = Player.objects.present().filter(pk__in=action.details.get("new_players", ()))
    if not found:
        raise Refused(GONE)
    return list(found.order_by("pk"))


def _preview_undo_add_list(action: Action) -> str:
    return _("Moves these people to the bin: %(names)s.") % {
        "names": ", ".join(player.name for player in _added_players(action))
    }


def _undo_add_list(by: Who, action: Action) -> None:
    for player in _added_players(action):
        bin_player(by=by, player=player)


def _describe_list(facts: LogFacts) -> str:
    if not facts["names"]:
        return _("Filled in contact details from a list.")
    return _("Added from a list: %(names)s.")


ADD_PLAYERS = Verb(
    "add_players", _describe_list, Undo(_preview_undo_add_list, _undo_add_list), webhook=new_players
)


def list_has_changed() -> str:
    return _(
        "The people list of the club has just changed. No one is entered yet. Check the list again."
    )


def was_just_added(club: Club, name: str) -> bool:
    """Whether a player of this name was added in the last minutes, perhaps by someone else."""
    lately = club.log.filter(verb="add_player", at__gte=timezone.now() - A_MOMENT)
    added = lately.filter(details__name__iexact=name).values_list(
        KeyTransform("player", "details"), flat=True
    )
    return Player.objects.present().filter(pk__in=list(added)).exists()


def change_player(
    *, by: Who, player: Player, other_names: Collection[str], facts: Mapping[str, Any]
) -> None:
    """Change a player's details and other names. The log keeps the changed fields' old values."""
    with act(by, player.club, CHANGE_PLAYER, player=player.pk) as line:
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
        # The name is shown in all events of the player, so their pages have changed.
        Event.objects.with_player(player).touch()


def _preview_undo_change(action: Action) -> str:
    return _("Restores for %(name)s: %(what)s.") % {
        "name": person_of(action).name,
        "what": names_of_facts(action.details["before"]),
    }


def _last_change(action: Action) -> None:
    nothing_since(action, ("change_player",), player=person_of(action).pk)


def _touch_pages(_by: Who, action: Action) -> None:
    """Raise the revisions of all events of the player, whose pages show the name."""
    Event.objects.with_player(person_of(action)).touch()


def _describe_change(facts: LogFacts) -> str:
    facts["what"] = changed_facts(facts)
    return _("Changed the details of %(name)s: %(what)s.")


CHANGE_PLAYER = Verb(
    "change_player",
    _describe_change,
    put_back(_preview_undo_change, _last_change, then=_touch_pages),
)


def change_contact(*, by: Who, player: Player, **facts: Any) -> None:
    """Change a player's contact details, without any value in the log.

    Log lines are kept for good, and the player may ask to be forgotten.
    """
    person = {"player": player.pk, "name": player.name}
    with act(by, player.club, CHANGE_CONTACT, **person) as line:
        here = Player.objects.filter(pk=player.pk)
        if not here.exclude(**facts).update(**facts):
            line.drop()


CHANGE_CONTACT = Verb(
    "change_contact",
    later("Changed the contact details of %(name)s."),
    later("The log doesn’t save addresses. Enter the earlier one again."),
)


def fill_in(player: Player, listed: Player) -> bool:
    """Fill in blank contact details from a list, and mark a minor; False if nothing changed."""
    known, changed = Player.objects.filter(pk=player.pk), 0
    if listed.email:
        changed += known.filter(email="").update(email=listed.email)
    if listed.telephone:
        changed += known.filter(telephone="").update(telephone=listed.telephone)
    if listed.is_minor and known.filter(is_minor=False).update(is_minor=True):
        # Their full name was shown in all their events.
        Event.objects.with_player(player).touch()
        changed += 1
    return bool(changed)


def stop_reminders(*, player: Player, topics: Collection[Topic]) -> None:
    """Stop a player's e-mail about these topics, as asked by a reader of that address."""
    person = {"player": player.pk, "name": player.name}
    with act(ANONYMOUS, player.club, STOP_REMINDERS, **person) as line:
        known = player.mutes.filter(channel=MessageChannel.MAIL).values_list("topic", flat=True)
        new = [
            Mute(player=player, topic=t, channel=MessageChannel.MAIL) for t in {*topics} - {*known}
        ]
        Mute.objects.bulk_create(new)
        if not new:
            line.drop()


STOP_REMINDERS = Verb(
    "stop_reminders",
    later("Stopped e-mail reminders for %(name)s."),
    later("They asked for this. They can turn reminders on again on their own page."),
)


def choose_messages(*, by: Who, player: Player, muted: Collection[tuple[str, str]]) -> None:
    """Save which topics a player gets no messages about, each with its channel."""
    with act(by, player.club, CHOOSE_MESSAGES, player=player.pk, name=player.name) as line:
        if set(player.mutes.values_list("topic", "channel")) == set(muted):
            line.drop()
            return
        player.mutes.all().delete()
        Mute.objects.bulk_create(
            Mute(player=player, topic=topic, channel=channel) for topic, channel in muted
        )


CHOOSE_MESSAGES = Verb(
    "choose_messages",
    later("Chose which messages %(name)s gets."),
    later("They choose this themselves, on their own page."),
)


def bin_player(*, by: Who, player: Player) -> None:
    """Move a player to the bin. Their results count, but their link stops working."""
    person = {"player": player.pk, "name": player.name}
    with act(by, player.club, BIN_PLAYER, **person) as line:
        here = Player.objects.filter(pk=player.pk, binned_at=None)
        line.keep(here)
        if not here.update(binned_at=timezone.now()):
            line.drop()


def _not_merged(action: Action) -> None:
    here = Player.objects.filter(pk=action.details.get("player"), merged_into=None)
    if not here.filter(former_since=None).exists():
        raise Refused(GONE)


BIN_PLAYER = Verb(
    "bin_player",
    later("Moved %(name)s to the bin."),
    put_back(later("%(name)s will be restored from the bin."), _not_merged, since=GONE),
)


def restore_player(*, by: Who, player: Player) -> None:
    person = {"player": player.pk, "name": player.name}
    with act(by, player.club, RESTORE_PLAYER, **person) as line:
        binned = Player.objects.filter(pk=player.pk, former_since=None)
        binned = binned.exclude(binned_at=None)
        binned = binned.exclude(pk__in=ResultsFile.objects.coming("players"))
        line.keep(binned)
        if not binned.update(binned_at=None):
            line.drop()


RESTORE_PLAYER = Verb(
    "restore_player",
    later("Restored %(name)s from the bin."),
    put_back(later("%(name)s will be moved back to the bin."), _not_merged, since=GONE),
)
