"""The members of a league, and points adjusted by hand."""

from collections.abc import Iterable, Mapping

from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as later

from leagues.access.roles import Who
from leagues.actions.act import act
from leagues.actions.refusal import Refused
from leagues.actions.undo_rows import GONE, nothing_since, put_back, rows_back
from leagues.actions.verb import Verb
from leagues.models import Action, Adjustment, Enrolment, Event, League, Night, Player


def enrol_members(
    *,
    by: Who,
    league: League,
    players: Iterable[Player],
    first: Night | None = None,
    kind: Enrolment.Kind = Enrolment.Kind.MEMBER,
    division: str = "",
) -> list[Enrolment]:
    """Add members to the league, from a night on or from the start; returns the new enrolments.

    Players who are enrolled as this ``kind`` already are skipped; a spare becomes a member.
    """
    with act(by, league, ENROL_MEMBERS) as line:
        refuse_not_begun(line.on)
        if kind == Enrolment.Kind.MEMBER:
            _refuse_drawn(line.on)
        line.keep(league.enrolments.all())
        here = league.enrolments.filter(last=None, kind=kind)
        current = set(here.values_list("player", flat=True))
        new = [player for player in players if player.pk not in current]
        if not new:
            line.drop()
            return []
        line.say(names=[player.name for player in new], kind=kind.value)
        if first is not None:
            line.say(first=first.on.isoformat())
        return Enrolment.objects.bulk_create(
            Enrolment(league=league, player=player, kind=kind, division=division, first=first)
            for player in new
        )


ENROL_MEMBERS = Verb(
    "enrol_members",
    later("Added members to the league: %(names)s."),
    put_back(later("Removes these memberships as if they had never begun: %(names)s.")),
)


def refuse_not_begun(league: League) -> None:
    """Refuse to add a player to a season of dated matches that isn't drawn yet.

    All its players are chosen at once, when the season begins.
    """
    if league.event is not None and league.event.state == Event.State.PLANNED:
        raise Refused(_("This season hasn’t begun. Choose who plays under “Who is in”."))


NEW_IN_DRAWN: Mapping[str, Promise] = {
    "series": later(
        "The matches of this league are drawn, so a new member would have none. To replace a player for the rest of the season, open one of that player’s matches."
    ),
    "boxes": later(
        "The matches of this period are drawn. New players start in the next one. Add them under “Next period”."
    ),
    "teams": later(
        "In this league everyone plays for a team. Add this player to one under “Teams”."
    ),
}
"""Why a league with drawn matches takes no new members, by the rules of its kind."""


def _refuse_drawn(league: League) -> None:
    """Refuse new members, who would have no matches, in a league whose matches are drawn."""
    if league.has_dated_matches:
        usual = NEW_IN_DRAWN["series"]
        raise Refused(str(NEW_IN_DRAWN.get(league.of_kind.rules, usual)), field="kind")


def end_enrolment(*, by: Who, enrolment: Enrolment, last: Night) -> None:
    """End a membership with a night. Points until then count."""
    with act(by, enrolment.league, END_ENROLMENT, enrolment=enrolment.pk) as line:
        first = enrolment.first
        if first is not None and (last.on, last.at, last.pk) < (first.on, first.at, first.pk):
            raise Refused(
                _("This membership begins after that night. Remove the membership instead."),
                field="last",
            )
        here = Enrolment.objects.filter(pk=enrolment.pk, last=None)
        line.keep(here)
        if not here.update(last=last):
            raise Refused(_("This membership has already ended."))
        line.say(name=enrolment.player.name, last=last.on.isoformat())


def _nothing_else_of_it(action: Action) -> None:
    """Refuse to undo an act on a membership that has a later act."""
    verbs = ("begin_enrolment", "end_enrolment", "continue_enrolment")
    nothing_since(action, verbs, enrolment=action.details["enrolment"])


def _is_no_member_twice(action: Action) -> None:
    for pk, was in rows_back(action).items():
        removed = Enrolment(**was) if "player_id" in was else None
        enrolment = Enrolment.objects.filter(pk=pk).first() or removed
        if enrolment and was.get("last_id", pk) is None:
            refuse_member(enrolment)


