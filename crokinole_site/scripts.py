"""Scripts as browsers get them: each with all its imports, in one file without remarks.

On a slow network, twenty small modules are twenty slow requests. Each imported module becomes a
function, in the order of their imports, so that their names don't clash. Only the forms of
import and export that our scripts use are supported.
"""

import re
from pathlib import Path

IMPORT = re.compile(r'^import (?:\{([^}]*)\} from )?"(\.[^"]+)";\n', re.MULTILINE)
EXPORT = re.compile(r"^export (?=(?:const|class|(?:async )?function) (\w+))", re.MULTILINE)
REMARK = re.compile(r"^\s*(?://.*|/\*\*[\s\S]*?\*/)\n", re.MULTILINE)
INDENT = re.compile(r"^[ \t]+", re.MULTILINE)
EXPORTS = re.compile(r"(?:^|(?<=[;}]))export ?\{([^}]*)\};$", re.MULTILINE)


def modules_of(script: Path) -> tuple[Path, ...]:
    """Return a script and all its imports, each module after those it imports."""
    needed = dict.fromkeys(
        module
        for _names, to in IMPORT.findall(script.read_text())
        for module in modules_of(_resolve_import(script, to))
    )
    return (*needed, script)


def join_modules(script: Path) -> str:
    """Return a script and all its imports as one file without imports."""
    *imported, _ = modules = modules_of(script)
    number = {module: at for at, module in enumerate(modules)}
    wrapped = [_wrap_module(module, number) for module in imported]
    return "".join([*wrapped, _without_imports(script, number)])


def _wrap_module(module: Path, number: dict[Path, int]) -> str:
    text, exported = _without_imports(module, number), list[str]()
    for listed in EXPORTS.findall(text):
        exported += [_returned(each.strip()) for each in listed.split(",")]
    exported += EXPORT.findall(text)
    body, given = EXPORT.sub("", EXPORTS.sub("", text)), ", ".join(exported)
    return f"const m{number[module]} = (() => {{\n{body}\nreturn {{{given}}};\n}})();\n"


def _returned(exported: str) -> str:
    """Write an export, such as `P as generate`, as a property of what the module returns."""
    own, _, name = exported.partition(" as ")
    return f"{name}: {own}" if name else own


def _without_imports(module: Path, number: dict[Path, int]) -> str:
    def taken(found: re.Match[str]) -> str:
        names, to = found.groups()
        return f"const {{{names}}} = m{number[_resolve_import(module, to)]};\n" if names else ""

    text = REMARK.sub("", IMPORT.sub(taken, module.read_text()))
    has_long_texts = any(line.count("`") % 2 for line in text.splitlines())
    return text if has_long_texts else INDENT.sub("", text)


def _resolve_import(module: Path, to: str) -> Path:
    return (module.parent / to).resolve()
