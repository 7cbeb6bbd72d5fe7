"""The line-ups of a meeting of teams. Its boards are made when both are known."""

from collections.abc import Mapping, Sequence
from datetime import datetime

from django.db.models import Max
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as later
from django.utils.translation import ngettext_lazy

from leagues.access.roles import Who
from leagues.actions.act import act
from leagues.actions.draw.draw import delete_drawn
from leagues.actions.draw.matches import write_sides
from leagues.actions.leagues.matches.arranged_matches import refuse_not_on
from leagues.actions.leagues.teams.meeting_rows import rows_of_meeting
from leagues.actions.refusal import Refused
from leagues.actions.undo_rows import not_over, put_back
from leagues.actions.verb import Verb
from leagues.models import (
    DatedMatch,
    Entry,
    League,
    Match,
    MatchSide,
    MeetingLineUp,
    PairingRound,
    Pool,
    PutOff,
    Stage,
    Surface,
    TeamBoard,
)
from leagues.reads import format_of
from leagues.reads.leagues.kinds.rules import own_rules
from leagues.reads.leagues.kinds.teams import SquadRegister, stage_of_players
from leagues.reads.play.walkover import AWARDED, award_points, walkover_in
from leagues.stages.team_meetings import MeetingBoard, Place, TeamRules, WrongLineUp, wrong_line_up
from scoring.sides import Seat

WRONG: Mapping[WrongLineUp, Promise] = {
    WrongLineUp.EMPTY: later("Name at least one player."),
    WrongLineUp.SIZE: later("A pair needs two players. Choose both, or leave both blank."),
    WrongLineUp.TWICE: later("%(name)s is in this line-up twice."),
    WrongLineUp.NOT_OF_CLUB: later("%(name)s plays for another club."),
    WrongLineUp.TOO_OFTEN: ngettext_lazy(
        "%(name)s has already substituted for another team %(n)s time, the limit for a season.",
        "%(name)s has already substituted for another team %(n)s times, the limit for a season.",
        "n",
    ),
    WrongLineUp.NOT_THEN: later("%(name)s joins the squad in a later week."),
    WrongLineUp.PLAYS_ALREADY: later(
        "%(name)s already plays for another team of the club in this game."
    ),
}


def name_line_up(
    *,
    by: Who,
    league: League,
    meeting: Match,
    entry: Entry,
    places: Sequence[Place],
    now: datetime | None = None,
) -> None:
    """Enter the players at each place of a team's line-up, until a board has begun."""
    with act(by, meeting, NAME_LINE_UP, entry=entry.pk) as line:
        meeting = line.on
        refuse_not_on(line.event)
        _refuse_begun(meeting)
        side = meeting.sides.filter(entries=entry).first()
        if side is None:
            raise Refused(_("This team doesn’t play in that match."))
        _refuse_wrong(league, meeting, entry, places)
        line.keep(*rows_of_meeting(meeting))
        MeetingLineUp.objects.update_or_create(
            meeting=meeting,
            entry=entry,
            defaults={
                "places": [list(place) for place in places],
                "lacks": [],
                "made_at": now or timezone.now(),
            },
        )
        make_boards(league, meeting)
        other = Entry.objects.filter(sides__match=meeting).exclude(pk=entry.pk).get()
        line.say(name=entry.name, other=other.name)


NAME_LINE_UP = Verb(
    "name_line_up",
    later("Named the line-up of %(name)s against %(other)s."),
    put_back(
        later("Restores the earlier line-up of %(name)s against %(other)s."),
        not_over,
        moves_tables=True,
    ),
    in_league_log=True,
)


def _refuse_begun(meeting: Match) -> None:
    boards = Match.objects.filter(team_board__meeting=meeting)
    if meeting.state == Match.State.FINISHED and not boards.exists():
        raise Refused(
            _("This match is already finished: %(how)s.") % {"how": meeting.get_ending_display()}
        )
    if is_begun(meeting):
        raise Refused(
            _("Play has begun at a board of this match, so the line-ups can no longer change.")
        )


def is_begun(meeting: Match) -> bool:
    """Whether play has begun at a board of the meeting. Forfeited boards don't count."""
    boards = Match.objects.filter(team_board__meeting=meeting)
    return bool(boards.begun().exists() or boards.filter(ending__in=DECIDED).exists())


DECIDED = ("played", "totals", "annulled", "withdrawn")


