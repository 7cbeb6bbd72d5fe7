"""Who meets whom: opening a stage, drawing, changing, publishing."""
