"""The club's records and honours, and a league night's points, as tables for a file."""

from collections.abc import Iterator, Sequence

from django.utils import timezone
from django.utils.translation import gettext as _

from leagues.files.table_file import Cell, TableFile
from leagues.models import Award, Club, Night
from leagues.reads.data.league_tables import FILE
from leagues.reads.leagues.end.honours import SeasonHonours, closed_leagues, season_honours
from leagues.reads.leagues.nights.night_lines import PaidLine, night_lines
from leagues.reads.leagues.table.season import season_of
from leagues.reads.people.records import TwentiesRecord, records_of
from leagues.say import say

Rows = Iterator[list[Cell]]


def records_table(club: Club) -> TableFile:
    columns = (_("Record"), _("Name"), _("Number"), _("Event"), _("Match"), _("Day"))
    return TableFile(_("Records"), columns, list(_record_rows(club)))


def _record_rows(club: Club) -> Rows:
    found = records_of(club)
    in_matches: tuple[tuple[str, Sequence[TwentiesRecord]], ...] = (
        (_("Most 20s in a game"), found.games),
        (_("Most 20s in a round"), found.rounds),
        (_("Most 20s of a pair in a game"), found.pairs),
    )
    for what, made in in_matches:
        for each in made:
            names = " & ".join(player.shown_on(FILE) for player in each.players)
            event = each.match.event
            day = timezone.localdate(each.match.played_at, event.tzinfo)
            yield [what, names, each.most, event.name, each.match.number, day]
    counted = (
        (_("Perfect rounds: every disc a 20"), found.perfect),
        (_("Longest runs of matches won"), found.runs),
    )
    for what, counts in counted:
        for count in counts:
            yield [what, count.player.shown_on(FILE), count.most, None, None, None]


def honours_table(club: Club) -> TableFile:
    """Top three places, champions by finals, and awards: one row each, latest season first."""
    columns = (
        *(_("League"), _("Season"), _("Division"), _("Place"), _("Award")),
        *(_("Name"), _("Points"), _("Figures")),
    )
    seasons = season_honours(list(closed_leagues(club)))
    rows = [row for season in seasons for row in _honour_rows(season)]
    return TableFile(_("Honours"), columns, rows)


def _honour_rows(honours: SeasonHonours) -> Rows:
    league = honours.league
    first: list[Cell] = [league.name, league.season.name if league.season else ""]
    for row in honours.rows:
        name = row.shown_on(FILE)
        yield [*first, row.division, row.place, "", name, row.points, ""]
    champion = Award.Kind.CHAMPION
    by_finals = set()
    for division, won in honours.deciding.items():
        for step in won.podium:
            if step.place == 1:
                name = step.entry.shown_on(FILE)
                event = won.event.name
                yield [*first, division, "", str(champion.label), name, "", event]
        by_finals.update(won.winners)
    for award in honours.awards:
        if award.kind == champion and award.who.pk in by_finals:
            continue
        figures = say(award.figures_text) if award.figures else ""
        name = award.who.shown_on(FILE)
        yield [*first, award.division, "", award.named, name, "", figures]


def night_table(night: Night) -> TableFile:
    """Everyone's finish in each event of the night, then players credited without playing."""
    season = season_of(night.league, with_running=True)
    [here] = [each for each in season.nights if each.row.pk == night.pk]
    found = night_lines(season, here)
    rows = [_points_row(event.event.name, line) for event in found.events for line in event.lines]
    rows += [_points_row("", line) for line in found.credited]
    columns = (_("Event"), _("Place"), _("Name"), _("Points"))
    title = f"{night.league.name} {night.on.isoformat()}"
    return TableFile(title, columns, rows)


def _points_row(event: str, line: PaidLine) -> list[Cell]:
    return [event, line.place, line.player.shown_on(FILE), line.paid]
