"""Yearly membership of the club: who has paid for a year, who owes, and who has lapsed."""

from dataclasses import dataclass
from datetime import date, timedelta

from django.db.models import Max, Q
from django.utils import timezone
from django.utils.translation import pgettext

from leagues.models import Club, Due, Player
from leagues.reads.leagues.dues import DueLine

COVERED = Q(state__in=(Due.State.PAID, Due.State.WAIVED))
JANUARY = 1


@dataclass(frozen=True)
class MemberLine(DueLine):
    """A player's membership in one year."""

    until: date | None = None
    """The last day paid for, up to the end of this year; None if they have never paid."""
    is_lapsed: bool = False
    """They were a member before, but paid neither for this year nor for the last one."""

    @property
    def group(self) -> str:  # type: ignore[override]
        """The heading for its state."""
        if self.is_lapsed:
            return pgettext("membership", "Lapsed")
        if self.due is None:
            return pgettext("dues", "Owes")
        return str(self.due.get_state_display())


ORDER = (None, Due.State.PART, "lapsed", Due.State.PAID, Due.State.WAIVED)


def membership_year(club: Club, day: date) -> int:
    """The year in which the membership year that includes this day began."""
    return day.year if day.month >= club.first_month else day.year - 1


def this_year(club: Club) -> int:
    return membership_year(club, timezone.localdate(timezone=club.tzinfo))


def year_label(club: Club, year: int) -> str:
    """The label of a membership year: 2026, or 2026–27 if it does not begin in January."""
    if club.first_month == JANUARY:
        return str(year)
    return f"{year}–{(year + 1) % 100:02}"


def last_day(club: Club, year: int) -> date:
    return date(year + 1, club.first_month, 1) - timedelta(days=1)


def members_in(club: Club, year: int) -> tuple[MemberLine, ...]:
    """List the membership of everyone in the club but guests, by state and surname."""
    noted = Due.objects.filter(year=year, player__club=club)
    due = {each.player_id: each for each in noted.select_related("user__player", "recorded_by")}
    people = Player.objects.filter(club=club).members() | Player.objects.filter(
        pk__in=due, merged_into=None
    )
    covered = dict(
        Due.objects.filter(COVERED, year__lte=year, player__club=club)
        .values_list("player")
        .annotate(last=Max("year"))
    )
    lines = [
        _member_line(club, year, player, due.get(player.pk), covered.get(player.pk))
        for player in people.by_surname()
    ]
    return tuple(sorted(lines, key=_state_order))


def membership_of(player: Player) -> MemberLine | None:
    """The player's own membership this year; None for guests, or if the club has no fee."""
    club = player.club
    if not club.fee or player.is_guest:
        return None
    mine = Due.objects.filter(player=player, year__lte=(year := this_year(club)))
    last = mine.filter(COVERED).aggregate(last=Max("year"))["last"]
    return _member_line(club, year, player, mine.filter(year=year).first(), last)


def _member_line(
    club: Club, year: int, player: Player, due: Due | None, last: int | None
) -> MemberLine:
    is_lapsed = due is None and last is not None and last < year - 1
    return MemberLine(
        player,
        due,
        None if is_lapsed else club.fee,
        last_day(club, last) if last is not None else None,
        is_lapsed,
    )


def _state_order(line: MemberLine) -> int:
    state = line.due.state if line.due else None
    return ORDER.index("lapsed" if line.is_lapsed else state)
