"""Leftover parcels of reports: kept, but not judged because their process died."""

import logging
from dataclasses import replace
from datetime import datetime, timedelta

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from leagues.access.pass_checks import NoEntry, speaker_of
from leagues.access.phone_passes import open_pass
from leagues.actions.refusal import Refused
from leagues.forms.phones.reports import Nonsense, read_json, read_parcel
from leagues.models import KeptParcel, RoundReport
from leagues.views.phones.reports import phone_of, save_reports

TRIED_FOR = timedelta(days=1)
"""Parcels that fail for longer are no longer tried, and remain for inspection."""
REPORTED_SINCE = _(
    "The same side sent a newer report of this round before this one could be checked."
)

log = logging.getLogger(__name__)


def judge_left(*, before: datetime) -> None:
    """Judge the parcels received before this moment. Several processes can run this: each parcel
    is judged once.
    """
    lies = KeptParcel.objects.filter(received_at__range=(before - TRIED_FOR, before))
    for parcel in lies:
        try:
            with transaction.atomic():
                if KeptParcel.objects.filter(pk=parcel.pk).delete()[0]:
                    _judge_parcel(parcel)
        except Exception:  # one faulty parcel must not block the others
            log.exception("could not judge what a phone sent")


def _judge_parcel(parcel: KeptParcel) -> None:
    pass_ = open_pass(parcel.signed)
    if pass_ is None:
        raise LookupError("its pass was made with another secret key")
    since = RoundReport.objects.filter(match=pass_.match, received_at__gt=parcel.received_at)
    newer = set(since.values_list("seat", "game", "number"))
    try:
        parsed = read_parcel(read_json(bytes(parcel.body)))
        holder = speaker_of(pass_)
        for sent, seat in parsed.reports:
            side = phone_of(holder, seat, parsed.device).seat
            is_late = (side, sent.game, sent.number) in newer
            closed = holder.closed or (str(REPORTED_SINCE) if is_late else "")
            one = replace(parsed, reports=((sent, seat),))
            save_reports(replace(holder, closed=closed), one)
    except (Nonsense, NoEntry, Refused) as why:
        log.warning("what a phone sent was refused: %s", why)
