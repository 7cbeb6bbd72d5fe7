"""Merge two players into one, and undo a merge."""

from collections.abc import Collection
from typing import Any

from django.db.models import Case, Exists, OuterRef, QuerySet, When
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as later

from leagues.access.roles import Who
from leagues.actions.act import act
from leagues.actions.log_writer import undoing_action
from leagues.actions.people.calendar_address import close_calendar
from leagues.actions.refusal import Refused, refuse_stale
from leagues.actions.undo_rows import GONE
from leagues.actions.verb import Undo, Verb
from leagues.models import (
    Action,
    Adjustment,
    Alias,
    Arrival,
    CalendarAddress,
    Due,
    Enrolment,
    Entry,
    EntryPlayer,
    Event,
    Follow,
    Guardian,
    League,
    Mute,
    Night,
    PersonalLink,
    Player,
    PushAddress,
    SidePlayer,
    Team,
)
from leagues.reads.people.merging import MergePlan, plan_merge, state_of_plan
from leagues.reads.state_marks import mark_of

IN_LEAGUES: dict[str, tuple[Any, str]] = {
    "enrolments": (Enrolment, "player"),
    "adjustments": (Adjustment, "player"),
    "hosted": (Night, "host"),
    "secretary_of": (League, "secretary"),
    "treasurer_of": (League, "treasurer"),
}
"""Rows of leagues that refer to a player, by their key in the log: model and field."""


def merge_players(*, by: Who, plan: MergePlan, seen: str, keeps_ways_in: bool = False) -> Action:
    """Merge two players by this plan; ``seen`` is the mark of the plan that the desk was shown.

    ``keeps_ways_in`` keeps an unconfirmed guest's links, account and notifications valid:
    anyone who has them then acts as the player who stays.
    """
    with act(by, plan.stays.club, MERGE_PLAYERS) as line:
        both = [plan.stays.pk, plan.leaves.pk]
        people = Player.objects.select_for_update().order_by("pk").in_bulk(both)
        stays, leaves = people[plan.stays.pk], people[plan.leaves.pk]
        now = plan_merge(stays, leaves)
        if not now.possible:
            raise Refused(_("These two people aren’t merged."))
        refuse_stale(
            seen,
            mark_of(state_of_plan(now)),
            _(
                "Something has changed since you opened this page. No one was merged. Check the page and try again."
            ),
        )
        if leaves.is_unconfirmed and not keeps_ways_in:
            ways_in = _end_ways_in(leaves)
        else:
            ways_in = _move_ways_in(stays, leaves, now)
        line.say(**_facts_of(stays, leaves), **_move_rows(stays, leaves, now), **ways_in)
        leaves.merged_into = stays
        leaves.user = None
        leaves.save(update_fields=["merged_into", "user"])
        if account := line.details["account"]:
            stays.user_id = account
            stays.save(update_fields=["user"])
        Event.objects.with_player(stays).touch()
        League.objects.filter(enrolments__player=stays).touch()
    return line.written


def _preview_undo_merge(action: Action) -> str:
    leaves = Player.objects.filter(pk=action.details.get("leaves")).first()
    if leaves is None or leaves.merged_into_id != action.details.get("stays"):
        raise Refused(GONE)
    return _("%(leaves)s and %(stays)s will be two people again, each with their own results.") % {
        "leaves": action.details["leaves_name"],
        "stays": action.details["stays_name"],
    }


def _undo_merge(by: Who, action: Action) -> None:
    undo_merge(by=by, action=action)


MERGE_PLAYERS = Verb(
    "merge_players",
    later("Merged %(leaves_name)s into %(stays_name)s."),
    Undo(_preview_undo_merge, _undo_merge),
)


def _facts_of(stays: Player, leaves: Player) -> dict[str, Any]:
    return {
        "stays": stays.pk,
        "stays_name": stays.name,
        "leaves": leaves.pk,
        "leaves_name": leaves.name,
    }


def _move_rows(stays: Player, leaves: Player, plan: MergePlan) -> dict[str, Any]:
    """Move all rows of the leaving player to the one who stays; returns what was moved."""
    return {
        "struck": _strike_doubles(stays, leaves),
        "lines": _pass_on(EntryPlayer.objects.filter(player=leaves), stays),
        "seats": _pass_on(SidePlayer.objects.filter(player=leaves), stays),
        **_move_in_leagues(stays, leaves),
        "arrivals": _pass_on(_arrivals_to_move(stays, leaves), stays),
        "dues": _pass_on(_dues_to_move(stays, leaves), stays),
        "aliases": _keep_names(stays, plan),
        "teams_left": sorted(leaves.teams.values_list("pk", flat=True)),
        "teams": _join_teams(stays, leaves),
    }


