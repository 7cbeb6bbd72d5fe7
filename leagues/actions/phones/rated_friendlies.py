"""Count a friendly for statistics and ratings, if both players agree or the desk decides.

Its result is copied to the year's rated event, and the match for fun is annulled.
"""

from datetime import datetime

from django.db import transaction
from django.db.models import Max, Q
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as later

from leagues.access.roles import Who
from leagues.actions.act import act, lock_match
from leagues.actions.draw.matches import write_matches
from leagues.actions.phones.friendlies import entry_of, standing_event
from leagues.actions.refusal import Refused, Stale
from leagues.actions.undo_rows import put_back
from leagues.actions.verb import Verb
from leagues.models import (
    Action,
    Club,
    Event,
    Match,
    MatchSide,
    PairingRound,
    Player,
    Pool,
    Round,
    SideEntry,
    SidePlayer,
    Surface,
)
from leagues.pairing import values
from leagues.reads import Sheet
from leagues.reads.leagues.friendlies import agreed_seats, may_be_rated, may_still_agree

LIKE_SIDES = ("points", "twenties", "other_result", "by_game", "confirmed_at")
LIKE_MATCHES = (
    *("first", "state", "ending", "winner", "decided_by"),
    *("called_at", "started_at", "finished_at"),
)


@transaction.atomic
def agree_to_rate(*, by: Who, friendly: Match, player: Player, now: datetime) -> bool:
    """Agree for one side that a friendly counts; True once both agree and it is counted.

    An agreement from before the last report was to another result, so that side is asked again.
    """
    lock_friendly(friendly)
    with act(by, friendly, AGREE_TO_RATE) as line:
        match = line.on
        mine = match.sides.filter(players=player)
        if not may_still_agree(match, now) or not mine.exists():
            raise Stale
        line.keep(match.sides.all())
        line.say(match=match.number, name=player.name)
        agreed = agreed_seats(match)
        if agreed.issuperset(mine.values_list("seat", flat=True)):
            line.drop()
        else:
            match.sides.exclude(seat__in=agreed).update(agreed_at=None)
            mine.update(agreed_at=now)
    if match.sides.filter(agreed_at=None).exists():
        return False
    rate_friendly(by=by, friendly=match)
    return True


AGREE_TO_RATE = Verb(
    "agree_to_rate",
    later("Recorded that %(name)s agreed to count the friendly %(match)s for ratings."),
    put_back(later("Withdraws the agreement of %(name)s to count this friendly.")),
)


@transaction.atomic
def rate_friendly(*, by: Who, friendly: Match) -> Match:
    """Count a friendly for statistics and ratings; returns its copy in the rated event."""
    friendly = lock_friendly(friendly)
    if not may_be_rated(friendly):
        raise Refused(_("A friendly can count only if two members played it to the end."))
    assert friendly.finished_at is not None
    sheet = Sheet.named(friendly.event.rules["preset"])
    event = standing_event(
        by, friendly.event.club, sheet, Event.Kind.FRIENDLIES, friendly.finished_at
    )
    with act(by, event, RATE_FRIENDLY) as line:
        [pool] = Pool.objects.filter(stage__event=event).select_related("stage")
        entries = [entry_of(event, side.players.get()) for side in friendly.sides.all()]
        last = event.matches.aggregate(last=Max("number"))["last"] or 0
        new = Q(match__event=event, match__number__gt=last)
        line.keep(
            PairingRound.objects.filter(stage=pool.stage, number__gt=_last_round(pool)),
            Match.objects.filter(Q(pk=friendly.pk) | Q(event=event, number__gt=last)),
            MatchSide.objects.filter(new),
            SideEntry.objects.filter(side__in=MatchSide.objects.filter(new)),
            SidePlayer.objects.filter(new),
            Round.objects.filter(new),
        )
        match = _copy_match(friendly, pool, [entry.pk for entry in entries])
        annul_friendly(friendly)
        friendly.sides.update(agreed_at=None)
        sides = MatchSide.objects.filter(match=friendly).named()
        names = " – ".join(side.shown_on(Surface.DESK) for side in sides)
        line.say(match=match.number, names=names, friendly=friendly.event_id)
    return match


def touch_friendly(_by: Who, action: Action) -> None:
    """Raise the revision of the friendly's own event, whose pages change too."""
    for event in Event.objects.filter(pk=action.details["friendly"]):
        event.touch()


RATE_FRIENDLY = Verb(
    "rate_friendly",
    later("Counted a friendly for statistics and ratings: %(names)s."),
    put_back(later("The friendly %(names)s will no longer count."), then=touch_friendly),
)


def annul_friendly(match: Match) -> None:
    """Annul a friendly whose result now counts elsewhere."""
    annulled = {"ending": Match.Ending.ANNULLED, "winner": None}
    Match.objects.filter(pk=match.pk).update(**annulled)
    match.event.touch()


def lock_friendly(friendly: Match) -> Match:
    """Lock a match and its event until the transaction ends, and return the match as it is now.

    The club is locked first, as in ``start_friendly`` and ``undo``, because two acts that each
    lock two events could deadlock.
    """
    Club.objects.select_for_update(no_key=True).get(pk=friendly.event.club_id)
    return lock_match(friendly)[0]


def _last_round(pool: Pool) -> int:
    last: int | None = pool.stage.pairing_rounds.aggregate(n=Max("number"))["n"]
    return last or 0


def _copy_match(friendly: Match, pool: Pool, entries: list[int]) -> Match:
    one, other = entries
    pairing_round = PairingRound.objects.create(
        stage=pool.stage,
        number=1 + _last_round(pool),
        state=PairingRound.State.PUBLISHED,
        starts_at=friendly.called_at,
    )
    draw = {pool: values.PairedRound((values.Pairing.between(one, other),))}
    write_matches(pool.stage.event, pairing_round, draw, {})
    match: Match = pairing_round.matches.get()
    for name in LIKE_MATCHES:
        setattr(match, name, getattr(friendly, name))
    match.board = None
    match.save()
    was = {side.players.get().pk: side for side in friendly.sides.all()}
    for side in match.sides.all():
        theirs = was[side.players.get().pk]
        MatchSide.objects.filter(pk=side.pk).update(
            **{name: getattr(theirs, name) for name in LIKE_SIDES}
        )
    Round.objects.bulk_create(
        Round(
            match=match,
            **{
                name: getattr(each, name)
                for name in (
                    *("game", "number", "first", "state"),
                    *("points", "score", "twenties", "discs"),
                )
            },
        )
        for each in friendly.rounds.all()
    )
    return match
