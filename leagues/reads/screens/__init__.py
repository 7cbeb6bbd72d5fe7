"""The wall and paper."""
