"""Box leagues: each period is a stage of the league's event, and each box a pool of it."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from enum import Enum
from typing import Any, TypeAlias

from django.db.models import Q, QuerySet
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as later
from django.utils.translation import ngettext

from leagues.access.roles import Who
from leagues.actions.act import act
from leagues.actions.entries.entries import NewEntry, enter_list
from leagues.actions.leagues.matches.draw import (
    add_divided_stage,
    add_seated_stage,
    draw_stage,
    enrol_divisions,
    event_of,
)
from leagues.actions.leagues.unplayed.forfeits import forfeit_match
from leagues.actions.play.endings import annul_match
from leagues.actions.refusal import Refused, refuse_stale
from leagues.actions.undo_rows import put_back
from leagues.actions.verb import Verb
from leagues.models import (
    Action,
    DatedMatch,
    Enrolment,
    Entry,
    EntryPlayer,
    League,
    Match,
    MatchSide,
    Night,
    PairingRound,
    Player,
    Pool,
    PoolEntry,
    SideEntry,
    SidePlayer,
    Stage,
)
from leagues.reads.leagues.kinds.boxes import (
    BoxPeriod,
    Wishes,
    box_period,
    names_in_plan,
    next_period,
    weeks_left,
)
from leagues.reads.leagues.kinds.rules import own_rules, rules_of
from leagues.say import say
from leagues.stages.boxes import BoxRules
from leagues.stages.group_plan import GroupPlan, Groups, plan_problems
from scoring.text import marked

People: TypeAlias = Sequence[tuple[Player, ...]]


def seat_boxes(by: Who, league: League, boxes: Sequence[People]) -> None:
    """Seat and draw the boxes of the first period, the highest first."""
    named = {box_name(number): box for number, box in enumerate(boxes, 1)}
    legs = rules_of(league).legs
    stage = add_divided_stage(by, league, period_name(1), named, legs)
    draw_stage(by, stage)
    _date_period(league, stage)
    enrol_divisions(league, {"": [people for box in boxes for people in box]})


def box_name(number: int) -> str:
    return f"Box {number}"


def period_name(number: int) -> str:
    return marked("Period %(n)s") % {"n": number}


def _date_period(league: League, stage: Stage) -> None:
    """Spread the rounds of a period over its weeks. All matches are due when it ends."""
    weeks = _weeks_of_period(league)
    rule = rules_of(league)
    rounds = list(stage.pairing_rounds.order_by("number"))
    week_of: dict[int, Night] = {}
    for at, each in enumerate(rounds):
        week_of[each.pk] = week = weeks[at * len(weeks) // len(rounds)]
        each.starts_at = week.starts_at
    PairingRound.objects.bulk_update(rounds, ["starts_at"])
    last_day = rule.due_on(weeks[-1].on)
    undated = Match.objects.filter(pairing_round__in=rounds).exclude(ending=Match.Ending.BYE)
    DatedMatch.objects.bulk_create(
        DatedMatch(match_id=match, week=week_of[of], due_on=last_day)
        for match, of in undated.order_by("number").values_list("pk", "pairing_round")
    )


def _weeks_of_period(league: League) -> list[Night]:
    weeks = weeks_left(league)[: own_rules(league, BoxRules).weeks]
    if not weeks:
        raise Refused(
            _("There are no weeks left in the calendar. Add more weeks, or close the season.")
        )
    return weeks


# --- The next period ------------------------------------------------------------------


class UnplayedOfPeriod(Enum):
    """How the unplayed matches of a period end."""

    LOST = "lost"
    """Both sides lose."""
    VOID = "void"
    """The match is annulled and counts for neither side."""


def open_next_period(
    *,
    by: Who,
    league: League,
    wishes: Wishes | None = None,
    boxes: Groups[int] | None = None,
    unplayed: UnplayedOfPeriod | None = None,
    seen: str = "",
) -> Stage:
    """End a period and begin the next one, in these boxes or as the tables decide.

    Entries are made for new players and withdrawn for those who leave. Unplayed matches are
    refused unless ``unplayed`` chooses how they end.
    """
    wishes = wishes or Wishes()
    with act(by, league, OPEN_PERIOD) as line:
        league = line.on
        event = event_of(league)
        period = box_period(league)
        if seen:
            refuse_stale(seen, period.mark)
        _end_unplayed(by, period, unplayed)
        planned = next_period(period, wishes)
        boxes = boxes or planned.groups
        _refuse_problems(planned, boxes, names_in_plan(period, wishes))
        line.keep(*rows_of_period(league))
        first = _weeks_of_period(league)[0]
        _let_go(period, period.in_it - set(planned.entries))
        entry_of = _let_in(by, league, planned.new, first)
        pools = {
            box_name(number): [entry_of.get(key, key) for key in box]
            for number, box in enumerate(boxes, 1)
        }
        legs = rules_of(league).legs
        number = period.number + 1
        stage = add_seated_stage(by, event, period_name(number), pools, legs)
        draw_stage(by, stage)
        _date_period(league, stage)
        line.say(period=number, stage_id=stage.pk)
    return stage


def _refuse_played(action: Action) -> None:
    matches = Match.objects.filter(pairing_round__stage=action.details["stage_id"])
    if matches.played_or_paid().exists():
        raise Refused(_("Matches of this period have already been played."))


OPEN_PERIOD = Verb(
    "open_period",
    later("Began period %(period)s."),
    put_back(
        later(
            "The period before it will be running again. Matches already dropped from it stay dropped."
        ),
        _refuse_played,
        moves_tables=True,
    ),
    in_league_log=True,
)


def rows_of_period(league: League) -> Iterator[QuerySet[Any]]:
    """All rows of a box league that a new period changes, each after the rows it refers to."""
    event = event_of(league)
    yield event.entries.all()
    yield EntryPlayer.objects.filter(event=event)
    yield league.enrolments.all()
    yield event.stages.all()
    yield Pool.objects.filter(stage__event=event)
    yield PoolEntry.objects.filter(stage__event=event)
    yield PairingRound.objects.filter(stage__event=event)
    matches = event.matches.filter(Q(state=Match.State.PLANNED) | Q(ending=Match.Ending.BYE))
    yield matches
    yield MatchSide.objects.filter(match__in=matches)
    yield SideEntry.objects.filter(side__match__in=matches)
    yield SidePlayer.objects.filter(match__in=matches)
    yield DatedMatch.objects.filter(match__in=matches)


def _end_unplayed(by: Who, period: BoxPeriod, unplayed: UnplayedOfPeriod | None) -> None:
    many = len(period.unplayed)
    if many and unplayed is None:
        raise Refused(
            ngettext(
                "%(n)s match hasn’t been played. Enter its result, or choose how it counts.",
                "%(n)s matches haven’t been played. Enter their results, or choose how they count.",
                many,
            )
            % {"n": many},
            field="unplayed",
        )
    for match in period.unplayed:
        if unplayed is UnplayedOfPeriod.LOST:
            forfeit_match(by=by, match=match, winner=None)
        else:
            annul_match(by=by, match=match, reason=_("Not played within its period."))


def _refuse_problems(planned: GroupPlan[int], boxes: Groups[int], names: Mapping[int, str]) -> None:
    wrong = plan_problems(planned, boxes, lambda key: names.get(key, "?"))
    if wrong:
        raise Refused(" ".join(f"{say(each)}." for each in wrong))


def _let_go(period: BoxPeriod, gone: Iterable[int]) -> None:
    """Withdraw these entries, and end their memberships with the last night of the period."""
    left = Entry.objects.filter(pk__in=list(gone))
    last = period.league.nights.filter(dated_matches__match__pairing_round__stage=period.stage)
    period.league.enrolments.filter(
        last=None, player__line_ups__entry__in=left.values("pk")
    ).update(last=last.in_order().last())
    left.update(state=Entry.State.WITHDRAWN)


def _let_in(by: Who, league: League, keys: Iterable[int], first: Night) -> dict[int, int]:
    """Enter new players and let earlier ones return; returns new entries by negative player key."""
    event, new = event_of(league), list(keys)
    people = Player.objects.in_bulk([-key for key in new if key < 0])
    listed = [NewEntry((player,)) for player in people.values()]
    made = enter_list(by=by, event=event, entries=listed, how="picked") if listed else []
    again = [key for key in new if key > 0]
    event.entries.filter(pk__in=again).update(state=Entry.State.ACTIVE)
    back = Player.objects.filter(line_ups__entry__in=again)
    Enrolment.objects.bulk_create(
        Enrolment(league=league, player=player, first=first) for player in [*people.values(), *back]
    )
    return {-pk: entry.pk for pk, entry in zip(people, made, strict=True)}
