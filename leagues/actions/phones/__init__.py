"""Reports from phones, their confirmation, and the ways in."""
