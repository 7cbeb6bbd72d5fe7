"""Collects what there is to translate, the reasons for a pairing among it.

Pairing knows no gettext: it says why as data, and the page translates the sentence.
"""

from __future__ import annotations

from django.core.management.commands import makemessages


class Command(makemessages.Command):
    xgettext_options = makemessages.Command.xgettext_options + ["--keyword=Why:1"]  # noqa: RUF005
