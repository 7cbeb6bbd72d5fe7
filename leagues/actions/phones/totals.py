"""Enter only the final result of a league match, without its rounds."""

from uuid import UUID

from django.utils import timezone
from django.utils.translation import gettext as _

from leagues.access.roles import Who
from leagues.actions.act import Line
from leagues.actions.meetings import refuse_meeting
from leagues.actions.play.cards import refuse_unseen
from leagues.actions.play.score import card_act
from leagues.actions.play.undo_cards import match_of, must_be_last
from leagues.actions.refusal import Refused
from leagues.actions.reminders import tell_of_match
from leagues.actions.undo_rows import put_back
from leagues.actions.verb import Verb
from leagues.models import Action, DatedMatch, Event, League, Match, MatchSide, TotalsReport
from leagues.reads import format_of
from leagues.reads.leagues.kinds.rules import rules_of
from leagues.reads.leagues.kinds.series import has_clock
from leagues.reads.leagues.matches.totals import counts_from, is_confirmed
from leagues.reads.log.facts import LogFacts
from leagues.reads.phones.reminders import MatchNews
from leagues.reads.play.card import takes_totals_at_desk
from leagues.reads.play.result_text import versus_in_figures
from leagues.reads.play.typed_cards import Totals
from leagues.reads.results.league_places import LeaguePlaces, league_places, moved_since
from leagues.say import say
from leagues.stages.reminders import ReminderKind
from scoring.matches import SingleGame
from scoring.totals import why_no_totals, why_no_twenties

Ending, State = Match.Ending, Match.State


def enter_totals(
    *, by: Who, match: Match, key: UUID, totals: Totals, seat: int | None = None, seen: str = ""
) -> None:
    """Enter, confirm or contest the result of a match.

    The first side's result counts at once. The other side confirms it with the same result;
    another result is contested until the desk, which has no ``seat``, enters the right one. After
    the league's hours without an answer it can't be contested. A ``key`` used twice is one
    report. Matches without a date are entered only by the desk; ``seen`` is the card's mark.
    """
    with card_act(by, match, ENTER_TOTALS) as line:
        dated = _find_dated(line.on)
        league = dated.week.league if dated else None
        if TotalsReport.objects.filter(key=key).exists():
            line.drop()
            return
        if seen:
            refuse_unseen(line.on, seen)
        _refuse_closed(line.event, line.on, league, seat)
        _refuse_impossible(line.on, league, totals)
        line.keep(
            Match.objects.filter(pk=line.on.pk),
            MatchSide.objects.filter(match=line.on),
            DatedMatch.objects.filter(match=line.on),
        )
        TotalsReport.objects.create(
            key=key,
            match=line.on,
            seat=seat,
            player=by.player,
            user=by.user,
            points=list(totals.points),
            twenties=list(totals.twenties) if totals.twenties else None,
        )
        line.say(result=list(totals.points), side=seat)
        before: LeaguePlaces = {}
        if seat is None and line.on.ending == Ending.TOTALS:
            _say_what_stood(line, totals)
            if league and is_confirmed(line.on, league, timezone.now()):
                before = league_places(line.event)
        _weigh_report(line, dated, totals, seat)
        if dated:
            _ask_others(line, dated, seat, key)
        if moved := moved_since(before, line.event):
            line.say(moved=moved)


def _describe_totals(facts: LogFacts) -> str:
    data = facts["details"]
    facts["points"] = versus_in_figures(data.get("result", ()))
    if data.get("taken") is False:
        return _("Reported the result: %(match)s, %(points)s. The other side reported another.")
    if data.get("confirmed"):
        return _("Confirmed the result: %(match)s, %(points)s.")
    if data.get("instead_of"):
        facts["before"] = versus_in_figures(data["instead_of"])
        return _("Corrected the result: %(match)s, %(points)s instead of %(before)s.")
    return _("Entered the result: %(match)s, %(points)s.")


def _preview_undo_totals(action: Action) -> str:
    match = match_of(action)
    must_be_last(action, match)
    return _("Removes this result from match %(n)s and restores what was there before.") % {
        "n": match.number
    }


ENTER_TOTALS = Verb(
    "enter_totals",
    _describe_totals,
    put_back(_preview_undo_totals, moves_tables=True),
    in_league_log=True,
)


