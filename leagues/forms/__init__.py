"""Forms: they turn text from people into clean values, and change nothing."""

from django.http import HttpRequest, QueryDict


def sent_data(request: HttpRequest) -> QueryDict | None:
    """Return the submitted data of a POST. None for other methods, which show an unbound form."""
    return request.POST if request.method == "POST" else None
