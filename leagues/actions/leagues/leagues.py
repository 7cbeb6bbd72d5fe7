"""Opening a league, and its members."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django.utils.text import slugify
from django.utils.translation import gettext as _

from leagues.access.roles import Who
from leagues.actions.act import act
from leagues.actions.refusal import Refused
from leagues.models import Adjustment, Club, Enrolment, League, Night, Player
from scoring.season import NIGHTS, Scheme


def open_league(
    *, by: Who, club: Club, name: str, scheme: Scheme = NIGHTS, **facts: Any
) -> League:
    """Open a league. Unless told otherwise it lives by its club's clock."""
    with act(by, club, "open_league", name=name) as line:
        league = League.objects.create(
            club=club,
            name=name,
            slug=_free_slug(name),
            scheme=scheme.to_dict(),
            **{"zone": club.zone, **facts},
        )
        line.say(league=league.pk)
    return league


def _free_slug(name: str) -> str:
    wanted = slugify(name)[:70] or "league"
    taken = set(
        League.objects.filter(slug__startswith=wanted).values_list("slug", flat=True)
    )
    slug, number = wanted, 1
    while slug in taken:
        number += 1
        slug = f"{wanted}-{number}"
    return slug


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

    Who is a member already stays one.
    """
    with act(by, league, "enrol_members") as line:
        current = set(
            league.enrolments.filter(last=None).values_list("player", flat=True)
        )
        new = [player for player in players if player.pk not in current]
        if not new:
            line.drop()
            return []
        line.say(names=[player.name for player in new])
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
    with act(by, enrolment.league, "end_enrolment") as line:
        here = Enrolment.objects.filter(pk=enrolment.pk, last=None)
        if not here.update(last=last):
            raise Refused(_("This membership has ended already."))
        line.say(name=enrolment.player.name, last=last.on.isoformat())


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