def _refuse_wrong(league: League, meeting: Match, entry: Entry, places: Sequence[Place]) -> None:
    rules = own_rules(league, TeamRules)
    if len(places) != len(rules.sizes):
        raise Refused(str(WRONG[WrongLineUp.SIZE]))
    register = SquadRegister(league)
    players = register.players_for(meeting, entry)
    club = register.club_of(entry.team_id or 0)
    wrong = wrong_line_up(rules, places, entry.team_id or 0, club, players)
    if wrong is None:
        return
    why, key = wrong
    named = Entry.objects.named().filter(event=league.event_id, pk=key or 0).first()
    values = {"name": named.shown_on(Surface.DESK) if named else "?", "n": rules.stand_ins}
    raise Refused(WRONG[why] % values)


# --- The boards of a meeting ----------------------------------------------------------------


def make_boards(league: League, meeting: Match) -> None:
    """Replace the boards of a meeting by those of its two line-ups.

    There are none until both line-ups are known and no player is missing.
    """
    gone = list(Match.objects.filter(team_board__meeting=meeting))
    TeamBoard.objects.filter(meeting=meeting).delete()
    delete_drawn({each.pairing_round_id for each in gone}, {each.pk for each in gone})
    line_ups = {each.entry_id: each.places for each in meeting.line_ups.filter(lacks=[])}
    entries = [side.side_entries.get().entry_id for side in meeting.sides.order_by("seat")]
    if not line_ups.keys() >= set(entries):
        return
    one, other = (line_ups[entry] for entry in entries)
    rules, stage = own_rules(league, TeamRules), stage_of_players(league)
    assert stage is not None
    last: int = meeting.event.matches.aggregate(last=Max("number"))["last"] or 0
    pool = Pool.objects.filter(stage=stage, number__in=_division_numbers(meeting)).first()
    drawn = [
        (
            _make_board(meeting, stage, pool, board, rules, last + board.number),
            (tuple(one[board.one]), tuple(other[board.other])),
        )
        for board in rules.boards
    ]
    Match.objects.bulk_create(match for match, _sides in drawn)
    write_sides([(match.pk, match.pairing_round_id, sides) for match, sides in drawn])
    TeamBoard.objects.bulk_create(
        TeamBoard(match=match, meeting=meeting, number=board.number)
        for (match, _sides), board in zip(drawn, rules.boards, strict=True)
    )
    _date_boards(meeting, [match for match, _sides in drawn])
    for match, sides in drawn:
        _forfeit_missing(match, sides)


def _division_numbers(meeting: Match) -> list[int]:
    return [] if meeting.pool is None else [meeting.pool.number]


def _make_board(
    meeting: Match,
    stage: Stage,
    pool: Pool | None,
    board: MeetingBoard,
    rules: TeamRules,
    number: int,
) -> Match:
    """An unsaved board match. Each session of a meeting is a pairing round.

    The sides shoot first on alternate boards.
    """
    nth = (meeting.number - 1) * rules.sessions + board.session
    pairing_round, _made = PairingRound.objects.get_or_create(
        stage=stage,
        number=nth,
        defaults={
            "state": PairingRound.State.PUBLISHED,
            "starts_at": meeting.pairing_round.starts_at,
        },
    )
    pairing_round.stage = stage
    return Match(
        event=meeting.event,
        pairing_round=pairing_round,
        pool=pool,
        number=number,
        first=(board.number - 1) % 2,
    )


def _date_boards(meeting: Match, boards: Sequence[Match]) -> None:
    """Copy the meeting's date, week and postponements to its boards."""
    dated = DatedMatch.objects.get(match=meeting)
    DatedMatch.objects.bulk_create(
        DatedMatch(
            match=board,
            week_id=dated.week_id,
            due_on=dated.due_on,
            on=dated.on,
            at=dated.at,
            place=dated.place,
            is_edited=dated.is_edited,
        )
        for board in boards
    )
    PutOff.objects.bulk_create(
        PutOff(
            dated_id=board.pk,
            seat=put_off.seat,
            player_id=put_off.player_id,
            user_id=put_off.user_id,
            until=put_off.until,
            reason=put_off.reason,
            made_at=put_off.made_at,
        )
        for put_off in dated.put_offs.all()
        for board in boards
    )


def _forfeit_missing(board: Match, sides: tuple[tuple[int, ...], ...]) -> None:
    """End a board without players on a side: a walkover, or a forfeit by both if both are empty."""
    if all(sides):
        return
    winner = next((Seat(at) for at, there in enumerate(sides) if there), None)
    rows = list(MatchSide.objects.filter(match=board).order_by("seat"))
    if winner is not None:
        points = walkover_in(board.pairing_round.stage, winner)
        award_points(rows, points, format_of(board), winner)
        MatchSide.objects.bulk_update(rows, AWARDED)
    board.state = Match.State.FINISHED
    board.ending = Match.Ending.FORFEIT if winner is None else Match.Ending.WALKOVER
    board.winner, board.finished_at = winner, timezone.now()
    board.save(update_fields=["state", "ending", "winner", "finished_at"])
