"""Former members: remove a player's name everywhere for good, and keep the results."""

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
from leagues.actions.undo_rows import GONE, put_back
from leagues.actions.verb import Verb
from leagues.models import (
    Action,
    Alias,
    DatedMatch,
    DateOffer,
    Entry,
    Event,
    Follow,
    Guardian,
    Invitation,
    League,
    Mail,
    Mute,
    Notice,
    Player,
    PushAddress,
    Team,
    User,
    WebhookDelivery,
)
from leagues.models.names import fold_name
from leagues.reads.people.leaving import AddressesOf, NamesOf, addresses_of, names_of, what_keeps

OF_A_PLAYER = ("player", "stays", "leaves", "comes", "rival")
"""Keys under which log lines refer to a player."""

STAYS = {
    *("id", "club", "name", "user", "is_guest", "merged_into"),
    *("self_registered_at", "self_registered_for", "binned_at", "former_since"),
}
CLEARED = {
    field.name: field.get_default()
    for field in Player._meta.concrete_fields
    if field.name not in STAYS
}
"""All other fields with their empty values, so that a new field is cleared by default."""


def ask_to_leave(*, by: Who, player: Player) -> None:
    """Record that a player asks to have their name removed."""
    with act(by, player.club, ASK_TO_LEAVE, **_facts_of(player)) as line:
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
    """Withdraw a player's request to leave."""
    with act(by, player.club, STAY_IN_CLUB, **_facts_of(player)) as line:
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
    """Remove a player's names, links and account access for good, also from the log."""
    with act(by, player.club, MAKE_FORMER_MEMBER, player=player.pk) as line:
        locked = Player.objects.select_for_update(of=("self",)).select_related("user")
        now = locked.get(pk=player.pk)
        if now.former_since or now.merged_into_id:
            line.drop()
            return now
        if keeps := what_keeps(now):
            raise Refused(" ".join(keeps))
        all_rows = Player.objects.filter(pk__in=[now.pk, *_merged_keys(now)])
        names = names_of(all_rows)
        former = Player.objects.exclude(former_since=None).filter(club=now.club)
        name = _("Former member %(number)s") % {"number": former.count() + 1}
        Event.objects.with_player(now).touch()
        League.objects.filter(enrolments__player=now).touch()
        addresses = addresses_of(all_rows, now.club)
        _forget_in_mail(now, all_rows, names, name, addresses)
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


def _merged_keys(player: Player) -> list[int]:
    return list(player.merged.values_list("pk", flat=True))


def _forget_places(all_rows: QuerySet[Player]) -> None:
    """Clear their home venue and the venues of their matches, also in the log."""
    Entry.objects.filter(players__in=all_rows).update(venue="")
    dated = DatedMatch.objects.filter(match__sides__players__in=all_rows)
    remove_places(dated)
    DateOffer.objects.filter(dated__in=dated).update(place="")
    dated.update(place="")


def _forget_in_mail(
    player: Player, all_rows: QuerySet[Player], names: NamesOf, name: str, addresses: AddressesOf
) -> None:
    """Remove their name from mail about several people, and their address from others' mail."""
    own = addresses.own | {each.lower() for each in addresses.own}
    Notice.objects.filter(reply_to__in=own).update(reply_to="")
    Mail.objects.filter(reply_to__in=own).update(reply_to="")
    readers = own | addresses.shared | {each.lower() for each in addresses.shared}
    guardians = Guardian.objects.filter(player__in=all_rows).values_list("user__email", flat=True)
    readers |= {each.lower() for each in guardians}
    any_name = _names_pattern(names.whole | {each.short_name for each in all_rows})
    # In others' mail names of one word stay: they are also words, and parts of other names.
    full_names = {each for each in _unshared_names(player, names) if " " in each}
    full_name = _names_pattern(full_names)
    texts = [(f"{text}__icontains", each) for text in ("subject", "text") for each in full_names]
    naming_them = Q(*texts, _connector=Q.OR) if texts else Q(pk=None)
    changed = list(Mail.objects.filter(Q(to__in=readers) | naming_them))
    for mail in changed:
        pattern = any_name if mail.to in readers else full_name
        mail.subject = _replace_names(mail.subject, pattern, name)
        mail.text = _replace_names(mail.text, pattern, name)
    Mail.objects.bulk_update(changed, ["subject", "text"])


def _close_ways_in(player: Player, all_rows: QuerySet[Player]) -> None:
    player.links.filter(revoked_at=None).update(revoked_at=timezone.now())
    PushAddress.objects.filter(player__in=all_rows).delete()
    Follow.objects.filter(player__in=all_rows).delete()
    Mail.objects.filter(player__in=all_rows).delete()
    Mute.objects.filter(player__in=all_rows).delete()
    Guardian.objects.filter(Q(player__in=all_rows) | Q(user__player__in=all_rows)).delete()
    for each in all_rows:
        close_calendar(each)
    if player.user:
        _close_account(player.user)


