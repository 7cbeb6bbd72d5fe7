"""The recap of a finished night: text for the club's chat, and the moves in the table."""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from leagues.dates import date_format
from leagues.models import Night, Player, SidePlayer, Surface
from leagues.reads.leagues.nights.night_lines import NightLines, PaidEvent, night_lines
from leagues.reads.leagues.table.season import LeagueNight, LeagueSeason, season_of
from leagues.reads.leagues.table.table_lines import by_division, lines_of_season
from leagues.say import say

WEB = Surface.WEB
FIRST = 5
"""The number of places listed from the season table and for most 20s."""


def night_recap(season: LeagueSeason, night: LeagueNight, lines: NightLines, address: str) -> str:
    """Write the recap as plain text: places and points, the most 20s, and the season's leaders."""
    parts = [
        _recap_title(season, night),
        *("\n".join(_event_lines(each, lines)) for each in lines.events if each.lines),
        "\n".join(_most_twenties(season, night)),
        *_season_leaders(season, night),
        address,
    ]
    return "\n\n".join(part for part in parts if part)


def _recap_title(season: LeagueSeason, night: LeagueNight) -> str:
    name = night.row.name or _("Night %(number)s") % {"number": night.number}
    return f"{season.league.name} – {name}, {date_format(night.row.on, 'l j F Y')}"


def _event_lines(event: PaidEvent, lines: NightLines) -> Iterator[str]:
    if len(lines.events) > 1:
        yield event.event.name
    for line in event.lines:
        place = f"{line.place}." if line.place else "–"
        paid = "" if line.paid is None else f" – {say(line.paid)}"
        yield f"{place} {line.player.shown_on(WEB)}{paid}"


def _most_twenties(season: LeagueSeason, night: LeagueNight) -> Iterator[str]:
    """Yield the lines of the most 20s."""
    if made := _count_twenties(season, night):
        yield _("Most 20s")
        fewest = sorted((number for _player, number in made), reverse=True)[:FIRST][-1]
        for player, number in made:
            if number >= fewest:
                yield f"{number}  {player.shown_on(WEB)}"


def _count_twenties(season: LeagueSeason, night: LeagueNight) -> list[tuple[Player, int]]:
    """Count each player's 20s, most first. Pairs are left out, because their 20s belong to
    neither player.
    """
    made: Counter[int] = Counter()
    for event in season.season_nights[night.number - 1].events:
        for finish in event.finishes:
            if finish.twenties and len(finish.players) == 1:
                made[finish.players[0]] += finish.twenties
    people = Player.objects.in_bulk(made)
    in_order = sorted(made.items(), key=lambda each: (-each[1], each[0]))
    return [(people[player], number) for player, number in in_order]


def recap_facts(night: Night) -> dict[str, Any]:
    """The recap for webhooks: who won each event, who made the most 20s, how many played."""
    season = season_of(night.league)
    here = next(each for each in season.nights if each.row.pk == night.pk)
    made = _count_twenties(season, here)
    best = made[0][1] if made else 0
    came = SidePlayer.objects.filter(match__event__in=here.events).values("player").distinct()
    return {
        "players": came.count(),
        "winners": [
            {
                "event": each.event.name,
                "names": _names(e.player for e in each.lines if e.place == 1),
            }
            for each in night_lines(season, here).events
            if each.lines
        ],
        "most_twenties": {
            "twenties": best,
            "names": _names(player for player, number in made if number == best),
        }
        if made
        else None,
    }


def _names(players: Iterable[Player]) -> list[str]:
    return [player.shown_on(Surface.EXPORT) for player in players]


def _season_leaders(season: LeagueSeason, night: LeagueNight) -> Iterator[str]:
    """Yield the first five places of each division, with ties for fifth."""
    table = lines_of_season(season.after(night.number), WEB)
    for division, found in by_division(table):
        first = [line for line in found if line.played and line.place <= FIRST]
        if first:
            title = _("The season after night %(number)s") % {"number": night.number}
            named = f"{title}, {division}" if division else title
            rows = (f"{e.place}. {e.shown_on(WEB)} – {say(e.total)}" for e in first)
            yield "\n".join([named, *rows])


@dataclass(frozen=True)
class Mover:
    """A player's place in the table before and after a night."""

    player: Player
    before: int | None
    """None if they were not in the table yet."""
    after: int

    @property
    def is_up(self) -> bool:
        return self.before is None or self.after < self.before


def movers_of(night: Night) -> tuple[Mover, ...]:
    """The players whose place in the table changed on this night, best place first."""
    season = season_of(night.league)
    number = next(each.number for each in season.nights if each.row.pk == night.pk)
    before, after = _places_after(season, number - 1), _places_after(season, number)
    moved = {player: place for player, place in after.items() if before.get(player) != place}
    people = Player.objects.in_bulk(list(moved))
    return tuple(
        Mover(people[player], before.get(player), place)
        for player, place in sorted(moved.items(), key=lambda two: two[::-1])
    )


def _places_after(season: LeagueSeason, number: int) -> dict[int, int]:
    """The place of each player after a night; empty for 0, before the first night."""
    if number < 1:
        return {}
    return {row.player: row.place for row in season.after(number).rows}
