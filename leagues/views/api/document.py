"""The OpenAPI document, and the page that shows it to people."""

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.template.response import TemplateResponse
from django.views.decorators.http import require_safe

from leagues.access.roles import for_anyone
from leagues.live.page_cache import ready_made
from leagues.views.api.v1 import NotFoundJson, api

BEGINS = "/api/v1"
OTHER_ERROR = {
    "description": "Any other error, such as 400 for a request that can’t be read, "
    "405 for another method and 503 while the site can’t answer",
    "content": {
        "application/json": {"schema": {"$ref": f"#/components/schemas/{NotFoundJson.__name__}"}}
    },
}
PAGE = re.compile(r"^PageJson_(\w+)_$")


DEFAULT = "default"


def document_of() -> dict[str, Any]:
    schema = dict(api.get_openapi_schema(path_prefix=BEGINS))
    for ways in schema["paths"].values():
        for operation in ways.values():
            operation["responses"][DEFAULT] = OTHER_ERROR
    return schema


@for_anyone
@ready_made()
@require_safe
def show_document(request: HttpRequest) -> HttpResponse:
    answer = HttpResponse(json.dumps(document_of()), content_type="application/json")
    answer["Access-Control-Allow-Origin"] = "*"
    return answer


@dataclass(frozen=True)
class AnswerField:
    name: str
    kind: str
    description: str


@dataclass(frozen=True)
class ApiAddress:
    """One path and method of the API, and the type of its answer."""

    path: str
    way: str
    """GET or POST."""
    summary: str
    has_pages: bool
    answers: str
    is_open: bool
    """True for a GET without path parameters: the page can link to it."""


@for_anyone
@ready_made()
@require_safe
def api_page(request: HttpRequest) -> HttpResponse:
    document = document_of()
    values = document["components"]["schemas"]
    return TemplateResponse(
        request,
        "public/api.html",
        {
            "about": document["info"]["description"],
            "addresses": list(_list_addresses(document["paths"])),
            "values": [
                (name, value.get("description", ""), list(_list_fields(value)))
                for name, value in values.items()
                if value.get("properties") and not name.startswith("PageJson")
            ],
        },
    )


def _list_addresses(paths: dict[str, Any]) -> Iterator[ApiAddress]:
    for path, ways in paths.items():
        for way, operation in ways.items():
            fine = min(operation["responses"].keys() - {DEFAULT})
            [content] = operation["responses"][fine]["content"].values()
            yield ApiAddress(
                path,
                way.upper(),
                operation["summary"],
                any(each["name"] == "page" for each in operation["parameters"]),
                _name_type(content["schema"]),
                way == "get" and "{" not in path,
            )


def _list_fields(value: dict[str, Any]) -> Iterator[AnswerField]:
    for name, field in value["properties"].items():
        yield AnswerField(name, _name_type(field), field.get("description", ""))


def _name_type(schema: dict[str, Any]) -> str:
    """Name the type of a JSON schema: "text", "list of LineJson", "number or nothing"."""
    if "$ref" in schema:
        name = str(schema["$ref"].rsplit("/", 1)[-1])
        return PAGE.sub(r"list of \1", name)
    if "anyOf" in schema:
        kinds = [_name_type(each) for each in schema["anyOf"]]
        if "number" in kinds:
            kinds.remove("whole number")  # "number" includes whole numbers
        return " or ".join(kinds)
    if schema.get("type") == "array":
        return f"list of {_name_type(schema['items'])}"
    words = {"string": "text", "integer": "whole number", "null": "nothing"}
    kind = str(schema.get("format") or schema.get("type", ""))
    return words.get(kind, kind)
