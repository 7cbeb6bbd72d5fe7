#!/usr/bin/env python
"""Django's command line, with this site's settings."""

import sys

from crokinole_site.__main__ import run_command

if __name__ == "__main__":
    run_command(sys.argv[1:])
