"""The words that plain English does without, in one place for every test and count of them."""

import re

# Each by its name in a list of findings. Identifiers such as `told_at` are another count.
PATTERNS = {
    "whoever": r"whoever|whomever",
    "whom": r"whom",
    "somebody": r"somebody",
    "nobody": r"nobody",
    "anew": r"anew",
    "any more": r"any more(?! (?:than|matches|nights|players)\b)",
    "by now": r"by now",
    "so many": r"so many",
    # Not "stands for", which is what a letter does.
    "stands": r"stands?(?! for\b)",
    "said that": r"sa(?:id|ys?|ying) that",
    "told": r"told",
    # Not a level of something: "tied" is meant.
    "level": r"(?:is|are|was|were|be|been|being|who|both|two|all|finish|finished|made) level"
    r"|level (?:at|with|on|for)",
    "of its own": r"of (?:its|their|his|her|one[’']s) own",
}
COMPILED = {
    name: re.compile(rf"(?<![\w-])(?:{pattern})(?![\w-])", re.IGNORECASE)
    for name, pattern in PATTERNS.items()
}


def found_in(text: str) -> list[str]:
    """The names of the listed words in a text, once for each time they occur."""
    joined = re.sub(r"\s+", " ", text)
    return [name for name, pattern in COMPILED.items() for _ in pattern.findall(joined)]
