"""A form with one field of each kind, for the style guide."""

from django import forms


class Sample(forms.Form):
    name = forms.CharField(max_length=60, help_text="As it stands on the score card.")
    email = forms.EmailField(label="E-mail", required=False)
    boards = forms.IntegerField(min_value=1, max_value=99)
    format = forms.ChoiceField(
        choices=[("swiss", "Swiss"), ("round_robin", "Everybody meets everybody")]
    )
    trust = forms.ChoiceField(
        label="Which report counts",
        widget=forms.RadioSelect,
        choices=[("first", "The first report stands"), ("both", "Both sides enter")],
    )
    notes = forms.CharField(required=False, widget=forms.Textarea(attrs={"rows": 3}))
    minor = forms.BooleanField(
        label="Under 16", required=False, help_text="Shown with a shortened name."
    )
