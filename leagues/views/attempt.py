"""``Attempt``: runs an act in a view, and keeps its refusal so that the page can show it."""

from __future__ import annotations

from types import TracebackType

from django.contrib import messages
from django.forms import BaseForm
from django.http import HttpRequest

from leagues.actions.phones.answers import as_sentence
from leagues.actions.refusal import Refused, Stale
from leagues.say import say
from scoring.errors import ScoreError


class Attempt:
    """A context manager that catches the refusal of an act: ``with Attempt(form) as tried:``.

    With a form, the refusal becomes an error of the form. With a request, it becomes a message.
    It is kept in ``refused``.
    """

    def __init__(self, form: BaseForm | None = None, *, request: HttpRequest | None = None) -> None:
        self.form, self.request = form, request
        self.refused: Refused | ScoreError | None = None

    @property
    def why(self) -> str:
        """The reason of the refusal as a sentence. Empty if the act succeeded."""
        return "" if self.refused is None else as_sentence(self.refused)

    @property
    def is_stale(self) -> bool:
        return isinstance(self.refused, Stale)

    def say_in(self, form: BaseForm) -> None:
        if isinstance(self.refused, ScoreError):
            for reason in self.refused.reasons:
                form.add_error(None, say(reason))
        elif self.refused is not None:
            form.add_error(self.refused.field, self.why)

    def __enter__(self) -> Attempt:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> bool:
        if not isinstance(error, Refused | ScoreError):
            return False
        self.refused = error
        if self.form is not None:
            self.say_in(self.form)
        if self.request is not None:
            messages.error(self.request, self.why)
        return True
