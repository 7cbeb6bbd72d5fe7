"""Forms of the desk during play: clock, announcements, calls, ending a match."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any

from django import forms
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from leagues.actions.play.clock import MOST
from leagues.models import Board, Event
from scoring.sides import BySeat, Seat

LONGEST_DAY = 24 * 60  # minutes that an announcement can be shown

WALKOVER, NO_ONE_CAME, STOPPED, ANNULLED = "walkover", "nobody", "stopped", "annulled"


class ClockForm(forms.Form):
    minutes = forms.IntegerField(label=gettext_lazy("Minutes"), min_value=1, max_value=MOST)


class SayForm(forms.Form):
    text = forms.CharField(
        label=gettext_lazy("Announcement"),
        max_length=200,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
    minutes = forms.IntegerField(
        label=gettext_lazy("Minutes to show it"),
        help_text=gettext_lazy("Leave blank to show it until you remove it or the event ends."),
        required=False,
        min_value=1,
        max_value=LONGEST_DAY,
    )

    def until(self) -> datetime | None:
        minutes = self.cleaned_data["minutes"]
        return timezone.now() + timedelta(minutes=minutes) if minutes else None


class CallForm(forms.Form):
    """Choose the board for a match."""

    board = forms.ModelChoiceField(
        label=gettext_lazy("Board"), queryset=Board.objects.none(), empty_label=None
    )

    def __init__(self, event: Event, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        boards = self.fields["board"]
        assert isinstance(boards, forms.ModelChoiceField)
        boards.queryset = event.boards.all()


class EndForm(forms.Form):
    """How a match ends without being played to its end."""

    how = forms.ChoiceField(label=gettext_lazy("What happened"), widget=forms.RadioSelect)
    points = forms.CharField(
        label=gettext_lazy("Points for a walkover"),
        required=False,
        max_length=20,
        help_text=gettext_lazy("The winner’s points first. The box starts with the usual score."),
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
    reason = forms.CharField(
        label=gettext_lazy("Reason"),
        required=False,
        max_length=200,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
    seen = forms.CharField(required=False, max_length=40, widget=forms.HiddenInput)

    def __init__(self, names: Sequence[str], *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.names = names
        how = self.fields["how"]
        assert isinstance(how, forms.ChoiceField)
        how.choices = [
            *(
                (f"{WALKOVER}-{seat}", _("%(name)s wins by walkover") % {"name": name})
                for seat, name in enumerate(names)
            ),
            (NO_ONE_CAME, _("No one came; all lose with no points")),
            (STOPPED, _("It can’t go on; count what was played")),
            (ANNULLED, _("Void; it doesn’t count")),
        ]

    @property
    def winner(self) -> Seat | None:
        how, _dash, seat = self.cleaned_data["how"].partition("-")
        return Seat(int(seat)) if how == WALKOVER else None

    def walkover_points(self) -> BySeat[int]:
        """Return the winner's points at the winner's seat, and the losers' points at the others."""
        won, lost = self.cleaned_data["points"]
        return BySeat(*(won if seat == self.winner else lost for seat in range(len(self.names))))

    def clean_points(self) -> tuple[int, int]:
        typed = self.cleaned_data["points"]
        numbers = typed.replace("–", " ").replace("-", " ").split() or ["0", "0"]
        if len(numbers) != 2 or not all(n.isdecimal() and len(n) < 5 for n in numbers):
            raise forms.ValidationError(_("Enter two numbers, such as 8-0."))
        won, lost = map(int, numbers)
        if won < lost:
            raise forms.ValidationError(_("Enter the winner’s points first, such as 8-0."))
        return won, lost
