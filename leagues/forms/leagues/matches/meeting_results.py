"""The results of a team meeting, entered by board at a league's desk."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django import forms
from django.utils.translation import gettext as _

from leagues.forms.leagues.matches.desk_totals import DeskTotalsForm
from leagues.models import League
from leagues.reads.leagues.kinds.teams import BoardLine
from leagues.reads.leagues.matches.totals import takes_totals


class BoardResultForm(DeskTotalsForm):
    """The result of one board. If it is unchanged, it isn't saved."""

    use_required_attribute = False

    def has_changed(self) -> bool:
        return any(name != "key" for name in self.changed_data)


@dataclass(frozen=True)
class BoardRow:
    line: BoardLine
    form: BoardResultForm | None
    """None if the board doesn't take totals: it is entered by rounds, or ended without play."""


class MeetingResultsForm(forms.Form):
    """All boards of a meeting. If one result is invalid, none is saved."""

    def __init__(
        self, *args: Any, league: League, boards: Sequence[BoardLine], **kwargs: Any
    ) -> None:
        super().__init__(*args, **kwargs)
        self.rows = [self._row(league, line) for line in boards]

    def _row(self, league: League, line: BoardLine) -> BoardRow:
        if not takes_totals(line.match, league):
            return BoardRow(line, None)
        form = BoardResultForm(
            self.data if self.is_bound else None,
            match=line.match,
            prefix=f"b{line.match.number}",
            empty_permitted=True,
        )
        return BoardRow(line, form)

    @property
    def takes_results(self) -> bool:
        return any(row.form for row in self.rows)

    @property
    def changed(self) -> list[tuple[BoardLine, BoardResultForm]]:
        rows = ((row.line, row.form) for row in self.rows)
        return [(line, form) for line, form in rows if form and form.has_changed()]

    def clean(self) -> dict[str, Any]:
        changed = self.changed
        if not changed:
            self.add_error(None, _("Enter at least one result."))
        is_possible = [form.is_valid() for _line, form in changed]
        if not all(is_possible):
            self.add_error(None, _("Nothing was saved. Correct the boards marked below."))
        return self.cleaned_data
