"""The words for round, game, match and night, in the forms that the catalogues use.

A club may give its own for them, language by language: see ``docs/words.md``.
"""
