"""The attendance list of a night: who may come and who is here. The host taps the names."""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from leagues.dates import date_format
from leagues.models import Answer, Enrolment, EntryPlayer, Event, League, Night, Player
from leagues.models.names import sort_key
from leagues.reads.leagues.attendance.head_count import HeadCount, read_head_count
from leagues.stages.pairing_ways import Heats, Partners

Reply = Answer.Reply


@dataclass(frozen=True)
class Face:
    """A person on the attendance list of a night: expected, possible, or here."""

    player: Player
    reply: str
    """Their answer (coming, late, maybe or not coming); "" if they have not answered."""
    came: int
    """The number of other nights of the league they have played."""
    is_member: bool
    is_here: bool
    place: str = ""
    from_round: int | None = None
    """The game from which they said they can play, counted from 1."""
    starts_in: int | None = None
    """The first game they are drawn for, if the host marked them as late."""
    is_expected: bool = False
    """They have a spot tonight."""
    waits: bool = False
    """They are on the waiting list: they answered that they come when the night was full."""

    @property
    def is_out(self) -> bool:
        return self.reply == Reply.OUT

    @property
    def is_late(self) -> bool:
        """True if they play, but not from the first game."""
        return self.reply == Reply.LATE and self.from_round != 1

    @property
    def first_game(self) -> int:
        """The game from which they play; 2 for a late player who did not name a game."""
        return self.from_round or 2

    @property
    def note(self) -> str:
        """The note shown beside the name: waiting list, first game, or their answer."""
        if self.waits:
            return _("on the waiting list")
        if self.reply == Reply.LATE and self.is_here and not self.starts_in:
            return ""  # they came in time
        if game := self.starts_in or (self.reply == Reply.LATE and self.from_round):
            return _("from game %(n)s") % {"n": game}
        return _WORDS.get(self.reply, str)() if self.reply else ""


_WORDS = {
    # Translators: what a player has answered, next to their name.
    Reply.IN.value: lambda: _("coming"),
    Reply.LATE.value: lambda: _("coming late"),
    Reply.MAYBE.value: lambda: _("maybe"),
    # Translators: what a player has answered, next to their name.
    Reply.OUT.value: lambda: _("not coming"),
}


def faces_of(night: Night) -> tuple[Face, ...]:
    """List the people for the attendance list of a night: those with a spot, the waiting list,
    then members and guests by how often they came. Players who are not coming are last.

    An open league without players yet lists all members of the club.
    """
    league, count = night.league, read_head_count(night)
    came = _count_nights(league, night)
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
            reply=_reply_of(count, each),
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
    return tuple(sorted(faces, key=_face_order))


def _reply_of(count: HeadCount, player: Player) -> str:
    """The player's answer; ``IN`` for a member who has not answered but is expected."""
    answer = count.of(player).answer
    if answer is not None:
        return answer.reply
    return Reply.IN if count.is_in(player) else ""


def _face_order(face: Face) -> tuple[object, ...]:
    return (
        not face.is_expected,
        not face.waits,
        face.is_out,
        not face.is_member,
        -face.came,
        sort_key(face.player.name, face.player.family_name),
        face.player.pk,
    )


def _count_nights(league: League, night: Night) -> Counter[int]:
    """Count the other nights of the league that each player has played, by player."""
    lines = EntryPlayer.objects.filter(event__night__league=league, event__binned_at=None).exclude(
        event__night=night
    )
    nights = lines.values_list("player", "event__night").distinct()
    return Counter(player for player, _night in nights)


def at_last_night(night: Night) -> frozenset[int]:
    """The players who played on the league's previous night; empty if there was none."""
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
    """List the events of a night, in the order they were planned."""
    return list(Event.objects.present().filter(night=night).select_related("club").order_by("pk"))


def boards_of(night: Night) -> list[int]:
    """List the board numbers of a night: the league's boards, or those of its last event, or all
    of the club's.
    """
    league = night.league
    own = list(league.boards.values_list("number", flat=True))
    if own:
        return own
    events = Event.objects.present().filter(night__league=league).exclude(boards=None)
    last = events.order_by("-starts_at", "-pk").first()
    boards = (last or league.club).boards
    return list(boards.order_by("number").values_list("number", flat=True))


def name_of_event(night: Night, place: str = "") -> str:
    """The name for the event of a night, such as “Mondays, 5 October”."""
    parts = [night.league.name, night.name or date_format(night.on, "j F")]
    return ", ".join([*parts, place] if place else parts)[:120]


def at_a_board(league_way: object) -> int:
    """The number of players at one board, depending on how they are paired."""
    if isinstance(league_way, Partners):
        return 4
    return league_way.size if isinstance(league_way, Heats) else 2


def late_notes(faces: Iterable[Face]) -> list[str]:
    """List a sentence for each player marked as late, with the first game they are drawn for."""
    return [
        _("%(name)s is drawn from game %(n)s. Already here? Untick the name and tick it again.")
        % {"name": face.player.name, "n": face.starts_in}
        for face in faces
        if face.starts_in
    ]


def draw_warnings(here: int, boards: int, *, size: int, fewest: int) -> list[str]:
    """List warnings for the host before the draw: too few boards, byes, too few people."""
    warnings = []
    needed = here // size
    if boards and needed > boards:
        warnings.append(
            ngettext(
                "The %(here)s people here need %(needed)s boards at once, but there is %(boards)s. Some will wait in each game.",
                "The %(here)s people here need %(needed)s boards at once, but there are %(boards)s. Some will wait in each game.",
                boards,
            )
            % {"here": here, "needed": needed, "boards": boards}
        )
    if here >= size and (out := here % size):
        warnings.append(
            ngettext(
                "%(n)s player has a bye in each game, starting with those who had the fewest this season.",
                "%(n)s players have a bye in each game, starting with those who had the fewest this season.",
                out,
            )
            % {"n": out}
        )
    if 0 < here < fewest:
        warnings.append(
            ngettext(
                "With fewer than %(n)s person you can play, but the night doesn’t count.",
                "With fewer than %(n)s people you can play, but the night doesn’t count.",
                fewest,
            )
            % {"n": fewest}
        )
    return warnings


def count_by_place(faces: Collection[Face]) -> Mapping[str, int]:
    """Count the people who are here and not late, by venue."""
    return Counter(face.place for face in faces if face.is_here and not face.starts_in)
