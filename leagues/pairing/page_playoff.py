"""The Page play-off: the first two have a second chance.

1 meets 2 and 3 meets 4. The winner of the first is in the final; its loser meets the
winner of the second for the other spot. With three entries the third waits for the loser.
"""

from leagues.pairing.bracket import Bracket, LoserOf, Seeded, Slot, WinnerOf
from scoring.text import Text

PAGE = Bracket(
    slots=(
        Slot("P12", Text("Page 1 v 2"), 1, (Seeded(1), Seeded(2))),
        Slot("P34", Text("Page 3 v 4"), 1, (Seeded(3), Seeded(4))),
        Slot("SF", Text("Semi-final"), 2, (LoserOf("P12"), WinnerOf("P34"))),
        Slot("F", Text("Final"), 3, (WinnerOf("P12"), WinnerOf("SF"))),
    ),
    places=((WinnerOf("F"),), (LoserOf("F"),), (LoserOf("SF"),), (LoserOf("P34"),)),
)