def _move_in_leagues(stays: Player, leaves: Player) -> dict[str, Any]:
    """Move memberships and adjustments. Answers aren't moved; readers follow ``merged_into``."""
    return {
        name: _pass_on(model.objects.filter(**{field: leaves}), stays, field)
        for name, (model, field) in IN_LEAGUES.items()
    }


def _arrivals_to_move(stays: Player, leaves: Player) -> QuerySet[Arrival]:
    """Arrivals on nights without one of the player who stays; the others were a mistake."""
    both = Arrival.objects.filter(player=stays).values("night")
    return Arrival.objects.filter(player=leaves).exclude(night__in=both)


def _dues_to_move(stays: Player, leaves: Player) -> QuerySet[Due]:
    """Dues for which the player who stays has no record; otherwise theirs is kept."""
    noted = Due.objects.filter(player=stays, league=OuterRef("league"))
    members = Due.objects.filter(player=stays, year=OuterRef("year"))
    both = Case(
        When(league=None, then=Exists(members)),
        When(night=None, then=Exists(noted.filter(night=None))),
        default=Exists(noted.filter(night=OuterRef("night"))),
    )
    return Due.objects.filter(player=leaves).exclude(both)


def _follows_to_move(stays: Player, leaves: Player) -> QuerySet[Follow]:
    """Follows by phones that don't follow the player who stays already."""
    both = Follow.objects.filter(player=stays).values("address")
    return Follow.objects.filter(player=leaves).exclude(address__in=both)


def _guardians_to_move(stays: Player, leaves: Player) -> QuerySet[Guardian]:
    """Guardians who aren't guardians of the player who stays, nor that player."""
    both = Guardian.objects.filter(player=stays).values("user")
    return leaves.guardians.exclude(user__in=both).exclude(user__player=stays)


def _mutes_to_move(stays: Player, leaves: Player) -> QuerySet[Mute]:
    """Muted topics that the player who stays gets until now."""
    both = Mute.objects.filter(player=stays, topic=OuterRef("topic"), channel=OuterRef("channel"))
    return leaves.mutes.exclude(Exists(both))


def _strike_doubles(stays: Player, leaves: Player) -> list[dict[str, Any]]:
    """Delete the leaving player's entries in events that both entered; returns their data."""
    ours = EntryPlayer.objects.filter(player=stays).values("event")
    doubles = Entry.objects.filter(line_up__player=leaves, event__in=ours)
    struck = [
        {
            "event": entry.event_id,
            "seed": entry.seed,
            "state": entry.state,
            "team": entry.team_id,
            "made_at": entry.made_at.isoformat(),
        }
        for entry in doubles
    ]
    Entry.objects.filter(pk__in=[entry.pk for entry in doubles]).delete()
    return struck


def _pass_on(rows: Any, stays: Player, field: str = "player") -> list[int]:
    moved = list(rows.order_by("pk").values_list("pk", flat=True))
    rows.model.objects.filter(pk__in=moved).update(**{field: stays})
    return moved


def _keep_names(stays: Player, plan: MergePlan) -> list[int]:
    made = Alias.objects.bulk_create(Alias(player=stays, name=name) for name in plan.other_names)
    return [alias.pk for alias in made]


def _join_teams(stays: Player, leaves: Player) -> list[int]:
    had = set(stays.teams.values_list("pk", flat=True))
    joined = [team for team in leaves.teams.all() if team.pk not in had]
    stays.teams.add(*joined)
    leaves.teams.clear()
    return sorted(team.pk for team in joined)


def _move_ways_in(stays: Player, leaves: Player, plan: MergePlan) -> dict[str, Any]:
    """Move links, account, guardians, notifications and choices to the player who stays."""
    links = leaves.links.filter(revoked_at=None)
    moved = {
        "told": _pass_on(PushAddress.objects.filter(player=leaves), stays),
        "followed": _pass_on(_follows_to_move(stays, leaves), stays),
        "guardians": _pass_on(_guardians_to_move(stays, leaves), stays),
        "mutes": _pass_on(_mutes_to_move(stays, leaves), stays),
        "account": leaves.user_id if plan.account_moves else None,
        "links": list(links.values_list("pk", flat=True)),
        "links_ended": plan.link_ends,
    }
    if plan.link_ends:
        links.update(revoked_at=timezone.now())
    else:
        links.update(player=stays)
    return moved


