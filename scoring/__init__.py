"""What a result is worth: the rules of crokinole as a library.

Pure Python, standard library only: no database, no clock, no dice.
"""
