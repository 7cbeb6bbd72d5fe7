"""Jobs that run every ten seconds: deadlines, offers, mail, webhooks, backups, publications."""

import asyncio
import logging
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime, timedelta
from functools import partial

from django.conf import settings
from django.db import DatabaseError, close_old_connections
from django.utils import timezone

from crokinole_site.report_activity import REPORTS
from leagues.access.languages import Speaking, speak_for_club
from leagues.actions.data.import_portions import take_back_cut_off
from leagues.actions.date_changes import send_waiting_changes
from leagues.actions.leagues.nights.answers import pass_on_places
from leagues.actions.leagues.unplayed.deadlines import settle_all
from leagues.actions.mail_cleanup import forget_old_mail
from leagues.actions.phones.auto_confirm import let_all_stand
from leagues.actions.rehearsal.background import start_playing
from leagues.actions.reminders import queue_reminders
from leagues.actions.send_mail import start_sending
from leagues.actions.send_webhooks import start_telling
from leagues.actions.session_cleanup import forget_old_sessions
from leagues.actions.webhook_queue import queue_week
from leagues.backup.copies import start_copying
from leagues.backup.nightly import start_nightly
from leagues.live.process_counts import COUNTS
from leagues.publishing.schedule import start_publishing
from leagues.reads.advance.event_awards import keep_next_awards
from leagues.views.phones.parcels import judge_left

EVERY = 10.0  # seconds
IN_A_QUEUE = timedelta(seconds=30)  # a parcel kept longer is judged by any process

log = logging.getLogger(__name__)


async def run_forever(threads: ThreadPoolExecutor) -> None:
    """Run the jobs for ever.

    Each process does; if two run at once, the second finds nothing to do.
    """
    loop = asyncio.get_running_loop()
    while True:
        await asyncio.sleep(EVERY)
        await loop.run_in_executor(threads, run_once)


def run_once() -> None:
    """Run all jobs once, in the club's language; after a database error each is tried again
    later.
    """
    close_old_connections()
    try:
        spoken = speak_for_club()  # this thread may still have the language of some reader
    except DatabaseError:
        spoken = Speaking(settings.LANGUAGE_CODE)
    with spoken:
        run_jobs(timezone.now())
    COUNTS.note_look()


def keep_awards() -> None:
    """Compute awards. One event takes up to 0.3 s of processor time, so reports go first."""
    with REPORTS.pause_queries():
        keep_next_awards()


def run_jobs(now: datetime) -> None:
    for bring_about in (
        partial(let_all_stand, now=now),
        partial(settle_all, now=now),
        partial(judge_left, before=now - IN_A_QUEUE),
        partial(pass_on_places, now=now),
        partial(start_nightly, now=now),
        partial(start_copying, now=now),
        partial(start_publishing, now=now),
        partial(queue_reminders, now=now),
        partial(send_waiting_changes, now=now),
        partial(queue_week, now=now),
        partial(forget_old_mail, now=now),
        partial(forget_old_sessions, now=now),
        partial(take_back_cut_off, now=now),
        partial(start_sending, now=now),
        partial(start_telling, now=now),
        start_playing,
        keep_awards,
    ):
        try:
            bring_about()
        except DatabaseError:
            log.warning("could not look what stands by now", exc_info=True)
