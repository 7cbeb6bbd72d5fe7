#!/usr/bin/env python
"""Django's command line, with this site's settings."""

import os
import sys

from django.core.management import execute_from_command_line

if __name__ == "__main__":
    # What a site keeps is not for the server's other accounts. These write source instead.
    if not {"makemigrations", "makemessages", "compilemessages"} & {*sys.argv[1:2]}:
        os.umask(0o077)
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "crokinole_site.settings")
    execute_from_command_line(sys.argv)
