"""The form for the awards at the end of a season."""

from collections.abc import Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from leagues.models import Award, League, Player
from leagues.models.names import tidy_name
from leagues.reads.leagues.end.awards import AwardChoice, key_of_award


class AwardsForm(forms.Form):
    """Suggested awards to tick, and one award of the organiser's choice."""

    template_name = "desk/leagues/season/_awards_form.html"

    given = forms.MultipleChoiceField(
        label=gettext_lazy("Awards"),
        required=False,
        error_messages={
            "invalid_choice": gettext_lazy("The table has changed. Check the suggestions again.")
        },
    )
    title = forms.CharField(
        label=gettext_lazy("Another award"),
        max_length=60,
        required=False,
        help_text=gettext_lazy("Such as Best loser or Spirit of the season."),
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
    player = forms.ModelChoiceField(
        Player.objects.none(),
        label=gettext_lazy("Goes to"),
        required=False,
        empty_label=gettext_lazy("Choose a player"),
    )

    def __init__(
        self,
        *args: Any,
        league: League,
        choices: Sequence[AwardChoice],
        kept: Sequence[Award],
        **kwargs: Any,
    ) -> None:
        """``kept`` are saved awards that are not among the suggestions."""
        self.choices, self.kept = choices, kept
        given = [each.key for each in choices if each.is_given]
        kwargs["initial"] = {"given": [*given, *(key_of_award(each) for each in kept)]}
        super().__init__(*args, **kwargs)
        field = self.fields["given"]
        assert isinstance(field, forms.MultipleChoiceField)
        field.choices = [
            *((each.key, each.named) for each in choices),
            *((key_of_award(each), each.named) for each in kept),
        ]
        people = self.fields["player"]
        assert isinstance(people, forms.ModelChoiceField)
        people.queryset = Player.objects.present().filter(club=league.club).by_surname()

    def clean_title(self) -> str:
        return tidy_name(self.cleaned_data["title"])

    def clean(self) -> dict[str, Any]:
        cleaned = self.cleaned_data
        if cleaned.get("title") and not cleaned.get("player"):
            self.add_error("player", _("Choose who gets it."))
        if cleaned.get("player") and not cleaned.get("title"):
            self.add_error("title", _("Enter the award’s name."))
        return cleaned

    @property
    def ticks(self) -> list[tuple[AwardChoice, bool]]:
        ticked = self["given"].value() or []
        return [(each, each.key in ticked) for each in self.choices]

    @property
    def kept_ticks(self) -> list[tuple[Award, str, bool]]:
        ticked = self["given"].value() or []
        return [(each, key_of_award(each), key_of_award(each) in ticked) for each in self.kept]

    @property
    def awards(self) -> list[dict[str, Any]]:
        """The chosen awards as data for ``confirm_awards``: suggested, kept and new ones."""
        cleaned = self.cleaned_data
        chosen = [e.facts for e in self.choices if e.key in cleaned["given"]]
        chosen += [_award_facts(e) for e in self.kept if key_of_award(e) in cleaned["given"]]
        if cleaned["title"]:
            own = {"title": cleaned["title"], "player_id": cleaned["player"].pk}
            empty: dict[str, Any] = {"division": "", "rival_id": None, "figures": []}
            chosen.append({"kind": Award.Kind.OWN.value, **empty, **own})
        once = {(each["kind"], each["title"], each["player_id"]): each for each in chosen}
        return list(once.values())


def _award_facts(award: Award) -> dict[str, Any]:
    names = ("kind", "title", "division", "player_id", "rival_id", "figures")
    return {name: getattr(award, name) for name in names}
