"""Scripts that import each other, as one file.

On a bad network every request is felt, and twenty small modules are twenty. Each becomes a
function of its own, in the order in which they need each other, so names stay apart as
they do in modules. It knows the ways of importing and exporting that our scripts use.
"""

import re
from functools import cache
from pathlib import Path

from django.contrib.staticfiles import finders

IMPORT = re.compile(r'^import \{([^}]*)\} from "(\.[^"]+)";\n', re.MULTILINE)
EXPORT = re.compile(r"^export (?=(?:const|class|(?:async )?function) (\w+))", re.MULTILINE)
REMARK = re.compile(r"^\s*(?://.*|/\*\*[\s\S]*?\*/)\n", re.MULTILINE)
EXPORTS = re.compile(r"^export \{([^}]*)\};$", re.MULTILINE)


@cache
def modules(script: str) -> tuple[str, ...]:
    """A script with all that it imports, whoever is imported before whoever imports it."""
    needed = dict.fromkeys(
        name
        for _names, to in IMPORT.findall(source(script))
        for name in modules(_beside(script, to))
    )
    return (*needed, script)


@cache
def in_one(script: str) -> str:
    """A script and all that it imports, in one file that asks for nothing."""
    names = modules(script)
    number = {name: at for at, name in enumerate(names)}
    return "".join(_scope(name, number) for name in names)


def _scope(name: str, number: dict[str, int]) -> str:
    text, exported = source(name), list[str]()
    for listed in EXPORTS.findall(text):
        exported += [each.strip() for each in listed.split(",")]
    exported += EXPORT.findall(text)

    def taken(found: re.Match[str]) -> str:
        return f"const {{{found[1]}}} = m{number[_beside(name, found[2])]};\n"

    body = REMARK.sub("", EXPORT.sub("", EXPORTS.sub("", IMPORT.sub(taken, text))))
    given = ", ".join(exported)
    return f"const m{number[name]} = (() => {{\n{body}\nreturn {{{given}}};\n}})();\n"


@cache
def source(name: str) -> str:
    return Path(finders.find(name) or name).read_text()


def _beside(name: str, to: str) -> str:
    """`../../vendor/idb.js`, seen from `js/play/kept.js`."""
    parts = name.split("/")[:-1]
    for step in to.split("/"):
        if step == "..":
            parts.pop()
        elif step != ".":
            parts.append(step)
    return "/".join(parts)
