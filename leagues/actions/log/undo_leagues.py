"""Undoing what was done to a league, or why not and what to do instead."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as later

from leagues.actions.log.undoable import Undos

UNDOS: Undos = {
    "open_league": later("Cancel its nights, or show it to organisers only."),
    "enrol_members": later("End their membership on the league’s page of people."),
    "end_enrolment": later("Make them a member again from the next night on."),
    "adjust_points": later("Withdraw the adjustment on the league’s page of people."),
}
