"""Spares: players to call, in turn, when a night needs more people."""

from django.db.models import Max

from leagues.models import Enrolment, Offer, Player
from leagues.reads.leagues.attendance.head_count import HeadCount, enrolled_on

CALLED_OFF = Offer.State.WITHDRAWN


def spares_called(known: HeadCount) -> list[Offer]:
    """List the latest call of each spare for this night, oldest call first."""
    spares = {player.pk for player in _enrolled_spares(known)}
    calls = [known.offers[pk] for pk in spares & known.offers.keys()]
    return sorted(calls, key=lambda call: (call.made_at, call.pk))


def spares_left(known: HeadCount) -> list[Player]:
    """List the spares who can still be called, those who were called longest ago first.

    They have not answered, have no spot, and were not called for this night. A withdrawn call
    does not count as a call.
    """
    asked = (pk for pk, offer in known.offers.items() if offer.state != CALLED_OFF)
    heard = {*known.answers, *asked, *known.turns.inside}
    left = [player for player in _enrolled_spares(known) if player.pk not in heard]
    called = Offer.objects.filter(player__in=left, night__league=known.night.league)
    called = called.exclude(state=CALLED_OFF)
    last = dict(called.values_list("player").annotate(last=Max("made_at")))
    return sorted(left, key=lambda each: (each.pk in last, last.get(each.pk)))


def spares_to_call(known: HeadCount) -> list[Player]:
    """List the spares to call next: as many as are still wanted and as there are free spots for."""
    if not known.night.spares_wanted:
        return []
    turns = known.turns
    here = {*turns.inside, *turns.held} & {each.pk for each in _enrolled_spares(known)}
    wanted = known.night.spares_wanted - len(here)
    if turns.room is not None:
        wanted = min(wanted, turns.room - len(turns.next_ones))
    return spares_left(known)[: max(0, wanted)]


def _enrolled_spares(known: HeadCount) -> list[Player]:
    enrolled = enrolled_on(known.night, Enrolment.Kind.SPARE)
    return [each.player for each in enrolled]
