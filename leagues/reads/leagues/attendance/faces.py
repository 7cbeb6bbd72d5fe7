"""Who may be expected at a night, and who is here: the faces that its host taps."""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from leagues.dates import date_format
from leagues.models import Answer, Enrolment, EntryPlayer, Event, League, Night, Player
from leagues.models.names import sort_key
from leagues.reads.leagues.attendance.head_count import HeadCount, coming
from leagues.stages.ways import Heats, Partners

Says = Answer.Says


@dataclass(frozen=True)
class Face:
    """Somebody who may come tonight, or has come."""

    player: Player
    says: str
    """What they answered; nothing where they have not."""
    came: int
    """To so many earlier nights of the league."""
    is_member: bool
    is_here: bool
    place: str = ""
    from_round: int | None = None
    """The game they said they would come for."""
    starts_in: int | None = None
    """The game they are drawn from, where they were ticked as late."""
    is_expected: bool = False
    """They have a place tonight."""
    waits: bool = False
    """They said in when there was no place left."""

    @property
    def is_out(self) -> bool:
        return self.says == Says.OUT

    @property
    def is_late(self) -> bool:
        """They play, but not from the first game."""
        return self.says == Says.LATE and self.from_round != 1

    @property
    def first_game(self) -> int:
        """The game they come for; a late player who named none is not in the first."""
        return self.from_round or 2

    @property
    def said(self) -> str:
        """What stands beside the name."""
        if self.waits:
            return _("on the waiting list")
        if self.says == Says.LATE and self.is_here and not self.starts_in:
            return ""  # they came in time
        if game := self.starts_in or (self.says == Says.LATE and self.from_round):
            return _("from game %(n)s") % {"n": game}
        return _WORDS.get(self.says, str)() if self.says else ""


_WORDS = {
    # Translators: what a player has answered, next to their name.
    Says.IN.value: lambda: _("coming"),
    Says.LATE.value: lambda: _("coming late"),
    Says.MAYBE.value: lambda: _("maybe"),
    # Translators: what a player has answered, next to their name.
    Says.OUT.value: lambda: _("not coming"),
}


def faces_of(night: Night) -> tuple[Face, ...]:
    """Who said in, then members by how often they came, then earlier guests; whoever said
    out stands last. An open league that has no players yet offers the club's people."""
    league, count = night.league, coming(night)
    came = _came(league, night)
    here = {each.player_id: each for each in night.arrivals.all()}
    everybody = {*count.answers, *count.asked, *came, *here}
    people = Player.objects.present().filter(pk__in=everybody)
    if league.is_open and not (came or count.asked):
        people |= Player.objects.members().filter(club=league.club_id)
    members = set(
        league.enrolments.filter(kind=Enrolment.Kind.MEMBER).values_list("player", flat=True)
    )
    faces = [
        Face(
            player=each,
            says=_says(count, each),
            came=came[each.pk],
            is_member=each.pk in count.asked
            or (league.is_open and not each.is_guest and each.pk not in members),
            is_here=each.pk in here,
            place=here[each.pk].place if each.pk in here else "",
            from_round=count.of(each).from_round,
            starts_in=here[each.pk].from_round if each.pk in here else None,
            is_expected=count.is_in(each),
            waits=count.waits_as(each) is not None,
        )
        for each in people
    ]
    return tuple(sorted(faces, key=_order))


def _says(count: HeadCount, player: Player) -> str:
    """Their last word; a regular who has said nothing is in."""
    answer = count.of(player).answer
    if answer is not None:
        return answer.says
    return Says.IN if count.is_in(player) else ""


def _order(face: Face) -> tuple[object, ...]:
    return (
        not face.is_expected,
        not face.waits,
        face.is_out,
        not face.is_member,
        -face.came,
        sort_key(face.player.name, face.player.family_name),
        face.player.pk,
    )


def _came(league: League, night: Night) -> Counter[int]:
    """To how many other nights each of them came."""
    lines = EntryPlayer.objects.filter(event__night__league=league, event__binned_at=None).exclude(
        event__night=night
    )
    nights = lines.values_list("player", "event__night").distinct()
    return Counter(player for player, _night in nights)


def at_last_night(night: Night) -> frozenset[int]:
    """Who played on the last night of the league before this one."""
    before = Event.objects.present().filter(
        night__league=night.league, starts_at__lt=night.starts_at
    )
    last = before.exclude(night=night).order_by("-night__on", "-night__at").first()
    if last is None:
        return frozenset()
    lines = EntryPlayer.objects.filter(event__night=last.night_id, event__binned_at=None)
    return frozenset(lines.values_list("player", flat=True))


# --- The night --------------------------------------------------------------------------


def events_of(night: Night) -> list[Event]:
    """What is played on a night, in the order it was planned."""
    return list(Event.objects.present().filter(night=night).select_related("club").order_by("pk"))


def boards_of(night: Night) -> list[int]:
    """The boards of a night: the league's, those of its last event, or all of the club's."""
    league = night.league
    own = list(league.boards.values_list("number", flat=True))
    if own:
        return own
    events = Event.objects.present().filter(night__league=league).exclude(boards=None)
    last = events.order_by("-starts_at", "-pk").first()
    boards = (last or league.club).boards
    return list(boards.order_by("number").values_list("number", flat=True))


def name_of_event(night: Night, place: str = "") -> str:
    """What a night's event is called, such as “Mondays, 5 October”."""
    parts = [night.league.name, night.name or date_format(night.on, "j F")]
    return ", ".join([*parts, place] if place else parts)[:120]


def at_a_board(league_way: object) -> int:
    """How many sit at a board at once, by the way they are paired."""
    if isinstance(league_way, Partners):
        return 4
    return league_way.size if isinstance(league_way, Heats) else 2


def says_of_late(faces: Iterable[Face]) -> list[str]:
    """From which game each player who was ticked as late is drawn."""
    return [
        _("%(name)s is drawn from game %(n)s. Already here? Untick the name and tick it again.")
        % {"name": face.player.name, "n": face.starts_in}
        for face in faces
        if face.starts_in
    ]


def said_before_draw(here: int, boards: int, *, size: int, fewest: int) -> list[str]:
    """What the host should know before the draw: too few boards, an odd one, too few people."""
    says = []
    needed = here // size
    if boards and needed > boards:
        says.append(
            ngettext(
                "The %(here)s people here need %(needed)s boards at once, but there is %(boards)s. Some will wait in each game.",
                "The %(here)s people here need %(needed)s boards at once, but there are %(boards)s. Some will wait in each game.",
                boards,
            )
            % {"here": here, "needed": needed, "boards": boards}
        )
    if here >= size and (out := here % size):
        says.append(
            ngettext(
                "%(n)s player has a bye in each game, starting with those who had the fewest this season.",
                "%(n)s players have a bye in each game, starting with those who had the fewest this season.",
                out,
            )
            % {"n": out}
        )
    if 0 < here < fewest:
        says.append(
            ngettext(
                "With fewer than %(n)s person you can play, but the night doesn’t count.",
                "With fewer than %(n)s people you can play, but the night doesn’t count.",
                fewest,
            )
            % {"n": fewest}
        )
    return says


def counted(faces: Collection[Face]) -> Mapping[str, int]:
    """How many of them are here in each place."""
    return Counter(face.place for face in faces if face.is_here and not face.starts_in)
