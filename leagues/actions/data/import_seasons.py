"""Make rows of an imported season: a closed league, its nights and its final table."""

from collections.abc import Mapping
from datetime import time

from leagues.actions.data.bulk_rows import create_rows, noon_of
from leagues.actions.leagues.settings import free_league_slug
from leagues.models import Club, FinalRow, League, Night, Player
from leagues.reads.data.import_seasons import final_facts, scheme_of
from leagues.reads.data.import_values import ArrivingSeason, Who

EVENING = time(19)
"""The start time of imported nights: the file has only their dates."""


def make_season(club: Club, arriving: ArrivingSeason, players: Mapping[Who, Player]) -> League:
    """Create a league, closed on its last day, with its nights and its final table."""
    league = League.objects.create(
        club=club,
        zone=club.zone,
        name=arriving.name,
        slug=free_league_slug(arriving.name),
        scheme=scheme_of(arriving).to_dict(),
        is_open=True,
        closed_at=noon_of(arriving.last_day, club.tzinfo),
    )
    create_rows([Night(league=league, on=day, at=EVENING) for day in arriving.days])
    numbers = {who: players[who].pk for who in arriving.people}
    table = final_facts(arriving, numbers)
    rows = create_rows(
        [
            FinalRow(
                league=league,
                number=number,
                place=row.place,
                total=str(row.tour_points),
                played=len(row.played),
                facts=facts,
            )
            for number, (row, facts) in enumerate(table, start=1)
        ]
    )
    behind = FinalRow.players.through
    create_rows(
        [
            behind(finalrow_id=row.pk, player_id=line.player)
            for row, (line, _facts) in zip(rows, table, strict=True)
        ]
    )
    return league
