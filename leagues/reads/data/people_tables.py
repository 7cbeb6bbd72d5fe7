"""The club's people and one player's matches as tables for a file."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from itertools import groupby
from operator import itemgetter
from typing import Any
from zoneinfo import ZoneInfo

from django.db.models.functions import Coalesce
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from leagues.files.table_file import Cell, TableFile
from leagues.models import Club, Match, Player, SidePlayer, Surface
from leagues.reads.people.careers import matches_of
from leagues.reads.people.results import outcome_of
from leagues.texts.lookup import SiteTexts
from scoring.results import WonOrLost

FILE = Surface.FILE
AT_ONCE = 500  # rows in memory at a time
OF_THE_MATCH = (
    "match",
    Coalesce("match__finished_at", "match__started_at", "match__event__starts_at"),
    *("match__event__zone", "match__event__name"),
    *("match__pairing_round__stage__name", "match__pairing_round__number"),
    *("match__ending", "match__winner", "side__seat"),
)
SIDE = "match__sides"
ENTRY = f"{SIDE}__side_entries__entry"
OF_THE_SIDE = (
    *(f"{SIDE}__seat", Coalesce(f"{SIDE}__other_result", f"{SIDE}__points"), f"{SIDE}__twenties"),
    *(ENTRY, f"{ENTRY}__name", f"{ENTRY}__line_up__player"),
)
LATEST_FIRST = (
    *("-match__finished_at", "-match", f"{SIDE}__seat", ENTRY, f"{ENTRY}__line_up__number"),
)


def people_table(club: Club) -> TableFile:
    """Everyone in the club except deleted people, by surname."""
    columns = (_("Name"), _("Guest"), _("Under 18"), _("Club"))
    return TableFile(_("People"), columns, _people_rows(club))


def _people_rows(club: Club) -> Iterator[list[Cell]]:
    found = Player.objects.present().select_related("club").by_surname()
    for player in found.iterator(AT_ONCE):
        yield [
            player.listed_on(Surface.EXPORT),
            _("yes") if player.is_guest else "",
            _("yes") if player.is_minor else "",
            player.club.name if player.club_id != club.pk else "",
        ]


def player_matches_table(player: Player) -> TableFile:
    """The player's matches in public events, latest first."""
    with SiteTexts():  # headings that the import recognizes, not the club's words
        columns = (
            *(
                _("Played"),
                _("Event"),
                _("Stage"),
                pgettext("pairing round", "Round"),
                _("With"),
                _("Against"),
            ),
            *(_("Result"), _("Their result"), _("20s"), _("Their 20s")),
            *(_("Outcome"), _("Ending")),
        )
    title = _("Matches") + f" {player.shown_on(FILE)}"
    return TableFile(title, columns, _match_rows(player))


def _match_rows(player: Player) -> Iterator[list[Cell]]:
    """A row for each match. They are read as plain values: those of ten years as instances took
    19 MB and seventeen times as long.
    """
    names = {each.pk: each.shown_on(FILE) for each in Player.objects.iterator(AT_ONCE)}
    went, partners = went_words(), defaultdict[int, list[str]](list)
    own = SidePlayer.objects.filter(player=player, match__in=matches_of(player).values("pk"))
    beside = SidePlayer.objects.filter(side__in=own.values("side")).exclude(player=player)
    for match, partner in beside.values_list("match", "player"):
        partners[match].append(names[partner])
    lines = own.order_by(*LATEST_FIRST).values_list(*OF_THE_MATCH, *OF_THE_SIDE).iterator(AT_ONCE)
    for of_match, of_one in groupby(lines, itemgetter(slice(len(OF_THE_MATCH)))):
        match, at, zone, event, stage, number, ending, winner, seat = of_match
        sides = {side: list(found) for side, found in groupby(of_one, itemgetter(len(of_match)))}
        _seat, result, twenties, *_rest = sides.pop(seat)[0][len(of_match) :]
        their = [lines[0][len(of_match) :] for lines in sides.values()]
        their_twenties = [made for _, _, made, *_ in their if made is not None]
        yield [
            at.astimezone(ZoneInfo(zone)).replace(tzinfo=None),
            event,
            stage,
            number,
            ", ".join(partners[match]),
            ", ".join(_side_name(lines, names) for lines in sides.values()),
            result,
            sum(result for _, result, *_ in their),
            twenties,
            sum(their_twenties) if their_twenties else None,
            went[outcome_of(winner, ending, seat)],
            str(Match.Ending(ending).label),
        ]


def _side_name(lines: Iterable[tuple[Any, ...]], names: Mapping[int, str]) -> str:
    """The name of each entry of a side, its own or its people's; a line for each person."""
    return " & ".join(
        own or " & ".join(names[person] for *_, person in of_one if person)
        for (_entry, own), of_one in groupby(lines, itemgetter(-3, -2))
    )


def went_words() -> dict[WonOrLost, str]:
    return {WonOrLost.WON: _("won"), WonOrLost.TIED: _("tied"), WonOrLost.LOST: _("lost")}
