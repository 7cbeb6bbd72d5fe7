"""The club's people and one player's matches as tables for a file."""

from collections.abc import Iterator

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from leagues.files.table_file import Cell, TableFile
from leagues.models import Club, Player, Surface
from leagues.reads.data.event_tables import AT_ONCE, ending_word, on_clock
from leagues.reads.people.careers import as_seen_by, matches_of
from leagues.texts.lookup import SiteTexts
from scoring.results import WonOrLost

FILE = Surface.FILE
A_PART = 100  # matches in memory, which may be of as many events


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
    found = matches_of(player).with_sides().select_related(None)  # no copy for each match
    found = found.prefetch_related("event", "pairing_round__stage", "sides__side_players__player")
    for match in found.iterator(A_PART):
        played = as_seen_by(match, player)
        mine, others = played.mine, played.others
        partners = [
            each.player.shown_on(FILE)
            for each in mine.side_players.all()
            if each.player_id != player.pk
        ]
        their = [side.twenties for side in others if side.twenties is not None]
        yield [
            on_clock(match.event, match.played_at),
            match.event.name,
            match.pairing_round.stage.name,
            match.pairing_round.number,
            ", ".join(partners),
            ", ".join(side.shown_on(FILE) for side in others),
            mine.result,
            sum(side.result for side in others),
            mine.twenties,
            sum(their) if their else None,
            went_words()[played.went],
            ending_word(match),
        ]


def went_words() -> dict[WonOrLost, str]:
    return {WonOrLost.WON: _("won"), WonOrLost.TIED: _("tied"), WonOrLost.LOST: _("lost")}
