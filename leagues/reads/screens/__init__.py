"""Data for wall screens, printed pages and embedded pages."""
