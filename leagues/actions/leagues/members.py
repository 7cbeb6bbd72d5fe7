"""The members of a league, and points given by hand."""

from __future__ import annotations

from collections.abc import Iterable

from django.utils import timezone
from django.utils.translation import gettext as _

from leagues.access.roles import Who
from leagues.actions.act import act
from leagues.actions.refusal import Refused
from leagues.models import Adjustment, Enrolment, League, Night, Player


def enrol_members(
    *,
    by: Who,
    league: League,
    players: Iterable[Player],
    first: Night | None = None,
    kind: Enrolment.Kind = Enrolment.Kind.MEMBER,
    division: str = "",
) -> list[Enrolment]:
    """Make them members of the league, from a night on or from the start.

    Who is a member already stays one; a spare becomes one.
    """
    with act(by, league, "enrol_members") as line:
        here = league.enrolments.filter(last=None, kind=kind)
        current = set(here.values_list("player", flat=True))
        new = [player for player in players if player.pk not in current]
        if not new:
            line.drop()
            return []
        line.say(names=[player.name for player in new], kind=kind.value)
        if first is not None:
            line.say(first=first.on.isoformat())
        made = Enrolment.objects.bulk_create(
            Enrolment(
                league=league, player=player, kind=kind, division=division, first=first
            )
            for player in new
        )
        line.say(enrolments=[each.pk for each in made])
    return made


def end_enrolment(*, by: Who, enrolment: Enrolment, last: Night) -> None:
    """Let a membership end with a night. What was paid until then stays."""
    with act(by, enrolment.league, "end_enrolment", enrolment=enrolment.pk) as line:
        first = enrolment.first
        if first is not None and (last.on, last.at, last.pk) < (
            first.on,
            first.at,
            first.pk,
        ):
            raise Refused(
                _("It begins after that night: take the membership back."), field="last"
            )
        here = Enrolment.objects.filter(pk=enrolment.pk, last=None)
        if not here.update(last=last):
            raise Refused(_("This membership has ended already."))
        line.say(name=enrolment.player.name, last=last.on.isoformat())


def continue_enrolment(*, by: Who, enrolment: Enrolment) -> None:
    """Let a membership that has ended go on, as if it never had."""
    with act(
        by, enrolment.league, "continue_enrolment", enrolment=enrolment.pk
    ) as line:
        here = Enrolment.objects.filter(pk=enrolment.pk).exclude(last=None)
        was = here.values_list("last", flat=True).first()
        others = Enrolment.objects.filter(
            league=enrolment.league, player=enrolment.player, last=None
        )
        if others.exists() or not here.update(last=None):
            raise Refused(
                _("%(name)s is a member now.") % {"name": enrolment.player.name}
            )
        line.say(name=enrolment.player.name, before={"last": was})


def begin_enrolment(*, by: Who, enrolment: Enrolment, first: Night | None) -> None:
    """Let a membership begin with another night, or from the start."""
    with act(by, enrolment.league, "begin_enrolment", enrolment=enrolment.pk) as line:
        was = Enrolment.objects.select_related("first").get(pk=enrolment.pk)
        if was.first == first:
            line.drop()
            return
        Enrolment.objects.filter(pk=enrolment.pk).update(first=first)
        line.say(
            name=enrolment.player.name,
            first=first.on.isoformat() if first else "",
            before={"first": was.first_id},
            after={"first": first.pk if first else None},
        )


def remove_enrolments(*, by: Who, league: League, enrolments: Iterable[int]) -> None:
    """Take memberships back that should not have been: as if they never were."""
    with act(by, league, "remove_enrolments") as line:
        here = league.enrolments.filter(pk__in=list(enrolments))
        removed = list(
            here.values("player", "kind", "division", "first", "last", "made_at")
        )
        if not removed:
            line.drop()
            return
        line.say(
            names=list(here.values_list("player__name", flat=True)), removed=removed
        )
        here.delete()


def adjust_points(
    *, by: Who, league: League, player: Player, points: int, reason: str
) -> Adjustment:
    """Give or take points by hand, with a reason that everybody can read."""
    if not points:
        raise Refused(_("Say how many points, more or less than none."), field="points")
    with act(by, league, "adjust_points", name=player.name, points=points) as line:
        made = Adjustment.objects.create(
            league=league, player=player, points=points, reason=reason, user=by.user
        )
        line.say(adjustment=made.pk, reason=reason)
    return made


def withdraw_adjustment(*, by: Who, adjustment: Adjustment) -> None:
    """Let points given by hand count no more. They stay readable."""
    _withdraw(by, adjustment, is_withdrawn=True)


def restore_adjustment(*, by: Who, adjustment: Adjustment) -> None:
    """Let points that were withdrawn count again."""
    _withdraw(by, adjustment, is_withdrawn=False)


def _withdraw(by: Who, adjustment: Adjustment, *, is_withdrawn: bool) -> None:
    league, name = adjustment.league, adjustment.player.name
    facts = {"name": name, "points": adjustment.points, "adjustment": adjustment.pk}
    now = timezone.now() if is_withdrawn else None
    here = Adjustment.objects.filter(
        pk=adjustment.pk, withdrawn_at__isnull=is_withdrawn
    )
    if is_withdrawn:
        with act(by, league, "withdraw_adjustment", **facts) as line:
            if not here.update(withdrawn_at=now):
                line.drop()
    else:
        with act(by, league, "restore_adjustment", **facts) as line:
            if not here.update(withdrawn_at=now):
                line.drop()
