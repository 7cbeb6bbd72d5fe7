"""The season table of a league: night results, totals, and the reason for each place."""
