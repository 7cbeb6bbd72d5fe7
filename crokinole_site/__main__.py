"""Run a crokinole club from the terminal.

  twenties                      start the site with a demo club; Ctrl+C stops it
  twenties --bare               start without the demo club
  twenties --single             start one process only, for Windows and small computers
  twenties backup [FILE]        back up the club while it runs; prints the file
  twenties restore FILE         restore a backup into an empty folder
  twenties move TO              move a stopped site to an empty PostgreSQL, postgres://…
  twenties check                list what keeps the site from working
  twenties --version            print the version

Settings may follow in any place, such as PORT=9000 or DATA_DIR=/srv/club.
docs/operate.md lists them. Any other word is a command of Django, such as export_club.
"""

import os
import sys

from crokinole_site import __version__

COMMANDS = {"backup": "back_up", "restore": "restore", "move": "move_to", "check": "check_site"}


def run_command(words: list[str]) -> None:
    """Run a command of the site, or of Django, with this site's settings."""
    # What a site keeps is not for the server's other accounts. These write source instead.
    if not {"makemigrations", "makemessages", "compilemessages"} & {*words[:1]}:
        os.umask(0o077)
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "crokinole_site.settings")
    from django.core.management import ManagementUtility

    ManagementUtility(["twenties", *words]).execute()


def main() -> None:
    words = []
    for word in sys.argv[1:]:
        name, is_setting, value = word.partition("=")
        if is_setting and name.isupper():
            os.environ[name] = value
        elif word == "--bare":
            os.environ["DEMO"] = "0"
        else:
            words.append(word)
    if {"-h", "--help"} & {*words[:1]}:
        print(__doc__)
        return
    if words == ["--version"]:
        print(__version__)
        return
    os.environ.setdefault("HTTPS", "0")  # as `make run`: behind a proxy, HTTPS=1
    if not words or words[0].startswith("-"):
        words = ["serve", *words]
    run_command([COMMANDS.get(words[0], words[0]), *words[1:]])


if __name__ == "__main__":
    main()
