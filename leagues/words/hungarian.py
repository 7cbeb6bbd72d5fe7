"""Hungarian, whose nouns end as what surrounds them asks. Found in the catalogues."""

from __future__ import annotations

from leagues.words.site_word import SiteWord, WordKey, WordTable

ROUND = """
kör körbe körben körei köreit körre körről kört körért köréért körök körökből köröket
körökkel körön körönként
"""

GAME = """
játszma játszmában játszmából játszmához játszmái játszmáiban játszmáig játszmája
játszmáját játszmák játszmákhoz játszmának játszmánként játszmánál játszmára
játszmát játszmáért
"""

DRAWN = """
forduló fordulóban fordulóból fordulói fordulója fordulójuk fordulók fordulókat fordulókba
fordulókban fordulókból fordulókra fordulónként fordulóra fordulót fordulótól
"""

MATCH = """
mérkőzés mérkőzésben mérkőzésből mérkőzése mérkőzésed mérkőzésedet mérkőzései mérkőzéseid
mérkőzéseidet mérkőzéseidre mérkőzéseihez mérkőzéseikkel mérkőzéseimre mérkőzésein
mérkőzéseinek mérkőzéseiről mérkőzéseivel mérkőzések mérkőzésekből mérkőzéseken
mérkőzéseket mérkőzésekkel mérkőzésem mérkőzésen mérkőzéshez mérkőzésnek mérkőzésre
mérkőzéssel mérkőzést mérkőzésére mérkőzésért mérkőzését mérkőzésük
"""

NIGHT = """
est estből ested estek estekből esteken estekkel esteknek estekre esten estenként estet
esthez estje estjei estjeid estjeik estjeit estjeivel estjét estjével estként estnek
estnél estre estről esttel esttől
"""

TABLE = WordTable(
    words=(
        SiteWord(WordKey.ROUND, tuple(ROUND.split())),
        SiteWord(WordKey.DRAWN, tuple(DRAWN.split())),
        SiteWord(WordKey.GAME, tuple(GAME.split())),
        SiteWord(WordKey.MATCH, tuple(MATCH.split()), before=("bronz", "liga")),
        SiteWord(WordKey.NIGHT, tuple(NIGHT.split()), before=("liga",)),
    ),
    kept=(r"(Győztesek|Vesztesek) \{number\}. fordulója",),
    little=r"\b[Aa]z?\s+",
    suited=lambda little, form: (
        little[0] + ("z" if form[0].lower() in "aáeéiíoóöőuúüű" else "") + little[-1]
    ),
)
