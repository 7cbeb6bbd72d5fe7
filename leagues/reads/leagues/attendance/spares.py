"""Spares: who may be called to a night, in turn."""

from django.db.models import Max

from leagues.models import Enrolment, Offer, Player
from leagues.reads.leagues.attendance.head_count import HeadCount, enrolled_on

CALLED_OFF = Offer.State.WITHDRAWN


def spares_called(known: HeadCount) -> list[Offer]:
    """The last call of every spare who was asked for this night, in the order of the calls."""
    spares = {player.pk for player in _spares(known)}
    calls = [known.offers[pk] for pk in spares & known.offers.keys()]
    return sorted(calls, key=lambda call: (call.made_at, call.pk))


def spares_left(known: HeadCount) -> list[Player]:
    """Who was not called for this night and has not answered: longest uncalled first.

    A call that was called off is none.
    """
    asked = (pk for pk, offer in known.offers.items() if offer.state != CALLED_OFF)
    heard = {*known.answers, *asked, *known.turns.inside}
    left = [player for player in _spares(known) if player.pk not in heard]
    called = Offer.objects.filter(player__in=left, night__league=known.night.league)
    called = called.exclude(state=CALLED_OFF)
    last = dict(called.values_list("player").annotate(last=Max("made_at")))
    return sorted(left, key=lambda each: (each.pk in last, last.get(each.pk)))


def spares_to_call(known: HeadCount) -> list[Player]:
    """The spares whose turn it is: as many as are wanted and neither come nor are asked."""
    if not known.night.spares_wanted:
        return []
    turns = known.turns
    here = {*turns.inside, *turns.held} & {each.pk for each in _spares(known)}
    wanted = known.night.spares_wanted - len(here)
    if turns.room is not None:
        wanted = min(wanted, turns.room - len(turns.next_ones))
    return spares_left(known)[: max(0, wanted)]


def _spares(known: HeadCount) -> list[Player]:
    enrolled = enrolled_on(known.night, Enrolment.Kind.SPARE)
    return [each.player for each in enrolled]
