"""Forms for ladder challenges."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from leagues.models import Entry, League, Surface
from leagues.reads.leagues.kinds.ladder import LadderState


class ChallengeForm(forms.Form):
    entry = forms.ModelChoiceField(Entry.objects.none())

    def __init__(self, *args: Any, league: League, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        field = self.fields["entry"]
        assert isinstance(field, forms.ModelChoiceField)
        field.queryset = Entry.objects.named().filter(event=league.event_id)


class TwoOnLadderForm(forms.Form):
    """Choose a challenger and an opponent on the ladder. The challenger is the lower one."""

    entry = forms.TypedChoiceField(label=_("Who challenges"), coerce=int)
    other = forms.TypedChoiceField(label=_("Who is challenged"), coerce=int)

    def __init__(self, *args: Any, standing: LadderState, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.standing = standing
        choices = [
            (line.entry.pk, f"{line.place} · {line.entry.shown_on(Surface.DESK)}")
            for line in standing.lines
        ]
        for name in ("entry", "other"):
            field = self.fields[name]
            assert isinstance(field, forms.TypedChoiceField)
            field.choices = [("", _("Choose a player")), *choices]
            field.error_messages |= dict.fromkeys(
                ("required", "invalid_choice"), _("Choose a player on the ladder.")
            )

    def clean_entry(self) -> Entry:
        return self.standing.entries[self.cleaned_data["entry"]]

    def clean_other(self) -> Entry:
        return self.standing.entries[self.cleaned_data["other"]]
