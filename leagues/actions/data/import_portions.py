"""Import in short transactions, so that score reports are written between them.

Events and players stay in the bin until the last portion, and ``ResultsFile.written`` lists
their keys. An import that was cut off is removed, and no page shows half an event.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from datetime import datetime, timedelta
from time import monotonic
from types import TracebackType
from typing import Any, TypeVar

from django.db import DatabaseError, models, transaction
from django.db.models import Q, QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from leagues.actions.data.imported_rows import imported_rows, rows_of_people
from leagues.actions.events.events import at_free_slug, free_slug
from leagues.actions.refusal import Refused
from leagues.actions.rehearsal.background import NEVER
from leagues.models import Event, Player, ResultsFile

T = TypeVar("T", bound=models.Model)

AT_ONCE = 500
PORTION = 0.1  # seconds after which a transaction ends
PAUSE = 0.02  # seconds for other writers
CUT_OFF = timedelta(minutes=2)  # without another portion


class Portions:
    """Writes one import portion by portion, and removes all of it if one portion fails."""

    def __init__(self, file: ResultsFile) -> None:
        self.file = file
        self.written: dict[str, list[int]] = {"events": [], "players": []}
        self._begun = 0.0
        self._open: transaction.Atomic | None = None

    def __enter__(self) -> Portions:
        left = _take_over(self.file)
        self._at = left.writing_at
        _remove_rows(left.written)
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if kind is None:
            return
        with suppress(DatabaseError):  # if this fails too, ``take_back_cut_off`` removes it
            if self._open:
                self._open.__exit__(kind, error, trace)
            left = self._file.first()  # it lists only what was committed
            if left:
                _take_back(left.pk, self._at, left.written)

    @property
    def _file(self) -> QuerySet[ResultsFile]:
        """The file, if no other import has claimed it since."""
        return ResultsFile.objects.filter(pk=self.file.pk, writing_at=self._at)

    def write(self, rows: Sequence[T]) -> Sequence[T]:
        """Save new rows. Players stay in the bin, so that lists don't show them yet."""
        for row in rows:
            if isinstance(row, Player):
                row.binned_at = self._at
        for begin in range(0, len(rows), AT_ONCE):
            self._begin()
            made = rows[begin : begin + AT_ONCE]
            type(made[0])._base_manager.bulk_create(made)
            self.written["players"] += [p.pk for p in made if isinstance(p, Player)]
            if monotonic() - self._begun > PORTION:
                self.rest()
        return rows

    def write_event(self, event: Event) -> None:
        """Save a new event under a free slug, and try another if the slug is taken meanwhile."""

        def save(slug: str) -> None:
            event.slug = slug
            event.save(force_insert=True)

        self._begin()
        event.binned_at = self._at
        at_free_slug(lambda: free_slug(event.name), save)
        self.written["events"].append(event.pk)

    def _begin(self) -> None:
        """Open a transaction unless one is open."""
        if self._open is None:
            self._open = transaction.atomic()
            self._open.__enter__()
            self._begun = monotonic()

    def rest(self) -> None:
        """Commit and pause, so that others can write: after a portion, and before slow work."""
        if self._open is not None:
            self.commit()
            NEVER.wait(PAUSE)

    def commit(self) -> None:
        if self._open is None:
            return
        now = timezone.now()
        if not self._file.update(writing_at=now, written=self.written):
            raise Refused(_("This file has already been imported or deleted."))
        portion, self._open = self._open, None
        portion.__exit__(None, None, None)
        self._at = now

    def show_all(self) -> None:
        """In the last transaction, delete the file, and take its rows out of the bin."""
        if not self._file.delete()[0]:
            raise Refused(_("This file has already been imported or deleted."))
        for model, name in ((Event, "events"), (Player, "players")):
            for begin in range(0, len(self.written[name]), AT_ONCE):
                keys = self.written[name][begin : begin + AT_ONCE]
                model._base_manager.filter(pk__in=keys).update(binned_at=None)


def _take_over(file: ResultsFile) -> ResultsFile:
    """Claim the file for this import, also from an earlier import that was cut off."""
    now = timezone.now()
    here = ResultsFile.objects.filter(pk=file.pk)
    is_free = Q(writing_at=None) | Q(writing_at__lt=now - CUT_OFF)
    if not here.filter(is_free).update(writing_at=now):
        if here.exists():
            raise Refused(_("This file is being imported right now."))
        raise Refused(_("This file has already been imported or deleted."))
    return here.get()


def take_back_cut_off(*, now: datetime) -> None:
    """Remove the rows of imports that were cut off. Their files can be imported again."""
    for file in ResultsFile.objects.filter(writing_at__lt=now - CUT_OFF):
        ours = ResultsFile.objects.filter(pk=file.pk, writing_at=file.writing_at)
        if ours.update(writing_at=now):
            _take_back(file.pk, now, file.written)


def _take_back(pk: int, at: datetime | None, written: Mapping[str, Any]) -> None:
    _remove_rows(written)
    ours = ResultsFile.objects.filter(pk=pk, writing_at=at)
    ours.update(writing_at=None, written={})


def _remove_rows(written: Mapping[str, Any]) -> None:
    """Delete these rows, in one transaction for each kind of row."""
    if not written:
        return
    for rows in (*imported_rows(written).values(), *rows_of_people(written["players"])):
        with transaction.atomic():
            rows._raw_delete(rows.db)
        NEVER.wait(PAUSE)
