"""Names and places taken out of what is kept as text: the log's lines, what programs were told, and
the names of pairs and teams.

The log is written once and never changed, with this one exception: who leaves for good has a
right to be forgotten, and the log goes on saying what was done.
"""

import json
import re
from collections.abc import Collection
from typing import Any

from django.db.models import F, Q, QuerySet, TextField
from django.db.models.functions import Cast

from leagues.models import Action, DatedMatch, DateOffer, Entry, Player, Team, WebhookDelivery
from leagues.models.names import fold
from leagues.reads.people.leaving import AddressesOf, NamesOf

OF_A_PLAYER = ("player", "stays", "leaves", "comes", "rival")
"""Where the log names a player by key."""


def remove_names(player: Player, names: NamesOf, name: str, addresses: AddressesOf) -> None:
    """Write ``name`` in place of each of the names and e-mail addresses.

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
