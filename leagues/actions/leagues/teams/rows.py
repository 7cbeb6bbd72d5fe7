"""The rows that a meeting is made of, so that what was done to it can be put back."""

from __future__ import annotations

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


def rows_of_meeting(meeting: Match) -> list[QuerySet[Any]]:
    """Its line-ups and its boards; who is referred to comes first."""
    boards = Q(team_board__meeting=meeting.pk)
    matches = Match.objects.filter(boards | Q(pk=meeting.pk))
    of_boards = {"match__team_board__meeting": meeting.pk}
    of_dated = {"dated__match__team_board__meeting": meeting.pk}
    return [
        PairingRound.objects.filter(matches__team_board__meeting=meeting.pk),
        matches,
        MatchSide.objects.filter(Q(**of_boards) | Q(match=meeting.pk)),
        SideEntry.objects.filter(side__match__team_board__meeting=meeting.pk),
        SidePlayer.objects.filter(**of_boards),
        DatedMatch.objects.filter(**of_boards),
        *(
            model.objects.filter(**of_dated)
            for model in (PutOff, DateOffer, NoShowClaim)
        ),
        TeamBoard.objects.filter(meeting=meeting.pk),
        MeetingLineUp.objects.filter(meeting=meeting.pk),
    ]
