"""The screen of the league set-up that asks for the members."""

from typing import Any

from django import forms
from django.db.models import QuerySet
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from leagues.forms.leagues.joining.division_names import DivisionNamesField
from leagues.forms.leagues.joining.divisions import MOST_ERRORS, MOST_LETTERS, ListReader
from leagues.forms.row_checkboxes import SeveralField
from leagues.models import Club, Player


class WhoForm(forms.Form):
    """Who is in the table: everyone who plays, those ticked or listed, or those who join later.

    ``listed`` are the people of the typed list; new ones are unsaved.
    """

    template_name = "desk/leagues/new/_members_form.html"

    who = forms.ChoiceField(
        label=gettext_lazy("Who is in the table"),
        choices=[
            ("everybody", gettext_lazy("Everyone who plays, except the club’s guests")),
            ("chosen", gettext_lazy("The people I tick or list here")),
            ("link", gettext_lazy("Anyone who opens a link that I share")),
            ("later", gettext_lazy("I’ll choose later; until then, all play as guests")),
        ],
        widget=forms.RadioSelect,
    )
    player = SeveralField(Player.objects.none(), required=False)
    names = forms.CharField(
        label=gettext_lazy("Names and e-mail addresses"),
        max_length=MOST_LETTERS,
        required=False,
        strip=False,
        widget=forms.Textarea(attrs={"rows": 8, "spellcheck": "false"}),
        help_text=gettext_lazy(
            "One person per line, such as “Ann Smith ann@example.org”. You can paste rows from a spreadsheet. They become members of the club and of this league."
        ),
    )
    divisions = DivisionNamesField(
        label=gettext_lazy("Divisions"),
        max_length=600,
        required=False,
        help_text=gettext_lazy(
            "One per line, the highest first. Each has a separate table. Choose who plays in which once the league is open. Leave blank for one table."
        ),
    )

    def __init__(self, *args: Any, club: Club, players: QuerySet[Player], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.club = club
        self.listed: list[Player] = []
        self.learnt: list[tuple[Player, Player]] = []
        field = self.fields["player"]
        assert isinstance(field, forms.ModelMultipleChoiceField)
        field.queryset = players

    @property
    def ticks(self) -> list[tuple[Player, bool]]:
        """All possible members, and whether they are ticked."""
        field = self.fields["player"]
        assert isinstance(field, forms.ModelMultipleChoiceField)
        ticked = self["player"].value() or []
        return [(player, str(player.pk) in ticked) for player in field.queryset or ()]

    def clean_names(self) -> str:
        text: str = self.cleaned_data["names"]
        reader = ListReader(self.club, 1, is_one_list=True)
        self.listed = [player for people in reader.entries(text) for player in people]
        self.learnt = reader.learnt
        if reader.wrong:
            raise forms.ValidationError(reader.wrong[:MOST_ERRORS])
        return text

    def clean(self) -> dict[str, Any]:
        cleaned = self.cleaned_data
        is_empty = not (cleaned.get("player") or self.listed or "names" in self.errors)
        if cleaned.get("who") == "chosen" and is_empty:
            self.add_error("who", _("Tick or list the members, or choose later."))
        return cleaned

    @property
    def members(self) -> list[Player]:
        """The chosen members. Only for a valid form."""
        cleaned = self.cleaned_data
        ticked = list(cleaned["player"]) if cleaned["who"] == "chosen" else []
        known = {player.pk for player in ticked}
        return [*ticked, *(each for each in self.listed if each.pk not in known)]

    @property
    def new(self) -> list[str]:
        """Names of players who are new to the club."""
        return [player.name for player in self.listed if player._state.adding]
