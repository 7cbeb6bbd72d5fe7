"""The next season of a league: copy the settings, ask players and teams, and seat members."""

from collections.abc import Collection, Mapping
from datetime import date
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as later
from django.utils.translation import ngettext

from leagues.access.roles import Who
from leagues.actions.act import act, lock_league
from leagues.actions.leagues.matches.draw import open_with_event
from leagues.actions.leagues.nights.answers import LATEST_COUNTS
from leagues.actions.leagues.settings import FACTS, open_league
from leagues.actions.messages import post_news
from leagues.actions.refusal import Refused, Stale, refuse_stale
from leagues.actions.undo_rows import put_back
from leagues.actions.verb import Verb
from leagues.models import Enrolment, Entry, Event, League, Player, SeasonAnswer, TeamSeasonAnswer
from leagues.reads import Sheet
from leagues.reads.leagues.calendar import calendar_of
from leagues.reads.leagues.kinds.rules import rules_of
from leagues.reads.leagues.next_season.answers import asked_for, has_begun, season_replies
from leagues.reads.leagues.next_season.team_plan import AskedTeam, team_intake
from leagues.reads.leagues.table.season import scheme_of
from leagues.reads.log.facts import LogFacts
from leagues.reads.messages.new_season import news_of_season
from leagues.reads.state_marks import mark_of
from leagues.stages.next_season import starting_on

IN, OUT = SeasonAnswer.Reply.IN, SeasonAnswer.Reply.OUT

COPIED = (*FACTS, "kind", "zone", "divisions", "takes_members")
"""Fields that the next season copies, beside its calendar and boards."""

COPIED_OF_EVENT = ("trust", "entry_way", "game_minutes", "change_over_minutes")


@transaction.atomic
def open_next_season(*, by: Who, league: League, name: str, first: date, seen: str = "") -> League:
    """Open the season after this one, with its first night on or soon after ``first``.

    It has no members yet: earlier members are asked, also by a message. Dated matches are drawn once the players
    are chosen. ``seen`` is the mark of the next seasons that existed when the page was shown.
    """
    lock_league(league)
    if seen:
        refuse_stale(
            seen,
            next_seasons_mark(league),
            _("Someone has just opened the next season. You’ll find it in the list of leagues."),
        )
    rule = calendar_of(league)
    facts = {fact: getattr(league, fact) for fact in COPIED} | {
        "club": league.club,
        "name": name,
        "scheme": scheme_of(league),
        "calendar": starting_on(rule, first) if rule else None,
        "boards": league.boards.values_list("number", flat=True),
        "before": league,
    }
    if league.has_dated_matches and rule is None:
        raise Refused(_("The calendar has no weeks."))
    made = (
        _open_dated(by, league, facts) if league.has_dated_matches else open_league(by=by, **facts)
    )
    post_news(news_of_season(made), Player.objects.filter(pk__in=asked_for(made)))
    return made


def next_seasons_mark(league: League) -> str:
    return mark_of(sorted(league.next_seasons.values_list("pk", flat=True)))


def _open_dated(by: Who, before: League, facts: dict[str, Any]) -> League:
    """Open a league of dated matches, with the settings of last season's event."""
    event = Event.objects.get(league=before)
    league = open_with_event(
        by=by,
        sheet=Sheet.from_dict(event.rules),
        sides=Event.Sides(event.sides),
        matches=rules_of(before),
        kind_rules=before.kind_rules,
        **facts,
    )
    own = {fact: getattr(event, fact) for fact in COPIED_OF_EVENT}
    Event.objects.filter(league=league).update(**own)
    return league


def answer_season(*, by: Who, league: League, player: Player, answer: SeasonAnswer.Reply) -> None:
    """Record whether a player plays the coming season. The latest answer counts."""
    with act(by, league, ANSWER_SEASON, name=player.name, reply=answer.value) as line:
        _refuse_begun(line.on)
        if season_replies(line.on).get(player.pk) == answer:
            line.drop()
            return
        SeasonAnswer.objects.create(
            league=line.on,
            player=player,
            reply=answer,
            user=by.user,
            answered_by=by.player if by.player != player else None,
        )


def _describe_answer(facts: LogFacts) -> str:
    if facts["details"].get("reply") == "in":
        return _("Marked %(name)s as playing this season.")
    return _("Marked %(name)s as not playing this season.")


ANSWER_SEASON = Verb("answer_season", _describe_answer, LATEST_COUNTS)


def answer_for_team(
    *,
    by: Who,
    league: League,
    entry: Entry,
    answer: SeasonAnswer.Reply,
    staying: Collection[int] = (),
) -> None:
    """Record whether a team plays the coming season, and which of its players stay.

    The latest answer counts.
    """
    with act(by, league, ANSWER_FOR_TEAM, name=entry.name, reply=answer.value) as line:
        _refuse_begun(line.on)
        asked = team_intake(line.on).teams.get(entry.pk)
        if asked is None:
            raise Stale
        if asked.reply != answer:
            TeamSeasonAnswer.objects.create(league=line.on, entry=entry, reply=answer, user=by.user)
        changed = _save_player_answers(by, line.on, asked, staying) if answer == IN else 0
        if asked.reply == answer and not changed:
            line.drop()


ANSWER_FOR_TEAM = Verb("answer_for_team", _describe_answer, LATEST_COUNTS)


def _save_player_answers(
    by: Who, league: League, asked: AskedTeam, staying: Collection[int]
) -> int:
    """Save answers for players whose current answer differs; returns how many."""
    answers = [
        SeasonAnswer(league=league, player=player, reply=answer, user=by.user)
        for answer, players in (
            (IN, [each for each in asked.leaving if each.pk in staying]),
            (OUT, [each for each in asked.people if each.pk not in staying]),
        )
        for player in players
    ]
    SeasonAnswer.objects.bulk_create(answers)
    return len(answers)


def seat_members(*, by: Who, league: League, divisions: Mapping[int, str]) -> None:
    """Set the members of a season that hasn't begun, with their divisions; others are removed."""
    with act(by, league, SEAT_MEMBERS) as line:
        _refuse_begun(line.on)
        members = line.on.enrolments.filter(kind=Enrolment.Kind.MEMBER)
        line.keep(members)
        before = dict(members.values_list("player", "division"))
        if before == dict(divisions):
            line.drop()
            return
        members.exclude(player__in=divisions).delete()
        for player, division in divisions.items():
            members.filter(player=player).update(division=division)
        Enrolment.objects.bulk_create(
            Enrolment(league=line.on, player_id=player, division=division)
            for player, division in divisions.items()
            if player not in before
        )
        line.say(many=len(divisions))


def _describe_seating(facts: LogFacts) -> str:
    return ngettext(
        "Made %(many)s player a member of the season.",
        "Made %(many)s players members of the season.",
        facts["details"].get("many", 0),
    )


SEAT_MEMBERS = Verb(
    "seat_members",
    _describe_seating,
    put_back(later("Restores the earlier members of the season.")),
)


def _refuse_begun(league: League) -> None:
    if has_begun(league):
        raise Refused(_("This season has already begun."))
