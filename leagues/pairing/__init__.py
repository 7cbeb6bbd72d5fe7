"""Draws: pairings, byes, first shots, boards, times and brackets.

Pure: values in, values out. An entry is anything that can be sorted and hashed (a row's
number, a name); the dice are an argument, made from a seed that the draw shows. The same
entries, history and seed give the same draw, whatever order they came in.

Drawing         ``round_robin`` ``partial`` ``swiss`` ``partners`` ``many_sided`` ``interclub``
Play-offs       ``knockout`` ``double_knockout`` ``page``, all read by ``bracket``
From the table  ``pools``
Around it       ``firsts`` ``boards`` ``timetable`` ``changes`` ``attendance`` ``seeds``
The oracle      ``check`` replays a draw and lists each breach
"""
