"""A form page that previews the moves in the table before it saves."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from django.http import HttpResponse
from django.utils.translation import gettext_lazy

from leagues.actions.leagues.table_previews import what_if
from leagues.models import League
from leagues.reads.leagues.table.table_moves import TableMove, how_many_move
from leagues.reads.state_marks import mark_of
from leagues.views.attempt import Attempt
from leagues.views.desk.leagues.home import LeagueView, names_of


class PreviewView(LeagueView):
    """A form that shows who would move in the table. If anyone does, it asks for confirmation."""

    success_message = gettext_lazy("Saved.")
    changes: Mapping[League, Sequence[TableMove]] = {}

    @property
    def moves(self) -> list[TableMove]:
        return [move for moves in self.changes.values() for move in moves]

    def named_moves(self) -> list[dict[str, Any]]:
        return with_names(self.moves)

    def leagues_changed(self, form: Any) -> Iterable[League]:
        return [self.league]

    def form_valid(self, form: Any) -> HttpResponse:
        with Attempt(form) as self.tried:
            leagues = self.leagues_changed(form)
            self.changes = what_if(leagues, lambda: self.perform(form))
        if self.tried.refused is not None:
            return self.form_invalid(form)
        mark = moves_mark(self.moves)
        if self.moves and self.request.POST.get("seen_moves") != mark:
            return self.render_to_response(self.get_context_data(form=form))
        return super().form_valid(form)

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        context = {
            "moves": self.named_moves(),
            "moves_mark": moves_mark(self.moves),
            "movers": how_many_move(self.moves),
            "back": self.get_success_url(),
        }
        return super().get_context_data(**context | kwargs)


def moves_mark(moves: Sequence[TableMove]) -> str:
    """Return a hash of the previewed moves: each player's place and points, before and after."""
    return mark_of([[m.player, _row_data(m.before), _row_data(m.after)] for m in moves])


def _row_data(row: Any) -> Any:
    return [row.place, str(row.tour_points)] if row else None


def with_names(moves: Sequence[TableMove]) -> list[dict[str, Any]]:
    names = names_of(move.player for move in moves)
    return [{"move": move, "name": names[move.player]} for move in moves]
