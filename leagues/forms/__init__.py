"""Text from people becomes clean values here. Forms decide nothing."""

from django.http import HttpRequest, QueryDict


def sent(request: HttpRequest) -> QueryDict | None:
    """What a form was filled in with, or nothing when it is only being shown."""
    return request.POST if request.method == "POST" else None
