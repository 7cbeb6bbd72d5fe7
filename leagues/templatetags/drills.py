"""The results of a player's drills, in numbers."""

from django import template

from leagues.reads.people.drills import in_figures

register = template.Library()
register.filter("drill_figures", in_figures)
