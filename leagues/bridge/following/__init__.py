"""What follows from a change, said before it is made."""
