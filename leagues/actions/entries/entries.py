"""Enter lists of players, check entries in, and remove entries."""

from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as later
from django.utils.translation import ngettext

from leagues.access.roles import Who
from leagues.actions.act import Line, act, refuse_finished_event
from leagues.actions.entries.waiting_list import move_up, name_of, names_of
from leagues.actions.people.people import fill_in, list_has_changed
from leagues.actions.refusal import Refused, Stale, refuse_stale
from leagues.actions.undo_rows import not_over, put_back, rows_back
from leagues.actions.verb import Verb
from leagues.actions.webhook_queue import new_players
from leagues.models import Action, Club, Entry, EntryPlayer, Event, KeepApart, Match, Player, Team
from leagues.models.entries import EntryQuerySet
from leagues.models.names import fold_name
from leagues.reads.log.facts import LogFacts


@dataclass(frozen=True)
class NewEntry:
    """One entry to make. Players that aren't saved yet are new to the club."""

    people: tuple[Player, ...]
    team: str = ""
    seed: int | None = None
    state: Entry.State = Entry.State.ACTIVE


def refuse_finished(event: Event) -> None:
    if event.state == Event.State.FINISHED:
        raise Refused(_("This event is finished, so nothing was changed."))


def enter_list(
    *,
    by: Who,
    event: Event,
    entries: Sequence[NewEntry],
    how: str,
    learnt: Collection[tuple[Player, Player]] = (),
    has_changed: Callable[[], bool] = lambda: False,
    **facts: Any,
) -> list[Entry]:
    """Enter a whole list, in its order, or nothing; returns the new entries.

    ``how`` is logged: from a list, picked, as a guest, or self-registered. ``learnt`` pairs
    players of the club with unsaved ones that carry new details from the list. If
    ``has_changed``, called under the lock, is true, the act is refused.
    """
    with act(by, event, ENTER_LIST, how=how, **facts) as line:
        event = line.on
        refuse_finished(event)
        if has_changed():
            raise Stale(list_has_changed())
        _refuse_duplicates(event, entries)
        new = [p for entry in entries for p in entry.people if p._state.adding]
        Player.objects.bulk_create(new)
        for player, listed in learnt:
            fill_in(player, listed)
        teams = teams_named(event.club, {entry.team for entry in entries if entry.team})
        seeds = _free_seeds(event, entries)
        made = Entry.objects.bulk_create(
            Entry(event=event, team=teams.get(fold_name(entry.team)), seed=seed, state=entry.state)
            for entry, seed in zip(entries, seeds, strict=True)
        )
        EntryPlayer.objects.bulk_create(
            EntryPlayer(entry=entry, event=event, player=person, number=number)
            for entry, wanted in zip(made, entries, strict=True)
            for number, person in enumerate(wanted.people, start=1)
        )
        line.say(
            entries=[
                {
                    "entry": entry.pk,
                    "players": [person.pk for person in wanted.people],
                    "names": [person.name for person in wanted.people],
                    "state": entry.state,
                }
                for entry, wanted in zip(made, entries, strict=True)
            ],
            new_players=[person.pk for person in new],
        )
        entered = [entry.pk for entry in made]
        line.keep_new(
            Entry.objects.filter(pk__in=entered), EntryPlayer.objects.filter(entry__in=entered)
        )
    return made


def entries_made(action: Action) -> list[int]:
    data = action.details
    if action.verb == "enrol":
        return [data["entry"]]
    return [each["entry"] for each in data["entries"]]


def is_drawn(entries: Collection[int]) -> bool:
    """Whether one of these entries has a place in a pool or a match."""
    found = Entry.objects.filter(pk__in=entries)
    undrawn = found.filter(pool_places=None, side_entries=None)
    return undrawn.count() < found.count()


def _refuse_drawn(action: Action) -> None:
    if is_drawn(entries_made(action)):
        raise Refused(_("Some of these players are already drawn. Withdraw them instead."))


def _preview_undo_enter(action: Action) -> str:
    n = len(entries_made(action))
    text = ngettext(
        "%(n)s entry will be removed from the list. The people stay in the club.",
        "%(n)s entries will be removed from the list. The people stay in the club.",
        n,
    )
    return text % {"n": n}


ENTER = put_back(
    _preview_undo_enter,
    not_over,
    _refuse_drawn,
    since=later("Some of these entries have been changed since, or were removed from the list."),
)


