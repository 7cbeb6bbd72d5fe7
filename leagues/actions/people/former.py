"""A player who wants to go: the name goes from everywhere, the results stay."""

import json
import re
import secrets
from collections.abc import Collection
from typing import Any

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from django.db.models import F, Q, QuerySet, TextField
from django.db.models.functions import Cast
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as later

from leagues.access.roles import Who
from leagues.actions.act import act
from leagues.actions.people.calendar_address import close_calendar
from leagues.actions.people.people import person_of
from leagues.actions.refusal import Refused
from leagues.actions.undoable import GONE, put_back
from leagues.actions.verb import Verb
from leagues.models import (
    Action,
    Alias,
    DatedMatch,
    DateOffer,
    Entry,
    Event,
    Follow,
    Invitation,
    League,
    Mail,
    Player,
    PushAddress,
    Team,
    User,
    WebhookDelivery,
)
from leagues.models.names import fold
from leagues.reads.people.leaving import AddressesOf, NamesOf, addresses_of, names_of, what_keeps

OF_A_PLAYER = ("player", "stays", "leaves", "comes", "rival")
"""Where the log names a player by key."""

STAYS = {
    *("id", "club", "name", "user", "is_guest", "wants_reminders", "merged_into"),
    *("self_registered_at", "self_registered_for", "binned_at", "former_since"),
}
CLEARED = {
    field.name: field.get_default()
    for field in Player._meta.concrete_fields
    if field.name not in STAYS
}
"""Every other field with its empty value: a new one is cleared too, unless it stays."""


def ask_to_leave(*, by: Who, player: Player) -> None:
    """Let organisers know that a player wants their name to go."""
    with act(by, player.club, ASK_TO_LEAVE, **_of(player)) as line:
        here = Player.objects.present().filter(pk=player.pk, asked_to_leave_at=None)
        line.keep(here)
        if not here.update(asked_to_leave_at=timezone.now()):
            line.drop()


ASK_TO_LEAVE = Verb(
    "ask_to_leave",
    later("Asked to remove %(name)s from the club."),
    put_back(later("%(name)s will stay in the club."), person_of, since=GONE),
)


def stay_in_club(*, by: Who, player: Player) -> None:
    """Take back that a player has asked to leave."""
    with act(by, player.club, STAY_IN_CLUB, **_of(player)) as line:
        asked = Player.objects.present().filter(pk=player.pk)
        asked = asked.exclude(asked_to_leave_at=None)
        line.keep(asked)
        if not asked.update(asked_to_leave_at=None):
            line.drop()


STAY_IN_CLUB = Verb(
    "stay_in_club",
    later("%(name)s will stay in the club."),
    put_back(
        later("The request of %(name)s to leave the club will be open again."),
        person_of,
        since=GONE,
    ),
)


def make_former_member(*, by: Who, player: Player) -> Player:
    """Remove every name and way in of a player for good, the log's lines included."""
    with act(by, player.club, MAKE_FORMER_MEMBER, player=player.pk) as line:
        locked = Player.objects.select_for_update(of=("self",)).select_related("user")
        now = locked.get(pk=player.pk)
        if now.former_since or now.merged_into_id:
            line.drop()
            return now
        if keeps := what_keeps(now):
            raise Refused(" ".join(keeps))
        all_rows = Player.objects.filter(pk__in=[now.pk, *_merged(now)])
        names = names_of(all_rows)
        former = Player.objects.exclude(former_since=None).filter(club=now.club)
        name = _("Former member %(number)s") % {"number": former.count() + 1}
        Event.objects.with_player(now).touch()
        for league in League.objects.filter(enrolments__player=now).distinct():
            league.touch()
        addresses = addresses_of(all_rows, now.club)
        _close_ways_in(now, all_rows)
        remove_names(now, names, name, addresses)
        for each in addresses.own:
            Invitation.objects.filter(email__iexact=each).update(email="")
        Alias.objects.filter(player__in=all_rows).delete()
        _forget_places(all_rows)
        all_rows.update(**CLEARED, name=name)
        at = timezone.now()
        Player.objects.filter(pk=now.pk).update(former_since=at, binned_at=at)
        line.say(name=name)
    now.refresh_from_db()
    return now


MAKE_FORMER_MEMBER = Verb(
    "make_former_member",
    later("Removed the name of a player, now shown as %(name)s."),
    later("The name isn’t saved anywhere, so it can’t be restored."),
)


def _merged(player: Player) -> list[int]:
    return list(player.merged.values_list("pk", flat=True))


def _forget_places(all_rows: QuerySet[Player]) -> None:
    """Clear where they played at home, and where their matches were agreed to be, from the log too."""
    Entry.objects.filter(players__in=all_rows).update(venue="")
    dated = DatedMatch.objects.filter(match__sides__players__in=all_rows)
    remove_places(dated)
    DateOffer.objects.filter(dated__in=dated).update(place="")
    dated.update(place="")


def _close_ways_in(player: Player, all_rows: QuerySet[Player]) -> None:
    player.links.filter(revoked_at=None).update(revoked_at=timezone.now())
    PushAddress.objects.filter(player__in=all_rows).delete()
    Follow.objects.filter(player__in=all_rows).delete()
    Mail.objects.filter(player__in=all_rows).delete()
    for each in all_rows:
        close_calendar(each)
    if player.user:
        _close_account(player.user)


