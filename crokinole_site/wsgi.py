"""The WSGI application, loaded by gunicorn."""

import gc
import os
from importlib import import_module

from django.core.wsgi import get_wsgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "crokinole_site.settings")

application = get_wsgi_application()

# Modules loaded now are never freed. Searching them for garbage again and again would delay
# every fifth page of a large event by a tenth of a second.
import_module("crokinole_site.urls")
gc.collect()
gc.freeze()
# A page of a large event makes thousands of objects. Looking for cyclic garbage after every 700
# of them, Python's default, is a tenth of its work. A full collection comes after 400,000: with
# 250 instead of 10 it never came, and a worker grew to 660 MB in 35 minutes.
gc.set_threshold(10_000, 4, 10)