def _describe_enter(facts: LogFacts) -> str:
    entries = facts["details"].get("entries", [])
    names = [" & ".join(entry.get("names", [])) for entry in entries]
    facts["n"], facts["names"] = len(names), ", ".join(names)
    return ngettext("Entered %(names)s.", "Entered %(n)s: %(names)s.", len(names))


ENTER_LIST = Verb("enter_list", _describe_enter, ENTER, webhook=new_players)


def _refuse_duplicates(event: Event, entries: Sequence[NewEntry]) -> None:
    wanted = [p for entry in entries for p in entry.people if not p._state.adding]
    known = {person.pk for person in wanted}
    lines = EntryPlayer.objects.filter(event=event, player__in=known)
    names = list(lines.values_list("player__name", flat=True))
    if len(known) < len(wanted):
        names += [person.name for person in wanted]
    if names:
        raise Refused(
            _("No one was entered, because %(names)s would be in twice.")
            % {"names": ", ".join(sorted(set(names)))}
        )


def teams_named(club: Club, names: Iterable[str]) -> dict[str, Team]:
    """The club's teams with these names, by folded name; missing ones are created."""
    wanted = {fold_name(name): name for name in names}
    if not wanted:
        return {}
    # Two events may name the same new team at once: the second finds it after this lock.
    Club.objects.select_for_update(no_key=True).get(pk=club.pk)
    teams = {fold_name(t.name): t for t in Team.objects.filter(club=club, binned_at=None)}
    missing = {key: name for key, name in wanted.items() if key not in teams}
    made = Team.objects.bulk_create(Team(club=club, name=n) for n in missing.values())
    return teams | dict(zip(missing, made, strict=True))


def _free_seeds(event: Event, entries: Sequence[NewEntry]) -> list[int | None]:
    """The seed of each entry of a list; None where another entry has that seed."""
    taken = set(
        event.entries.exclude(seed=None).values_list("seed", flat=True)
        if any(entry.seed for entry in entries)
        else ()
    )
    seeds: list[int | None] = []
    for entry in entries:
        seeds.append(None if entry.seed in taken else entry.seed)
        taken.add(entry.seed)
    return seeds


def set_team(*, by: Who, event: Event, entry: Entry, team: str, before: str) -> None:
    """Set the club or team that an entry plays for; an empty name means none.

    ``before`` is the team that the desk was shown.
    """
    with act(by, event, SET_TEAM, entry=entry.pk, team=team) as line:
        event = line.on
        entries = Entry.objects.named().select_related("team")
        entry = entries.get(pk=entry.pk, event=event)
        line.keep(Entry.objects.filter(pk=entry.pk))
        was = entry.team
        refuse_stale(before, was.name if was else "")
        entry.team = teams_named(event.club, [team])[fold_name(team)] if team else None
        entry.save(update_fields=["team"])
        line.say(name=name_of(entry), before=was.pk if was else None)


def _preview_undo_team(action: Action) -> str:
    data = action.details
    before = Team.objects.filter(pk=data["before"]).first()
    if before is None:
        return _("%(name)s will play for no team.") % {"name": data["name"]}
    return _("%(name)s plays for %(team)s.") % {"name": data["name"], "team": before}


SET_TEAM = Verb(
    "set_team",
    later("Changed the club or team of %(name)s to “%(team)s”."),
    put_back(_preview_undo_team),
)


def check_in(*, by: Who, event: Event, entries: Collection[int]) -> list[int]:
    """Check entries in; returns their keys. Withdrawn and checked-in ones are skipped."""
    with act(by, event, CHECK_IN) as line:
        refuse_finished_event(line.event)
        absent = event.entries.filter(pk__in=entries, checked_in_at=None).exclude(
            state=Entry.State.WITHDRAWN
        )
        return _set_here(line, absent, timezone.now())


CHECK_IN = Verb(
    "check_in",
    later("Checked in: %(names)s."),
    put_back(later("These will no longer be checked in: %(names)s."), not_over),
)


def take_back_check_in(*, by: Who, event: Event, entries: Collection[int]) -> list[int]:
    with act(by, event, TAKE_BACK_CHECK_IN) as line:
        here = event.entries.filter(pk__in=entries).exclude(checked_in_at=None)
        return _set_here(line, here, None)


