"""What keeps a player from leaving the club, and the names and addresses stored about them."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from django.db.models import QuerySet
from django.utils.translation import gettext as _

from leagues.models import Action, Club, Enrolment, Entry, Event, League, Membership, Player, User

ADDRESSES = ("email", "user__email", "user__emailaddress__email")


def what_keeps(player: Player) -> list[str]:
    """Sentences about what has to be done before the player can leave; empty if nothing."""
    return list(_what_keeps(player))


def _what_keeps(player: Player) -> Iterator[str]:
    events = Event.objects.present().exclude(state=Event.State.FINISHED)
    events = events.filter(rehearsal_of=None)
    drawn = player.entries.filter(event__in=events)
    for entry in drawn.exclude(state=Entry.State.WITHDRAWN).select_related("event"):
        yield _("%(name)s is in %(event)s, which isn’t finished. Withdraw them first.") % {
            "name": player.name,
            "event": entry.event.name,
        }
    leagues = League.objects.filter(
        closed_at=None, enrolments__player=player, enrolments__last=None
    )
    for league in leagues.filter(enrolments__kind=Enrolment.Kind.MEMBER).distinct():
        yield _("%(name)s is in %(league)s, which isn’t closed. Remove them from it first.") % {
            "name": player.name,
            "league": league.name,
        }
    if player.user_id and Membership.objects.filter(user=player.user_id).exists():
        yield _("%(name)s helps to run the club. The owner has to remove that role first.") % {
            "name": player.name
        }


@dataclass(frozen=True)
class NamesOf:
    """The names that a player has, or had according to the log.

    ``surnames`` are kept apart because other people may share them.
    """

    whole: frozenset[str]
    surnames: frozenset[str]


@dataclass(frozen=True)
class AddressesOf:
    """The e-mail addresses of a player. A family may share one."""

    own: frozenset[str]
    shared: frozenset[str]


def addresses_of(players: QuerySet[Player], club: Club) -> AddressesOf:
    """The players' addresses, including those of their accounts."""
    others = Player.objects.filter(club=club).exclude(pk__in=players)
    helpers = User.objects.filter(memberships__club=club)
    taken = {
        each.casefold()
        for each in _non_empty_texts(others.values_list(*ADDRESSES))
        | _non_empty_texts(helpers.values_list("email", "emailaddress__email"))
    }
    found = _non_empty_texts(players.values_list(*ADDRESSES))
    shared = frozenset(each for each in found if each.casefold() in taken)
    return AddressesOf(found - shared, shared)


def _non_empty_texts(rows: Iterable[tuple[Any, ...]]) -> frozenset[str]:
    return frozenset(each for row in rows for each in row if each)


def names_of(players: QuerySet[Player]) -> NamesOf:
    rows = players.values_list("name", "alias", "aliases__name", "family_name")
    whole = {name for row in rows for name in row[:3] if name}
    surnames = {row[3] for row in rows if row[3]}
    keys = list(players.values_list("pk", flat=True))
    changes = Action.objects.filter(verb="change_player", details__player__in=keys)
    for data in changes.values_list("details", flat=True):
        before = data.get("before", {})
        whole |= {before[each] for each in ("name", "alias") if before.get(each)}
        whole |= set(before.get("other_names", ()))
        surnames |= {each for each in [before.get("family_name")] if each}
    return NamesOf(frozenset(whole), frozenset(surnames))
