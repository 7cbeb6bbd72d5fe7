"""The rows of a meeting of teams, which acts save so that undo can restore them."""

from typing import Any

from django.db.models import Q, QuerySet

from leagues.models import (
    DatedMatch,
    DateOffer,
    Match,
    MatchSide,
    MeetingLineUp,
    NoShowClaim,
    PairingRound,
    PutOff,
    SideEntry,
    SidePlayer,
    TeamBoard,
)


def rows_of_meeting(*meetings: Match) -> list[QuerySet[Any]]:
    """The line-ups and boards of these meetings, each row after the rows it refers to."""
    here = [meeting.pk for meeting in meetings]
    boards = Q(team_board__meeting__in=here)
    matches = Match.objects.filter(boards | Q(pk__in=here))
    of_boards = {"match__team_board__meeting__in": here}
    of_dated = {"dated__match__team_board__meeting__in": here}
    return [
        PairingRound.objects.filter(
            pk__in=PairingRound.objects.filter(matches__team_board__meeting__in=here).values("pk")
        ),
        matches,
        MatchSide.objects.filter(Q(**of_boards) | Q(match__in=here)),
        SideEntry.objects.filter(side__match__team_board__meeting__in=here),
        SidePlayer.objects.filter(**of_boards),
        DatedMatch.objects.filter(**of_boards),
        *(model.objects.filter(**of_dated) for model in (PutOff, DateOffer, NoShowClaim)),
        TeamBoard.objects.filter(meeting__in=here),
        MeetingLineUp.objects.filter(meeting__in=here),
    ]
