"""Where gunicorn finds the site."""

import gc
import os
from importlib import import_module

from django.core.wsgi import get_wsgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "crokinole_site.settings")

application = get_wsgi_application()

# What is loaded now is never thrown away. Looking through it again and again for something to
# throw away would hold up every fifth page of a large event by a tenth of a second.
import_module("crokinole_site.urls")
gc.collect()
gc.freeze()
# What a page makes it lets go of without being looked for. A page of a large event makes
# so much of it that looking after every 700 pieces, as Python does, is a tenth of the work.
# What survives is looked at again every fourth time, while it is little: every twentieth time
# took 80 ms, for which every report of that process waited, and every fourth takes 42 at most.
gc.set_threshold(10_000, 4, 250)