END_ENROLMENT = Verb(
    "end_enrolment",
    later("Ended the membership of %(name)s on %(last)s."),
    put_back(later("%(name)s will stay a member."), _nothing_else_of_it, _is_no_member_twice),
)


def continue_enrolment(*, by: Who, enrolment: Enrolment) -> None:
    """Remove the end of a membership."""
    with act(by, enrolment.league, CONTINUE_ENROLMENT, enrolment=enrolment.pk) as line:
        here = Enrolment.objects.filter(pk=enrolment.pk).exclude(last=None)
        line.keep(here)
        refuse_member(enrolment)
        if not here.update(last=None):
            line.drop()
        line.say(name=enrolment.player.name)


CONTINUE_ENROLMENT = Verb(
    "continue_enrolment",
    later("%(name)s will stay a member."),
    put_back(
        later("Restores the earlier end of the membership of %(name)s."),
        _nothing_else_of_it,
        _is_no_member_twice,
    ),
)


def refuse_member(enrolment: Enrolment) -> None:
    """Refuse to make a player a member who is one already."""
    others = Enrolment.objects.filter(
        league=enrolment.league, player=enrolment.player, kind=enrolment.kind, last=None
    )
    if others.exclude(pk=enrolment.pk).exists():
        raise Refused(_("%(name)s is already a member.") % {"name": enrolment.player.name})


def begin_enrolment(*, by: Who, enrolment: Enrolment, first: Night | None) -> None:
    """Change the first night of a membership; None means from the start."""
    with act(by, enrolment.league, BEGIN_ENROLMENT, enrolment=enrolment.pk) as line:
        here = Enrolment.objects.filter(pk=enrolment.pk)
        if here.filter(first=first).exists():
            line.drop()
            return
        line.keep(here)
        here.update(first=first)
        line.say(name=enrolment.player.name, first=first.on.isoformat() if first else "")


BEGIN_ENROLMENT = Verb(
    "begin_enrolment",
    later("Changed the start of the membership of %(name)s."),
    put_back(
        later("Restores the earlier start of the membership of %(name)s."), _nothing_else_of_it
    ),
)


def remove_enrolments(*, by: Who, league: League, enrolments: Iterable[int]) -> None:
    """Delete memberships that were a mistake."""
    with act(by, league, REMOVE_ENROLMENTS) as line:
        here = league.enrolments.filter(pk__in=list(enrolments))
        names = list(here.values_list("player__name", flat=True))
        if not names:
            line.drop()
            return
        line.keep(here)
        line.say(names=names)
        here.delete()


REMOVE_ENROLMENTS = Verb(
    "remove_enrolments",
    later("Removed the memberships of: %(names)s."),
    put_back(later("These players will be members again: %(names)s."), _is_no_member_twice),
)


def adjust_points(
    *, by: Who, league: League, player: Player, points: int, reason: str
) -> Adjustment:
    """Add or deduct points by hand, with a public reason."""
    if not points:
        raise Refused(_("Enter the number of points, above or below zero."), field="points")
    if league.has_dated_matches:
        raise Refused(_("In this league all points come from matches. Correct a result instead."))
    with act(by, league, ADJUST_POINTS, name=player.name, points=points) as line:
        line.keep(league.adjustments.all())
        line.say(reason=reason)
        return Adjustment.objects.create(
            league=league, player=player, points=points, reason=reason, user=by.user
        )


ADJUST_POINTS = Verb(
    "adjust_points",
    later("Adjusted the points of %(name)s by %(points)s."),
    put_back(later("The points adjustment for %(name)s will no longer count."), since=GONE),
)


def withdraw_adjustment(*, by: Who, adjustment: Adjustment) -> None:
    """Withdraw a points adjustment: it no longer counts, but stays visible."""
    facts = {"name": adjustment.player.name, "points": adjustment.points}
    with act(by, adjustment.league, WITHDRAW_ADJUSTMENT, **facts) as line:
        here = Adjustment.objects.filter(pk=adjustment.pk, withdrawn_at=None)
        line.keep(here)
        if not here.update(withdrawn_at=timezone.now()):
            line.drop()


WITHDRAW_ADJUSTMENT = Verb(
    "withdraw_adjustment",
    later("Withdrew the adjustment of %(name)s by %(points)s."),
    put_back(later("The points adjustment for %(name)s will count again."), since=GONE),
)
