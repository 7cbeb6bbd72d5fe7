"""The rows that a meeting is made of, so that what was done to it can be put back."""

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
    """Their line-ups and their boards; who is referred to comes first."""
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
