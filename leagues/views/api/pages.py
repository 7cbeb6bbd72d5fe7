"""Pagination of the API."""

from typing import Annotated, Any, Generic, TypeVar
from urllib.parse import urlencode

from django.db.models import QuerySet
from django.http import HttpRequest
from ninja import Field, Query, Schema

from leagues.views.public.calendars import site_of
from leagues.views.public.pagination import MOST, Part, part_of

SIZE = 50
T = TypeVar("T")
PageNumber = Annotated[int, Query(ge=1, le=MOST, description="Which page of results.")]


class PageJson(Schema, Generic[T]):
    """One page of a list, with the addresses of the next and previous pages."""

    results: list[T]
    next: str | None = Field(description="The address of the next page.")
    previous: str | None = Field(description="The address of the page before.")


def some_of(request: HttpRequest, rows: QuerySet[Any, Any] | list[Any]) -> Part:
    return part_of(request, "page", rows, SIZE)


def page_of(request: HttpRequest, part: Part, results: list[Any]) -> dict[str, Any]:
    here = f"{site_of(request)}{request.path}"
    return {
        "results": results,
        "next": _page_url(here, part.after) if part.has_after else None,
        "previous": _page_url(here, part.before) if part.before else None,
    }


def _page_url(here: str, page: int) -> str:
    return f"{here}?{urlencode({'page': page})}"
