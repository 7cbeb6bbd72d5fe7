"""The paper size of a browser, kept in a cookie."""

from collections.abc import Callable
from functools import wraps
from typing import Concatenate, ParamSpec

from django.http import HttpRequest
from django.http.response import HttpResponseBase

from leagues.reads.screens.paper_size import PaperSize

P = ParamSpec("P")
View = Callable[Concatenate[HttpRequest, P], HttpResponseBase]

COOKIE = "paper"
YEAR = 365 * 24 * 60 * 60


def keeps_paper_size(view: View[P]) -> View[P]:
    """Save the paper size in the query (``?paper=letter``) in a cookie."""

    @wraps(view)
    def kept(request: HttpRequest, /, *args: P.args, **kwargs: P.kwargs) -> HttpResponseBase:
        answer = view(request, *args, **kwargs)
        asked = request.GET.get(COOKIE, "")
        if asked in PaperSize.values:
            answer.set_cookie(
                COOKIE,
                asked,
                max_age=YEAR,
                secure=request.is_secure(),
                httponly=True,
                samesite="Lax",
            )
        return answer

    return kept


def paper_size(request: HttpRequest, zone: str) -> PaperSize:
    """Return the size in the query, else in the cookie, else the usual one in this time zone."""
    asked = request.GET.get(COOKIE, "")
    usual = PaperSize.usual_in(zone)
    return PaperSize.named(asked, request.COOKIES.get(COOKIE, ""), usual)
