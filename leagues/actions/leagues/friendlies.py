"""Count a friendly match in a league, once one side has asked and the other has agreed."""

from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as later

from leagues.access.roles import Who
from leagues.actions.act import act
from leagues.actions.leagues.kinds.ladder import challenge_player
from leagues.actions.leagues.kinds.own_time import arrange_match
from leagues.actions.leagues.matches.draw import event_of
from leagues.actions.leagues.unplayed.arranging import undo_arranging
from leagues.actions.phones.rated_friendlies import annul_friendly, lock_friendly, touch_friendly
from leagues.actions.refusal import Refused, Stale
from leagues.actions.undo_rows import not_over, put_back
from leagues.actions.verb import Verb
from leagues.models import CountOffer, DatedMatch, League, Match, MatchSide, Player, Surface
from leagues.reads.leagues.friendlies import ANSWERED_WITHIN, FittingLeague, fitting_league
from leagues.reads.log.facts import LogFacts

State = CountOffer.State


def ask_to_count(
    *, by: Who, friendly: Match, league: League, player: Player, now: datetime
) -> CountOffer:
    """Ask the other side to count a friendly in a league. Nothing counts yet."""
    with act(by, event_of(league), ASK_TO_COUNT, league=league.pk) as line:
        fits = _find_fitting(friendly, league, now)
        offers = CountOffer.objects.filter(friendly=friendly)
        offers.filter(state=State.OPEN, until__lte=now).update(state=State.EXPIRED)
        line.keep(offers)
        if offers.filter(state__in=(State.OPEN, State.TAKEN)).exists():
            raise Stale
        offer = CountOffer.objects.create(
            friendly=friendly,
            league=league,
            seat=_seat_of(friendly, player),
            player=player,
            user=by.user,
            until=now + ANSWERED_WITHIN,
        )
        line.say(names=_names_fitting(fits))
    return offer


ASK_TO_COUNT = Verb(
    "ask_to_count",
    later("Asked to count the friendly %(names)s in the league."),
    undo_arranging(later("Withdraws the question whether %(names)s counts in the league.")),
    in_league_log=True,
)


@transaction.atomic
def answer_count(*, by: Who, offer: CountOffer, player: Player, takes: bool, now: datetime) -> None:
    """Accept or decline to count a friendly, for the side that was asked.

    If accepted, the result is copied to a match of the league and the friendly is annulled.
    """
    friendly, league = lock_friendly(offer.friendly), offer.league
    fits = _find_fitting(friendly, league, now) if takes else None
    match = _league_match(by, fits, now) if fits else None
    with act(by, match or event_of(league), ANSWER_COUNT, league=league.pk) as line:
        here = CountOffer.objects.filter(pk=offer.pk).first()
        asked = here is not None and here.seat != _seat_of(friendly, player)
        if here is None or not asked or not here.is_open(now):
            raise Stale
        line.say(takes=takes, names=_names_in(friendly), friendly=friendly.event_id)
        both = Match.objects.filter(pk__in=[friendly.pk, *([match.pk] if match else [])])
        line.keep(
            both,
            MatchSide.objects.filter(match=match),
            DatedMatch.objects.filter(match=match),
            CountOffer.objects.filter(pk=here.pk),
        )
        here.state = State.TAKEN if takes else State.DECLINED
        here.answered_at = now
        here.save(update_fields=["state", "answered_at"])
        if match is not None:
            _bring_over(friendly, match, now)


def _describe_answer(facts: LogFacts) -> str:
    if facts["details"].get("takes"):
        return _("Agreed to count the friendly %(names)s in the league.")
    return _("Declined to count the friendly %(names)s in the league.")


ANSWER_COUNT = Verb(
    "answer_count",
    _describe_answer,
    put_back(
        later("The question whether the friendly %(names)s counts will be open again."),
        not_over,
        then=touch_friendly,
        moves_tables=True,
    ),
    in_league_log=True,
)


def withdraw_count(*, by: Who, offer: CountOffer, player: Player) -> None:
    """Withdraw the player's own request while it is unanswered."""
    league = offer.league
    with act(by, event_of(league), WITHDRAW_COUNT, league=league.pk) as line:
        own = CountOffer.objects.filter(pk=offer.pk, seat=_seat_of(offer.friendly, player))
        line.keep(own)
        if not own.filter(state=State.OPEN).update(state=State.WITHDRAWN):
            raise Stale
        line.say(names=_names_in(offer.friendly))


WITHDRAW_COUNT = Verb(
    "withdraw_count",
    later("Withdrew the request to count the friendly %(names)s in the league."),
    undo_arranging(later("The other side will be asked again whether %(names)s counts.")),
    in_league_log=True,
)


def _find_fitting(friendly: Match, league: League, now: datetime) -> FittingLeague:
    fits = fitting_league(friendly, league, now)
    if fits is None:
        raise Refused(_("This friendly can’t count in %(name)s.") % {"name": league.name})
    return fits


def _seat_of(friendly: Match, player: Player) -> int:
    side = friendly.sides.filter(players=player).first()
    if side is None:
        raise Stale
    return side.seat


def _league_match(by: Who, fits: FittingLeague, now: datetime) -> Match:
    """The match they had arranged in the league, or a new one."""
    if fits.match is not None:
        return fits.match
    make = challenge_player if fits.league.of_kind.is_ladder else arrange_match
    return make(by=by, league=fits.league, entry=fits.entry, other=fits.other, now=now)


def _bring_over(friendly: Match, match: Match, now: datetime) -> None:
    """Copy the result of a friendly to the league's match, and annul the friendly."""
    made = {side.players.get().pk: side for side in friendly.sides.prefetch_related("players")}
    sides = list(match.sides.order_by("seat"))
    for side in sides:
        theirs = made[side.players.get().pk]
        side.points, side.twenties = theirs.points, theirs.twenties
        side.confirmed_at = now
        if theirs.seat == friendly.winner:
            match.winner = side.seat
    MatchSide.objects.bulk_update(sides, ["points", "twenties", "confirmed_at"])
    Match.objects.filter(pk=match.pk).update(
        state=Match.State.FINISHED,
        ending=Match.Ending.TOTALS,
        winner=match.winner,
        finished_at=now,
        board=None,
    )
    annul_friendly(friendly)


def _names_in(friendly: Match) -> str:
    sides = friendly.sides.named()
    return " – ".join(side.shown_on(Surface.DESK) for side in sides)


def _names_fitting(fits: FittingLeague) -> str:
    two = (fits.entry, fits.other)
    return " – ".join(entry.shown_on(Surface.DESK) for entry in two)
