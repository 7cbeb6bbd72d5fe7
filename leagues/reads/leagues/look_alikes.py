"""Who joined a league by its link and looks like somebody whom the club knows already."""

from dataclasses import dataclass

from leagues.models import Action, League
from leagues.reads.people.known import KnownPerson, register_of

JOINED, TOLD_APART = "join_by_link", "tell_apart"


@dataclass(frozen=True)
class JoinedTwice:
    """Somebody who joined by the link, and whom they may be."""

    joined: KnownPerson
    known: KnownPerson


def joined_twice(league: League) -> list[JoinedTwice]:
    """As long as nobody has merged the two, or said that they are two."""
    log = Action.objects.filter(
        club=league.club_id, event=None, said__league=league.pk, undone_by=None
    )
    came = log.filter(verb=JOINED).values_list("said__player", flat=True)
    apart = {
        frozenset((said["player"], said["other"]))
        for said in log.filter(verb=TOLD_APART).values_list("said", flat=True)
    }
    joined = list(dict.fromkeys(came.order_by("pk")))
    if not joined:
        return []
    register = register_of(league.club)
    pairs = {
        frozenset((pk, twin.person.pk)): JoinedTwice(register.people[pk], twin.person)
        for pk in reversed(joined)
        if pk in register.people
        for twin in register.twins_of(pk)
    }
    return [pair for two, pair in reversed(pairs.items()) if two not in apart]
