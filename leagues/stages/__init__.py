"""The parts of an event as values: sources of entries, ways of pairing, stages, timetables.

Pure, like pairing: rows are turned into these and back at the edge.

Ways        ``ways``       how a stage pairs: round robin, Swiss, knockout, …
Takes       ``takes``      where a stage's entries come from, and into which pools
Plans       ``plan``       one stage as a value, with its match format and tie-breaks
Shapes      ``shapes``     ready-made events: the one-day open, the championship, …
Estimates   ``estimate``   how many matches, and when it ends
Forecasts   ``forecast``   when it ends over many days played out, and what the plan lacks
Chances     ``chances``    how likely each place of a table is, from ratings
"""
