"""Who is in a league that is being set up."""

from __future__ import annotations

from typing import Any

from django import forms
from django.db.models import QuerySet
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from leagues.forms.leagues.division_names import DivisionNamesField
from leagues.forms.several import SeveralField
from leagues.models import Player


class WhoForm(forms.Form):
    """Who is in its table: everybody, those who are ticked, or whoever is enrolled later."""

    template_name = "desk/leagues/new/_members_form.html"

    who = forms.ChoiceField(
        label=gettext_lazy("Who is in the table"),
        choices=[
            ("everybody", gettext_lazy("Everyone who plays, except the club’s guests")),
            ("chosen", gettext_lazy("Those I tick here")),
            ("link", gettext_lazy("Whoever opens the link joins; I pass it on")),
            ("later", gettext_lazy("I choose later: until then all play as guests")),
        ],
        widget=forms.RadioSelect,
    )
    player = SeveralField(Player.objects.none(), required=False)
    divisions = DivisionNamesField(
        label=gettext_lazy("Divisions"),
        max_length=600,
        required=False,
        help_text=gettext_lazy(
            "One a line, the highest first, each with a table of its own. Who plays in "
            "which is said once the league is open. Left empty: one table."
        ),
    )

    def __init__(self, *args: Any, players: QuerySet[Player], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        field = self.fields["player"]
        assert isinstance(field, forms.ModelMultipleChoiceField)
        field.queryset = players

    @property
    def ticks(self) -> list[tuple[Player, bool]]:
        """Everybody who may be a member, and whether they are ticked."""
        field = self.fields["player"]
        assert isinstance(field, forms.ModelMultipleChoiceField)
        ticked = self["player"].value() or []
        return [(player, str(player.pk) in ticked) for player in field.queryset or ()]

    def clean(self) -> dict[str, Any]:
        said = self.cleaned_data
        if said.get("who") == "chosen" and not said.get("player"):
            self.add_error("who", _("Tick who is a member, or choose later."))
        return said
