"""The draw: opening a stage, drawing, changing and publishing its matches."""
