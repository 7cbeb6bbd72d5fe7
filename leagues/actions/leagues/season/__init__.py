"""From season to season: finals, closing, and beginning the next one."""