TAKE_BACK_CHECK_IN = Verb(
    "take_back_check_in",
    later("Undid the check-in of: %(names)s."),
    put_back(later("These will be checked in again: %(names)s."), not_over),
)


def _set_here(line: Line[Event], entries: EntryQuerySet, at: datetime | None) -> list[int]:
    found = list(entries.order_by("pk").values_list("pk", flat=True))
    if not found:
        line.drop()
        return found
    line.keep(Entry.objects.filter(pk__in=found))
    Entry.objects.filter(pk__in=found).update(checked_in_at=at)
    names = names_of(found)
    line.say(entries=found, names=[names[entry] for entry in found])
    return found


def strike_entry(*, by: Who, event: Event, entry: Entry) -> None:
    """Delete an undrawn entry that was a mistake. Only the log still shows it."""
    with act(by, event, STRIKE_ENTRY) as line:
        entries = Entry.objects.named().select_related("team")
        entry = entries.get(pk=entry.pk, event=event)
        if Entry.objects.filter(pk=entry.pk).drawn().exists():
            raise Refused(
                _(
                    "They’re already drawn, so they can’t be removed from the list. Withdraw them instead."
                )
            )
        people = [person.pk for person in entry.people]
        line.keep(
            Entry.objects.filter(pk=entry.pk),
            entry.line_up.all(),
            entry.pool_places.all(),
            KeepApart.objects.filter(Q(one=entry) | Q(other=entry)),
            line.on.entries.filter(state=Entry.State.WAITING),
        )
        line.say(entry=entry.pk, name=name_of(entry), players=people)
        entry.pool_places.all().delete()
        entry.delete()
        line.say(**move_up(line.on))


def seeds_are_free(action: Action) -> None:
    back = rows_back(action, of="entry")
    seeds = {was["seed"] for was in back.values() if was.get("seed")}
    others = Entry.objects.filter(event=action.event_id, seed__in=seeds)
    if others.exclude(pk__in=back).exists():
        raise Refused(_("Someone else has one of these seeds now."))


def moved_up_are_not_drawn(action: Action) -> None:
    if is_drawn(action.details.get("moved_up", ())):
        raise Refused(_("The entry that moved up is already drawn."))


def _refuse_entered_again(action: Action) -> None:
    data = action.details
    known = Player.objects.filter(pk__in=data["players"], merged_into=None)
    lines = rows_back(action, of="entryplayer").values()
    back = [was["player_id"] for was in lines if "player_id" in was]
    entered = EntryPlayer.objects.filter(event=action.event_id, player__in=back)
    if known.count() < len(data["players"]) or entered.exists():
        raise Refused(_("They have entered again since, or are in the bin."))


def _bracket_is_not_published(action: Action) -> None:
    seats = rows_back(action, of="poolentry").values()
    brackets = Match.objects.filter(slot__gt="")
    if brackets.filter(pool__in=[was.get("pool_id") for was in seats]).exists():
        raise Refused(
            _("The bracket has been published without %(name)s.") % {"name": action.details["name"]}
        )


def _preview_undo_strike(action: Action) -> str:
    data = action.details
    sentences = [_("%(name)s will be back on the list.") % {"name": data["name"]}]
    if data.get("moved_up"):
        names = ", ".join(data["moved_up_names"])
        sentences.append(_("%(names)s will be back on the waiting list.") % {"names": names})
    return " ".join(sentences)


STRIKE_ENTRY = Verb(
    "strike_entry",
    later("Removed %(name)s from the list."),
    put_back(
        _preview_undo_strike,
        not_over,
        _refuse_entered_again,
        _bracket_is_not_published,
        moved_up_are_not_drawn,
        seeds_are_free,
    ),
)


def enrol_players(
    *, by: Who, event: Event, players: Sequence[Player], seed: int | None = None
) -> Entry:
    """Enter one or more players as one entry."""
    names = [player.name for player in players]
    with act(by, event, ENROL, players=names) as line:
        entry = Entry.objects.create(event=event, seed=seed)
        EntryPlayer.objects.bulk_create(
            EntryPlayer(entry=entry, event=event, player=player, number=number)
            for number, player in enumerate(players, start=1)
        )
        line.keep_new(Entry.objects.filter(pk=entry.pk), entry.line_up.all())
        line.say(entry=entry.pk)
    return entry


ENROL = Verb("enrol", later("Entered %(players)s."), ENTER)
