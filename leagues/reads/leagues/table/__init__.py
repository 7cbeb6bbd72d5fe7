"""A league's table: results of nights, totals, and the reason for each place."""
