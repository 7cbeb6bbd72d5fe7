"""A small bundler: puts a script and its imports into one file.

On a slow network, twenty small modules are twenty slow requests. Each module becomes a
function, in the order of their imports, so that their names don't clash. Only the forms of
import and export that our scripts use are supported.
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
def modules_of(script: str) -> tuple[str, ...]:
    """Return a script and all its imports, each module after those it imports."""
    needed = dict.fromkeys(
        name
        for _names, to in IMPORT.findall(source_of(script))
        for name in modules_of(_resolve_import(script, to))
    )
    return (*needed, script)


@cache
def in_one(script: str) -> str:
    """Return a script and all its imports as one file without imports."""
    names = modules_of(script)
    number = {name: at for at, name in enumerate(names)}
    return "".join(_wrap_module(name, number) for name in names)


def _wrap_module(name: str, number: dict[str, int]) -> str:
    text, exported = source_of(name), list[str]()
    for listed in EXPORTS.findall(text):
        exported += [each.strip() for each in listed.split(",")]
    exported += EXPORT.findall(text)

    def taken(found: re.Match[str]) -> str:
        return f"const {{{found[1]}}} = m{number[_resolve_import(name, found[2])]};\n"

    body = REMARK.sub("", EXPORT.sub("", EXPORTS.sub("", IMPORT.sub(taken, text))))
    given = ", ".join(exported)
    return f"const m{number[name]} = (() => {{\n{body}\nreturn {{{given}}};\n}})();\n"


@cache
def source_of(name: str) -> str:
    return Path(finders.find(name) or name).read_text()


def _resolve_import(name: str, to: str) -> str:
    """Resolve an import such as `../../vendor/idb.js` in `js/play/kept.js`."""
    parts = name.split("/")[:-1]
    for step in to.split("/"):
        if step == "..":
            parts.pop()
        elif step != ".":
            parts.append(step)
    return "/".join(parts)
