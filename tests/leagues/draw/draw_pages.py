"""Requests to the pages of a draw."""

from typing import Any, TypeAlias

from django.test import Client

from leagues.models import Event, Stage

Page: TypeAlias = Any
"""A response of the test client."""


def address(stage: Stage, act: str = "") -> str:
    return f"/desk/events/{stage.event.slug}/draw/{stage.number}/{act}"


def text(answer: Page) -> str:
    return str(answer.content, "utf-8")


def seen(answer: Page) -> str:
    mark: str = answer.context["seen"]
    return mark


def act(browser: Client, stage: Stage, verb: str, **more: object) -> Page:
    """Press a button of the page as it is now."""
    page = browser.get(address(stage))
    return browser.post(address(stage, f"{verb}/"), {"seen": seen(page), **more}, follow=True)


def public(event: Event, rest: str = "") -> str:
    return f"/events/{event.slug}/draw/{rest}"
