"""The divisions of a league and their players."""

from collections.abc import Collection, Sequence

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as later

from leagues.access.roles import Who
from leagues.actions.act import act
from leagues.actions.refusal import Refused
from leagues.actions.undo_rows import put_back
from leagues.actions.verb import Verb
from leagues.models import Enrolment, Event, League, Night
from leagues.reads.log.facts import LogFacts


def set_divisions(*, by: Who, league: League, names: Sequence[str]) -> None:
    """Set the names of a league's divisions, the highest first.

    A new name at the position of an old one renames that division.
    """
    with act(by, league, SET_DIVISIONS, divisions=list(names)) as line:
        league_now = line.on
        if league_now.divisions == list(names):
            line.drop()
            return
        _refuse_without_members(league_now)
        events = Event.objects.filter(night__league=league_now)
        line.keep(League.objects.filter(pk=league_now.pk), league_now.enrolments.all(), events)
        for old, new in renamed_divisions(league_now.divisions, names).items():
            league_now.enrolments.filter(division=old).update(division=new)
            events.filter(division=old).update(division=new)
        _refuse_left_behind(league_now, names)
        League.objects.filter(pk=league_now.pk).update(divisions=list(names))
    league.refresh_from_db()


SET_DIVISIONS = Verb(
    "set_divisions",
    later("Named the divisions: %(divisions)s."),
    put_back(later("Restores the earlier divisions."), moves_tables=True),
)


def _refuse_without_members(league: League) -> None:
    if league.is_open:
        raise Refused(
            _(
                "Everyone who plays is in this league’s table. Only members can be put in divisions, so it has none."
            ),
            field="names",
        )
    if league.has_dated_matches:
        raise Refused(
            _("The matches of this league are drawn, so its divisions can no longer change."),
            field="names",
        )


def renamed_divisions(before: Sequence[str], after: Sequence[str]) -> dict[str, str]:
    """The new name of each renamed division, by its old name; compared by position.

    >>> renamed_divisions(["A", "B"], ["First", "B", "C"])
    {'A': 'First'}
    >>> renamed_divisions(["A", "B"], ["B", "A"])
    {}
    """
    return {
        old: new
        for old, new in zip(before, after, strict=False)
        if old not in after and new not in before
    }


def _refuse_left_behind(league: League, names: Sequence[str]) -> None:
    """Refuse to remove a division that still has members."""
    members = league.enrolments.filter(kind=Enrolment.Kind.MEMBER, last=None)
    left = members.exclude(division__in=["", *names])
    here = left.select_related("player").order_by("pk").first()
    if here is not None:
        values = {"name": here.player.name, "division": here.division}
        raise Refused(
            _("%(name)s is still in %(division)s. Move the members of that division first.")
            % values,
            field="names",
        )


def move_to_division(
    *,
    by: Who,
    league: League,
    enrolments: Collection[int],
    division: str,
    first: Night | None = None,
) -> None:
    """Move members to a division, from night ``first`` on or for their whole membership.

    From a night on, points from before stay in the earlier division, and they are listed in the
    new one's table.
    """
    with act(by, league, MOVE_TO_DIVISION, division=division) as line:
        league_now = line.on
        if division and division not in league_now.divisions:
            raise Refused(_("This division no longer exists."), field="division")
        members = league_now.enrolments.filter(
            kind=Enrolment.Kind.MEMBER, last=None, pk__in=enrolments
        )
        elsewhere = members.exclude(division=division)
        moved = list(elsewhere.select_related("player").order_by("pk"))
        if not moved:
            line.drop()
            return
        line.keep(league_now.enrolments.all())
        nights = [night.pk for night in league_now.nights.in_order()]
        for each in moved:
            _move_member(each, division, nights, first)
        line.say(names=[each.player.name for each in moved])


def _describe_move(facts: LogFacts) -> str:
    if facts.get("division"):
        return _("Moved %(names)s to %(division)s.")
    return _("Moved %(names)s out of their division.")


MOVE_TO_DIVISION = Verb(
    "move_to_division",
    _describe_move,
    put_back(
        later("Moves these players back to their earlier division: %(names)s."), moves_tables=True
    ),
)


def _move_member(
    member: Enrolment, division: str, nights: Sequence[int], first: Night | None
) -> None:
    """Move one member; from a later night on, by ending this enrolment and adding another."""
    begins = nights.index(member.first_id) if member.first_id else 0
    at = nights.index(first.pk) if first else 0
    if at <= begins:
        Enrolment.objects.filter(pk=member.pk).update(division=division)
        return
    Enrolment.objects.filter(pk=member.pk).update(last=nights[at - 1])
    Enrolment.objects.create(
        league=member.league,
        player=member.player,
        division=division,
        first=first,
        made_at=member.made_at,
    )
