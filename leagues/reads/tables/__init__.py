"""Standings: results added up, needs, grids."""
