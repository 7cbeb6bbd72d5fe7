"""A small club's years: events of the same people, and acts that change them later."""

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import timedelta
from typing import Any, TypeAlias

from django.utils import timezone
from hypothesis import strategies as st

from leagues.actions.people import people
from leagues.models import Event, Match, MatchSide, Player, SidePlayer
from leagues.reads.people.stored_sums import sums_of
from tests.cast import Cast
from tests.leagues.play.desk_hall import NOON, DeskHall, open_hall

Roll = st.integers(0, 10**6)


@dataclass
class Years:
    """The events of a club, and acts that may change them."""

    halls: list[DeskHall]
    people: list[Player] = field(default_factory=list)

    def hall(self, roll: int) -> DeskHall:
        return self.halls[roll % len(self.halls)]

    def match(self, roll: int) -> Match | None:
        found = Match.objects.exclude(ending="").order_by("pk")
        return found[roll % len(found)] if found else None

    def play(self, roll: int) -> None:
        """Play a match of singles or doubles, on some day of some year."""
        hall = self.hall(roll)
        a, b, more = roll // 3 % 4, (roll // 3 + 1 + roll // 12 % 3) % 4, roll % 7 == 0
        [match] = hall.publish((a + 1, b + 1)).matches.all()
        made = [[roll // 5 % 3, roll // 7 % 3], [roll // 11 % 9, roll // 13 % 9]]
        for at in (0, 1):
            points = [2, 0] if (roll >> at) % 3 == 0 else [1, 1] if roll % 2 else [0, 2]
            match.rounds.create(
                number=at + 1, first=at, state="agreed", points=points, twenties=made[at]
            )
        if more:
            rest = [each for each in range(4) if each not in (a, b)]
            for side, each in zip(match.sides.all(), rest, strict=True):
                SidePlayer.objects.create(
                    side=side, match=match, player=self.people[each], number=2
                )
        self.end(match, roll)
        hall.event.touch()

    def end(self, match: Match, roll: int) -> None:
        points = [roll // 17 % 5, roll // 19 % 5]
        for side in match.sides.all():
            MatchSide.objects.filter(pk=side.pk).update(points=points[side.seat])
        Match.objects.filter(pk=match.pk).update(
            state="finished",
            ending=["played", "played", "played", "walkover"][roll % 4],
            winner=None if points[0] == points[1] else int(points[1] > points[0]),
            finished_at=NOON - timedelta(days=roll % 9 * 30, minutes=roll % 50),
        )

    def correct(self, roll: int) -> None:
        if match := self.match(roll):
            self.end(match, roll * 31 + 7)
            match.event.touch()

    def correct_twenties(self, roll: int) -> None:
        if match := self.match(roll):
            for each in match.rounds.all():
                each.twenties = [roll % 9, None]
                each.save()
            match.event.touch()

    def annul(self, roll: int) -> None:
        if match := self.match(roll):
            Match.objects.filter(pk=match.pk).update(ending="annulled")
            match.event.touch()

    def substitute(self, roll: int) -> None:
        if match := self.match(roll):
            free = Player.objects.exclude(sides__match=match).order_by("pk")
            line = SidePlayer.objects.filter(match=match).order_by("pk").first()
            assert line is not None
            line.player = free[roll % len(free)]
            line.save()
            match.event.touch()

    def bin(self, roll: int) -> None:
        event = self.hall(roll).event
        at = None if roll % 2 else timezone.now()
        Event.objects.filter(pk=event.pk).update(binned_at=at)
        event.touch()

    def hide(self, roll: int) -> None:
        event = self.hall(roll).event
        Event.objects.filter(pk=event.pk).update(
            visibility=["public", "private", "unlisted"][roll % 3]
        )

    def become_guest(self, roll: int) -> None:
        player = self.people[roll % len(self.people)]
        Player.objects.filter(pk=player.pk).update(is_guest=roll % 2)
        for event in Event.objects.filter(matches__sides__players=player).distinct():
            event.touch()

    def be_renamed(self, roll: int) -> None:
        player = self.people[roll % len(self.people)]
        facts = {"name": f"{player.name.split()[0]} {'XYZ'[roll % 3]}"}
        by = self.halls[0].by
        people.change_player(by=by, player=player, other_names=(), facts=facts)

    def rename_event(self, roll: int) -> None:
        event = self.hall(roll).event
        Event.objects.filter(pk=event.pk).update(name=f"Cup {roll % 3}")
        event.touch()

    def look(self, roll: int) -> None:
        sums_of(self.halls[0].event.club)


ACTS: dict[str, Callable[[Years, int], Any]] = {
    name: getattr(Years, name)
    for name in (
        *("play", "correct", "correct_twenties", "annul", "substitute"),
        *("bin", "hide", "become_guest", "be_renamed", "rename_event", "look"),
    )
}


def acts() -> st.SearchStrategy[tuple[str, int]]:
    return st.tuples(st.sampled_from(sorted(ACTS)), Roll)


Acts: TypeAlias = "list[tuple[str, int]]"

PLAYED: Acts = [("play", roll) for roll in (0, 7, 16, 25, 41)]
# Each act does something to what was played, and what shows on others' pages comes at odd and at
# even turns. What is binned stays so, and is played at all the same.
EACH_ONCE: Acts = [
    *(("correct", 2), ("correct_twenties", 4), ("substitute", 1), ("annul", 3)),
    *(("become_guest", 1), ("be_renamed", 1), ("be_renamed", 3), ("be_renamed", 0)),
    *(("rename_event", 2), ("rename_event", 4), ("look", 0)),
    *(("hide", 4), ("hide", 0), ("bin", 0), ("play", 30)),
]


def years_of(cast: Cast) -> Years:
    """Two events of the same four people, one of them in another time zone."""
    first = open_hall(cast, name="Harvest Cup")
    second = open_hall(cast, name="Far Cup", zone="Pacific/Auckland")
    people = [
        Player.objects.get(line_ups__entry=entry) for entry in first.entries
    ]  # the entries of the other event are other people
    return Years([first, second], people)
