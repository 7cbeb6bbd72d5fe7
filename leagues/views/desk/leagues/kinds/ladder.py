"""The page where an organiser enters a ladder challenge for two players."""

from typing import Any

from django.http import Http404
from django.utils.decorators import method_decorator
from django.utils.translation import gettext_lazy

from leagues.actions.leagues.kinds.ladder import challenge_player
from leagues.forms.leagues.kinds.challenge import TwoOnLadderForm
from leagues.models import Surface
from leagues.reads.leagues.kinds.ladder import ladder_of
from leagues.views.desk.leagues.home import LeagueView
from leagues.views.repeated_submits import made_once


@method_decorator(made_once, name="dispatch")
class DeskChallenge(LeagueView):
    """Choose challenger and opponent.

    What the ladder's rules refuse becomes an error of the form.
    """

    form_class = TwoOnLadderForm
    template_name = "desk/leagues/kinds/challenge.html"
    success_message = gettext_lazy("%(entry)s has challenged %(other)s.")

    def get_form_kwargs(self) -> dict[str, Any]:
        if not self.league.of_kind.is_ladder:
            raise Http404
        return super().get_form_kwargs() | {"standing": ladder_of(self.league)}

    def perform(self, form: TwoOnLadderForm) -> None:
        challenge_player(by=self.who, league=self.league, **form.cleaned_data)

    def get_success_message(self, cleaned_data: Any) -> str:
        names = {each: cleaned_data[each].shown_on(Surface.DESK) for each in cleaned_data}
        return self.success_message % names
