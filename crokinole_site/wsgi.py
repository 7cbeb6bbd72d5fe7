"""The WSGI application, loaded by gunicorn."""

import gc
import os
from datetime import date
from importlib import import_module
from typing import Any

from django.conf import settings
from django.core.wsgi import get_wsgi_application
from django.urls import get_resolver, reverse
from django.utils.translation import get_language, override

from leagues.dates import date_format


def share_addresses(resolver: Any) -> None:
    """Let all languages use one list of addresses: none is translated.

    Django makes a list of 1.8 MB for each language.
    """
    for lists in (resolver._reverse_dict, resolver._namespace_dict, resolver._app_dict):
        lists |= dict.fromkeys(dict(settings.LANGUAGES), lists[get_language()])


os.environ.setdefault("DJANGO_SETTINGS_MODULE", "crokinole_site.settings")

application = get_wsgi_application()

# Modules loaded now are never freed. Searching them for garbage again and again would delay
# every fifth page of a large event by a tenth of a second.
import_module("crokinole_site.urls")
# What pages in each language need is loaded now too: 20 MB, which the workers then share.
reverse("home")  # lists all addresses
share_addresses(get_resolver())
for language, _name in settings.LANGUAGES:
    with override(language, deactivate=True):  # reads its catalogue
        date_format(date.min, "j F Y")  # reads its names of days and months
gc.collect()
gc.freeze()
# A page of a large event makes thousands of objects. Looking for cyclic garbage after every 700
# of them, Python's default, is a tenth of its work. A full collection comes after 400,000: with
# 250 instead of 10 it never came, and a worker grew to 660 MB in 35 minutes.
gc.set_threshold(10_000, 4, 10)
