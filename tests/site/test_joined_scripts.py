"""Served scripts: each in one file with its imports, which does what the modules did."""

from pathlib import Path

import pytest
from django.conf import settings

from crokinole_site.scripts import join_modules
from tests.node import run_node

SCRIPTS = Path(settings.BASE_DIR, "static/js")

MODULES = {
    "one.js": """
        // The first.
        export const name = "one";
        """,
    "packed.js": 'const n=" two";function own(){return n}export{own as name,n as suffix};',
    "effect.js": 'globalThis.seen = "seen";',
    "main.js": """
        import { name } from "./one.js";
        import { suffix } from "./packed.js";
        import "./effect.js";
        export function said() {
          return name + suffix + seen;
        }
        """,
}


def unindented(text: str) -> str:
    return "".join(f"{line.strip()}\n" for line in text.strip().splitlines())


@pytest.fixture
def modules(tmp_path: Path) -> Path:
    for name, text in MODULES.items():
        (tmp_path / name).write_text(unindented(text))
    return tmp_path


def test_a_joined_script_does_and_exports_what_its_modules_do(modules: Path) -> None:
    joined = modules / "joined.mjs"
    joined.write_text(join_modules(modules / "main.js"))
    program = f'import {{ said }} from "{joined}"; console.log(said());'
    assert run_node("--input-type=module", "--eval", program).stdout == "one twoseen\n"
    assert "import" not in joined.read_text()
    assert "The first." not in joined.read_text()


def test_a_text_of_several_lines_keeps_its_spaces(modules: Path) -> None:
    script = modules / "text.js"
    for text, left in (
        ("if (a) {\n  b();\n}\n", "if (a) {\nb();\n}\n"),
        ("a = `x\n  y`;\n", "a = `x\n  y`;\n"),
    ):
        script.write_text(text)
        assert join_modules(script) == left


@pytest.mark.parametrize(
    "script",
    [*SCRIPTS.glob("*.js"), *SCRIPTS.glob("play/*.js")],
    ids=lambda path: str(path.relative_to(SCRIPTS)),
)
def test_every_served_script_is_one_that_browsers_read(script: Path, tmp_path: Path) -> None:
    joined = tmp_path / "joined.mjs"
    joined.write_text(join_modules(script))
    checked = run_node("--check", str(joined))
    assert checked.returncode == 0, checked.stderr