def _close_account(user: User) -> None:
    """Deactivate an account and remove its address and keys; the log still refers to it."""
    EmailAddress.objects.filter(user=user).delete()
    Authenticator.objects.filter(user=user).delete()
    user.email = f"former-{user.pk}-{secrets.token_hex(4)}@example.invalid"
    user.is_active = False
    user.set_unusable_password()  # which also ends all their sessions
    user.save()


def _facts_of(player: Player) -> dict[str, object]:
    return {"player": player.pk, "name": player.name}


def remove_names(player: Player, names: NamesOf, name: str, addresses: AddressesOf) -> None:
    """Replace names and addresses of a player by ``name`` in the log and in pairs and teams.

    Queued and sent webhook messages about them are deleted. Apart from the venues, this is the
    only place where log lines change: a player who leaves has the right to be forgotten. A name
    or address that another member shares is replaced only in lines that refer to this player.
    """
    _rewrite_log(player, names, _unshared_names(player, names), name, addresses)
    _forget_deliveries(player, names)
    for model in (Entry, Team):
        rows: QuerySet[Any] = model._base_manager.filter(players=player)
        for row in rows.exclude(name=""):
            row.name = _replace_names(row.name, _names_pattern(names.whole), name)
            row.save(update_fields=["name"])


def _unshared_names(player: Player, names: NamesOf) -> set[str]:
    others = Player.objects.filter(club=player.club)
    others = others.exclude(pk=player.pk).exclude(merged_into=player)
    shared = {fold_name(each) for each in others.values_list("name", flat=True)}
    return {each for each in names.whole if fold_name(each) not in shared}


def _rewrite_log(
    player: Player, names: NamesOf, own: Collection[str], name: str, addresses: AddressesOf
) -> None:
    of_club: QuerySet[Action] = QuerySet(Action).filter(club=player.club)
    lines = of_club.annotate(text=Cast("details", TextField())).filter(
        _contains_any({*names.whole, *addresses.own, *addresses.shared})
    )
    everywhere = _names_pattern(own, addresses.own, kept=addresses.shared)
    by_key = _names_pattern(names.whole | names.surnames, addresses.own | addresses.shared)
    for pk, data in list(lines.values_list("pk", "details")):
        is_theirs = any(data.get(each) == player.pk for each in OF_A_PLAYER)
        now = _replace_names(data, by_key if is_theirs else everywhere, name)
        if now != data:
            QuerySet(Action).filter(pk=pk).update(details=now)


def remove_places(dated: QuerySet[DatedMatch]) -> None:
    """Clear the venues of these matches in the rows that log lines keep for undo."""
    offers = DateOffer.objects.filter(dated__in=dated)
    keys = {
        "datedmatch": set(dated.values_list("pk", flat=True)),
        "dateoffer": set(offers.values_list("pk", flat=True)),
    }
    of_events: QuerySet[Action] = QuerySet(Action).filter(
        event__in=dated.values("match__event"), details__has_key="rows"
    )
    for pk, data in list(of_events.values_list("pk", "details")):
        kept = [
            columns
            for model, of, *both in data["rows"]
            if not keys.get(model, set()).isdisjoint(of)
            for columns in both
            if columns and columns.get("place")
        ]
        for columns in kept:
            columns["place"] = ""
        if kept:
            QuerySet(Action).filter(pk=pk).update(details=data)


def _forget_deliveries(player: Player, names: NamesOf) -> None:
    """Delete the copies of webhook messages that contain a player's name or API address."""
    of_club = WebhookDelivery.objects.filter(webhook__club=player.club)
    address = f"/api/v1/players/{player.pk}/"
    naming_them = _contains_any({*names.whole, address})
    of_club.annotate(text=F("body")).filter(naming_them).delete()


def _contains_any(names: Collection[str]) -> Q:
    """A condition on ``text``, with and without JSON escapes, which only SQLite stores."""
    any_of = Q()
    for name in names:
        for is_escaped in (True, False):
            written = json.dumps(name, ensure_ascii=is_escaped)[1:-1]
            any_of |= Q(text__icontains=written)
    return any_of


def _names_pattern(
    names: Collection[str], addresses: Collection[str] = (), *, kept: Collection[str] = ()
) -> re.Pattern[str]:
    """A pattern of whole names and addresses; names inside a ``kept`` address don't match."""
    return re.compile(
        rf"(?<![\w.+-])(?:(?P<kept>{_any_of(kept)})|{_any_of(addresses)})(?![\w-]|\.\w)"
        rf"|(?<!\w){_any_of(names)}(?!\w)",
        re.IGNORECASE,
    )


def _any_of(texts: Collection[str]) -> str:
    """A pattern of any of these texts, longest first; matches nothing if there are none."""
    longest = sorted(texts, key=len, reverse=True)
    return f"(?:{'|'.join(map(re.escape, longest)) or '(?!)'})"


def _replace_names(value: Any, names: re.Pattern[str], name: str) -> Any:
    if isinstance(value, str):
        return names.sub(lambda found: found["kept"] or name, value)
    if isinstance(value, list):
        return [_replace_names(each, names, name) for each in value]
    if isinstance(value, dict):
        return {key: _replace_names(each, names, name) for key, each in value.items()}
    return value
