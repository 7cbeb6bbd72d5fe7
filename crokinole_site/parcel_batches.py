"""Store parcels of queueing phones in batches: all that arrive during a commit share the next
one.
"""

import asyncio
from collections.abc import Collection, Sequence
from concurrent.futures import ThreadPoolExecutor
from uuid import UUID

from django.db import close_old_connections

from crokinole_site.report_activity import LONGEST_WAIT
from leagues.actions.phones.parcels import exchange_parcels
from leagues.models import KeptParcel

MOST = 1_000  # parcels that one process keeps and has not judged


class ParcelBatch:
    def __init__(self) -> None:
        self.thread = ThreadPoolExecutor(1, "parcels")
        self.arrived: list[tuple[KeptParcel, asyncio.Future[bool]]] = []
        self.judged: list[UUID] = []
        self.held = 0
        self.at_work: asyncio.Task[None] | None = None

    async def keep(self, parcel: KeptParcel) -> bool:
        """Store a parcel; True once it is safe. If not, nothing is lost: its phone still waits."""
        if self.held >= MOST:
            return False
        self.held += 1
        safe: asyncio.Future[bool] = asyncio.get_running_loop().create_future()
        self.arrived.append((parcel, safe))
        self._begin()
        is_safe = False
        try:
            is_safe = await safe
        finally:
            self.held -= not is_safe
        return is_safe

    def let_go(self, parcel: KeptParcel, *, is_judged: bool) -> None:
        """Release a parcel. The row of a judged one is deleted with the next batch, or when
        none is held.

        A parcel that could not be judged stays, for ``judge_left`` to try again.
        """
        if is_judged:
            self.judged.append(parcel.pk)
        self.held -= 1
        if not self.held:
            self._begin()

    async def all_are_safe(self) -> None:
        """Wait until the current batches are stored, at most ``LONGEST_WAIT``."""
        if self.at_work is not None:
            await asyncio.wait({self.at_work}, timeout=LONGEST_WAIT)

    def _begin(self) -> None:
        if self.at_work is None:
            self.at_work = asyncio.create_task(self._exchange())

    async def _exchange(self) -> None:
        works = True
        try:
            while self.arrived or (self.judged and not self.held and works):
                works = await self._commit()
        finally:
            self.at_work = None

    async def _commit(self) -> bool:
        arrived, self.arrived = self.arrived, []
        judged, self.judged = self.judged, []
        parcels = [parcel for parcel, _safe in arrived]
        loop = asyncio.get_running_loop()
        works = False
        try:
            works = await loop.run_in_executor(self.thread, write_batch, parcels, judged)
        finally:
            if not works:
                self.judged += judged
            for _parcel, safe in arrived:
                if not safe.done():  # the waiting request may have been cancelled
                    safe.set_result(works)
        return works


def write_batch(parcels: Sequence[KeptParcel], judged: Collection[UUID]) -> bool:
    """Write a batch in the thread, whose connection may have been closed since the last one."""
    close_old_connections()
    return exchange_parcels(parcels, judged)