def _close_account(user: User) -> None:
    """The account stays as the one who did what the log says, without an address or a key."""
    EmailAddress.objects.filter(user=user).delete()
    Authenticator.objects.filter(user=user).delete()
    user.email = f"former-{user.pk}-{secrets.token_hex(4)}@example.invalid"
    user.is_active = False
    user.set_unusable_password()  # which ends every session of theirs
    user.save()


def _of(player: Player) -> dict[str, object]:
    return {"player": player.pk, "name": player.name}


def remove_names(player: Player, names: NamesOf, name: str, addresses: AddressesOf) -> None:
    """Write ``name`` in place of each of the names and e-mail addresses, in the log, what programs
    were told, and the names of pairs and teams.

    The log is never changed but here: who leaves for good has a right to be forgotten.
    A name or an address that another member of the club has too goes only from lines that
    name this player by key.
    """
    others = Player.objects.filter(club=player.club)
    others = others.exclude(pk=player.pk).exclude(merged_into=player)
    shared = {fold(each) for each in others.values_list("name", flat=True)}
    own = {each for each in names.whole if fold(each) not in shared}
    _rewrite_log(player, names, own, name, addresses)
    _forget_deliveries(player, names)
    for model in (Entry, Team):
        rows: QuerySet[Any] = model._base_manager.filter(players=player)
        for row in rows.exclude(name=""):
            row.name = _written(row.name, _pattern(names.whole), name)
            row.save(update_fields=["name"])


def _rewrite_log(
    player: Player, names: NamesOf, own: Collection[str], name: str, addresses: AddressesOf
) -> None:
    of_club: QuerySet[Action] = QuerySet(Action).filter(club=player.club)
    lines = of_club.annotate(text=Cast("said", TextField())).filter(
        _contains_any({*names.whole, *addresses.own, *addresses.shared})
    )
    everywhere = _pattern(own, addresses.own, kept=addresses.shared)
    by_key = _pattern(names.whole | names.surnames, addresses.own | addresses.shared)
    for pk, said in list(lines.values_list("pk", "said")):
        is_theirs = any(said.get(each) == player.pk for each in OF_A_PLAYER)
        now = _written(said, by_key if is_theirs else everywhere, name)
        if now != said:
            QuerySet(Action).filter(pk=pk).update(said=now)


def remove_places(dated: QuerySet[DatedMatch]) -> None:
    """Clear where these matches were proposed or agreed to be from the rows that the log keeps."""
    offers = DateOffer.objects.filter(dated__in=dated)
    keys = {
        "datedmatch": set(dated.values_list("pk", flat=True)),
        "dateoffer": set(offers.values_list("pk", flat=True)),
    }
    of_events: QuerySet[Action] = QuerySet(Action).filter(
        event__in=dated.values("match__event"), said__has_key="rows"
    )
    for pk, said in list(of_events.values_list("pk", "said")):
        kept = [
            columns
            for model, of, *both in said["rows"]
            if not keys.get(model, set()).isdisjoint(of)
            for columns in both
            if columns and columns.get("place")
        ]
        for columns in kept:
            columns["place"] = ""
        if kept:
            QuerySet(Action).filter(pk=pk).update(said=said)


def _forget_deliveries(player: Player, names: NamesOf) -> None:
    """What other programs were told is theirs; what is kept of it here says a name, or leads to one."""
    of_club = WebhookDelivery.objects.filter(webhook__club=player.club)
    address = f"/api/v1/players/{player.pk}/"
    naming_them = _contains_any({*names.whole, address})
    of_club.annotate(text=F("body")).filter(naming_them).delete()


def _contains_any(names: Collection[str]) -> Q:
    """SQLite keeps JSON as it was written, with letters escaped; PostgreSQL as letters."""
    any_of = Q()
    for name in names:
        for is_escaped in (True, False):
            written = json.dumps(name, ensure_ascii=is_escaped)[1:-1]
            any_of |= Q(text__icontains=written)
    return any_of


def _pattern(
    names: Collection[str], addresses: Collection[str] = (), *, kept: Collection[str] = ()
) -> re.Pattern[str]:
    """Whole names and addresses; a name within an address that is ``kept`` stays in it."""
    return re.compile(
        rf"(?<![\w.+-])(?:(?P<kept>{_any_of(kept)})|{_any_of(addresses)})(?![\w-]|\.\w)"
        rf"|(?<!\w){_any_of(names)}(?!\w)",
        re.IGNORECASE,
    )


def _any_of(texts: Collection[str]) -> str:
    """The longest first; nothing at all where there are none."""
    longest = sorted(texts, key=len, reverse=True)
    return f"(?:{'|'.join(map(re.escape, longest)) or '(?!)'})"


def _written(value: Any, names: re.Pattern[str], name: str) -> Any:
    if isinstance(value, str):
        return names.sub(lambda found: found["kept"] or name, value)
    if isinstance(value, list):
        return [_written(each, names, name) for each in value]
    if isinstance(value, dict):
        return {key: _written(each, names, name) for key, each in value.items()}
    return value
