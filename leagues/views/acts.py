"""Class-based views for pages and buttons that call one act, with a permission and refusals."""

from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.contrib.messages.views import SuccessMessageMixin
from django.forms import Form
from django.http import HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect
from django.views.generic import FormView

from leagues.access.roles import Who, get_visitor
from leagues.views.attempt import Attempt


class ActView(SuccessMessageMixin, FormView):  # type: ignore[type-arg]
    """A page with a form for ``perform``, which calls an act. A refusal becomes an error of the form.

    ``permission`` is a decorator of ``leagues.access``, applied before anything is fetched.
    ``form_name`` is the name of the form in the template.
    """

    http_method_names = ["get", "head", "post"]
    permission: Callable[..., Any]
    form_name = "form"
    tried: Attempt
    result: Any = None
    """What ``perform`` returned."""

    @classmethod
    def as_view(cls, **initkwargs: Any) -> Callable[..., HttpResponseBase]:
        view: Callable[..., HttpResponseBase] = cls.permission(super().as_view(**initkwargs))
        return view

    @property
    def who(self) -> Who:
        return get_visitor(self.request)

    def perform(self, form: Any) -> Any:
        raise NotImplementedError

    def form_valid(self, form: Any) -> HttpResponse:
        with Attempt(form) as self.tried:
            self.result = self.perform(form)
        if self.tried.refused is not None:
            return self.form_invalid(form)
        return super().form_valid(form)

    def form_invalid(self, form: Any) -> HttpResponse:
        """The page with its errors; ``FormsWithErrors`` answers 422."""
        return self.render_to_response(self.get_context_data(**{self.form_name: form}))


class ButtonView(ActView):
    """A POST-only view for a button that calls ``perform``. List it before other base classes.

    A refusal becomes a message on the page of ``get_refused_url``. Without such a page the
    refusal is raised, and the middleware ``RefusedActs`` answers it.
    """

    http_method_names = ["post"]
    form_class = Form

    def form_invalid(self, form: Any) -> HttpResponse:
        page = self.get_refused_url()
        if not page and self.tried.refused is not None:
            raise self.tried.refused
        messages.error(self.request, self.tried.why)
        return redirect(page)

    def get_refused_url(self) -> str:
        return ""