def _find_dated(match: Match) -> DatedMatch | None:
    found = DatedMatch.objects.select_related("week__league").filter(match=match)
    return found.first()


def _refuse_closed(event: Event, match: Match, league: League | None, seat: int | None) -> None:
    refuse_meeting(match)
    if league is None and (seat is not None or not takes_totals_at_desk(match)):
        raise Refused(_("This match needs its rounds, not only its result."))
    if event.state != Event.State.RUNNING:
        raise Refused(_("This event isn’t running. Ask at the desk."))
    if match.ending not in ("", Ending.TOTALS) or match.rounds.exists():
        raise Refused(_("The rounds of this match have been entered. Change them on its card."))
    if seat is None or league is None:
        return
    if event.trust == Event.Trust.DESK:
        raise Refused(_("In this event, only the desk enters scores."))
    if not rules_of(league).totals:
        raise Refused(_("In this league, every round is entered."))
    until = counts_from(match, league)
    if until and until < timezone.now():
        raise Refused(_("This result is final, because no one contested it in time."))


def _refuse_impossible(match: Match, league: League | None, totals: Totals) -> None:
    match_format = format_of(match)
    if not isinstance(match_format, SingleGame):
        raise Refused(_("This match has several games. Enter its rounds."))
    clock = league is not None and has_clock(league)
    why = why_no_totals(match_format.rule, totals.points, has_clock=clock)
    if why is None and totals.twenties:
        why = why_no_twenties(match_format.rule, totals.twenties)
    if why is not None:
        raise Refused(_("Not a possible result: %(why)s.") % {"why": say(why)})


def _say_what_stood(line: Line[Match], totals: Totals) -> None:
    """Log that the desk confirmed the entered result, or what it corrected."""
    stood = Totals.of(line.on.sides.order_by("seat"))
    if stood == totals:
        line.say(confirmed=True)
    elif stood.points != totals.points:
        line.say(instead_of=list(stood.points))


def _weigh_report(
    line: Line[Match], dated: DatedMatch | None, totals: Totals, seat: int | None
) -> None:
    match, sides = line.on, list(line.on.sides.order_by("seat"))
    is_same = match.ending == Ending.TOTALS and Totals.of(sides) == totals
    others = [side for side in sides if side.seat != seat]
    others_spoke = any(side.confirmed_at for side in others)
    if others_spoke and not is_same and seat is not None:
        _set_contested(dated, is_contested=True)
        line.say(taken=False)
        return
    if not is_same:
        _let_stand(match, sides, totals)
    confirmed = sides if seat is None else [s for s in sides if s.seat == seat]
    for side in confirmed:
        side.confirmed_at = timezone.now()
    MatchSide.objects.bulk_update(sides, ["points", "twenties", "confirmed_at"])
    _set_contested(dated, is_contested=False)


def _ask_others(line: Line[Match], dated: DatedMatch, seat: int | None, key: UUID) -> None:
    """Notify the sides that haven't confirmed a result that was entered by the other side."""
    silent = line.on.sides.filter(confirmed_at=None).values_list("seat", flat=True)
    until = counts_from(line.on, dated.week.league)
    if seat is None or until is None or dated.is_contested or not silent:
        return
    tell_of_match(
        MatchNews(
            kind=ReminderKind.TO_CONFIRM,
            match=line.on.pk,
            seats=frozenset(silent) - {seat},
            day=timezone.localdate(until, dated.week.league.tzinfo),
            ends_at=until,
            mark=str(key),
            by=line.by.player.pk if line.by.player else None,
        )
    )


def _set_contested(dated: DatedMatch | None, *, is_contested: bool) -> None:
    if dated and dated.is_contested != is_contested:
        DatedMatch.objects.filter(pk=dated.pk).update(is_contested=is_contested)


def _let_stand(match: Match, sides: list[MatchSide], totals: Totals) -> None:
    for side in sides:
        side.points = totals.points[side.seat]
        side.twenties = totals.twenties[side.seat] if totals.twenties else None
        side.confirmed_at = None
    leader = totals.points.leader
    match.state, match.ending = State.FINISHED, Ending.TOTALS
    match.winner = leader
    match.finished_at = match.finished_at or timezone.now()
    match.help_wanted_at = None
    match.save(update_fields=["state", "ending", "winner", "finished_at", "help_wanted_at"])
