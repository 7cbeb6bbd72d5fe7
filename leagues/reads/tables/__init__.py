"""Standings: tables, needs, chances and grids."""