def _end_ways_in(leaves: Player) -> dict[str, Any]:
    """Revoke the links, account and calendar of the leaving player, which a stranger may have.

    Push addresses and follows stay with ``leaves``, who gets no more notifications.
    """
    links = leaves.links.filter(revoked_at=None)
    return {
        "account": None,
        "account_ended": leaves.user_id,
        "links": list(links.values_list("pk", flat=True)),
        "links_ended": bool(links.update(revoked_at=timezone.now())),
        "calendar_ended": close_calendar(leaves),
    }


def undo_merge(*, by: Who, action: Action) -> Player:
    """Undo a merge: everything that it moved goes back to the other player.

    Rows made since stay with the player who stayed. ``Refused`` if a moved row has been changed
    since; then nothing is undone.
    """
    data = action.details
    with undoing_action(action), act(by, action.club, UNDO_MERGE) as line:
        people = Player.objects.select_for_update().order_by("pk")
        both = people.in_bulk([data["stays"], data["leaves"]])
        stays, leaves = both[data["stays"]], both[data["leaves"]]
        if leaves.merged_into_id != stays.pk or stays.binned_at or is_undone(action):
            raise _moved_since()
        _give_back(EntryPlayer, data["lines"], stays, leaves)
        _give_back(SidePlayer, data["seats"], stays, leaves)
        for name, (model, field) in IN_LEAGUES.items():
            _give_back(model, data.get(name, ()), stays, leaves, field)
        _give_back(Arrival, data.get("arrivals", ()), stays, leaves)
        _give_back(Due, data.get("dues", ()), stays, leaves)
        Alias.objects.filter(pk__in=data["aliases"], player=stays).delete()
        stays.teams.remove(*Team.objects.filter(pk__in=data["teams"]))
        leaves.teams.add(*Team.objects.filter(pk__in=data["teams_left"]))
        _give_ways_in_back(data, stays, leaves)
        leaves.merged_into = None
        leaves.save(update_fields=["merged_into", "user"])
        _restore_doubles(data["struck"], leaves)
        Event.objects.with_player(stays).touch()
        Event.objects.with_player(leaves).touch()
        League.objects.filter(enrolments__player__in=[stays, leaves]).touch()
        line.say(**_facts_of(stays, leaves))
    return leaves


UNDO_MERGE = Verb(
    "undo_merge",
    later("Undid the merge of %(leaves_name)s into %(stays_name)s."),
    later("Merge the two again on the page that compares them."),
)


def _moved_since() -> Refused:
    return Refused(
        _(
            "This merge can no longer be undone, because its data has been changed since. Nothing was changed."
        )
    )


def is_undone(action: Action) -> bool:
    return Action.objects.filter(undoes=action).exists()


def _give_back(
    model: Any, pks: Collection[int], stays: Player, leaves: Player, field: str = "player"
) -> None:
    """Move these rows back; ``Refused`` if one of them has been moved since."""
    moved = model.objects.filter(pk__in=pks, **{field: stays})
    if moved.count() != len(pks):
        raise _moved_since()
    moved.update(**{field: leaves})


def _give_ways_in_back(data: dict[str, Any], stays: Player, leaves: Player) -> None:
    # They may have been changed or removed since: leave that as it is.
    moved: tuple[tuple[Any, str], ...] = (
        (PushAddress, "told"),
        (Follow, "followed"),
        (Guardian, "guardians"),
        (Mute, "mutes"),
    )
    for model, key in moved:
        model.objects.filter(pk__in=data.get(key, ()), player=stays).update(player=leaves)
    links = PersonalLink.objects.filter(pk__in=data["links"])
    if data["links_ended"]:
        links.update(revoked_at=None)
    else:
        links.filter(player=stays, revoked_at=None).update(player=leaves)
    if data.get("calendar_ended"):
        CalendarAddress.objects.filter(player=leaves).update(revoked_at=None)
    ended = data.get("account_ended")
    if ended and not Player.objects.filter(user=ended).exists():
        leaves.user_id = ended
    account = data["account"]
    if account and stays.user_id == account:
        stays.user = None
        stays.save(update_fields=["user"])
        leaves.user_id = account


def _restore_doubles(struck: list[dict[str, Any]], leaves: Player) -> None:
    """Restore the deleted entries, without a seed that another entry has now."""
    for facts in struck:
        event = Event.objects.get(pk=facts["event"])
        taken = event.entries.filter(seed=facts["seed"]).exists()
        entry = Entry.objects.create(
            event=event,
            seed=None if taken else facts["seed"],
            state=facts["state"],
            team_id=facts["team"],
            made_at=facts["made_at"],
        )
        EntryPlayer.objects.create(entry=entry, event=event, player=leaves)
