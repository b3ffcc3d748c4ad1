"""The package as others install and import it: what it loads, what depends on what, what it makes public."""

from __future__ import annotations

import ast
import graphlib
import json
import os
import shutil
import subprocess
import sys
import zipfile
from collections.abc import Iterator
from importlib.resources import files
from pathlib import Path
from typing import Final

import pytest

import mechanica_core

ROOT: Final = Path(__file__).parents[2]
CORE: Final = ROOT / "mechanica_core"

pytestmark = pytest.mark.skipif(ROOT.name == "mutants", reason="looks at the sources as they were written")


def in_a_new_python(code: str, hash_seed: int = 0, folder: Path = ROOT) -> str:
    """What a program prints that a new interpreter runs in a folder, with the packages there."""
    run = subprocess.run(
        [sys.executable, "-W", "error", "-c", code],
        cwd=folder,
        env={**os.environ, "PYTHONHASHSEED": str(hash_seed)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 0, run.stderr
    return run.stdout


# -- what importing costs ------------------------------------------------------------------------------------


def loaded_by(code: str) -> set[str]:
    """Top-level packages, but for the standard library, that a program loads."""
    watched = (
        f"import json, sys\nbefore = set(sys.modules)\n{code}\nprint(json.dumps(sorted(set(sys.modules) - before)))"
    )
    return {name.partition(".")[0] for name in json.loads(in_a_new_python(watched))} - sys.stdlib_module_names


def test_importing_the_library_loads_the_standard_library_alone() -> None:
    assert loaded_by("import mechanica_core") == {"mechanica_core"}


@pytest.mark.parametrize(
    "module",
    [
        *("events", "narration", "notation", "outcomes", "render", "editions"),
        *("other_games.robo_rally", "other_games.robo_rally.board_text", "other_games.robo_rally.picture"),
        *(
            f"other_games.factory_fun{part}"
            for part in ("", ".connecting", ".picture", ".simple_player", ".terms", ".text")
        ),
    ],
)
def test_no_other_module_but_those_that_read_files_loads_pydantic(module: str) -> None:
    assert loaded_by(f"import mechanica_core.{module}") == {"mechanica_core"}


@pytest.mark.parametrize(
    "code",
    [
        "mechanica_core.Factory.new()",
        "mechanica_core.rule_set('web_de')",
        "mechanica_core.component_set('demo')",
        "mechanica_core.Factory.from_json({'format': 'mechanica-factory/1', 'rules': 'web_de', 'components': 'demo',"
        " 'floor': []})",
        "import mechanica_core.document",
    ],
)
def test_pydantic_enters_with_the_first_edition_or_document(code: str) -> None:
    loaded = loaded_by(f"import mechanica_core; {code}")
    assert {"mechanica_core", "pydantic"} <= loaded
    assert not loaded & {"rich", "typer", "fastapi", "numpy", "cv2", "onnxruntime", "torch", "service", "vision"}


# -- the same everywhere -------------------------------------------------------------------------------------

EVERYTHING: Final = """
import hashlib, itertools, json, pickle, random
from mechanica_core import Factory, count_outcomes, divide, open_choices, outcomes, run_workday
from mechanica_core.document import factory_schema
from mechanica_core.events import event_json
from mechanica_core.narration import event_words
from mechanica_core.render import factory_svg, workday_svg
from tests.reference.random_factories import random_factory

rng = random.Random(7)
digest = hashlib.sha256(json.dumps(factory_schema()).encode())
for number in range(60):
    factory = Factory.from_json(random_factory(rng, wild=number % 2 == 0, pieces=8))
    workday = run_workday(factory, policy=lambda choice: rng.choice(choice.takes))
    told = [
        factory.to_text(), json.dumps(factory.to_json()), repr(factory), str(factory), str(factory.warnings),
        [outcome.to_text() for outcome in itertools.islice(outcomes(factory), 200)],
        count_outcomes(factory), divide(factory), open_choices(factory), workday.decisions,
        [json.dumps(event_json(event)) for event in workday.events],
        [str(event_words(factory.machinery, event)) for event in workday.events],
        factory_svg(factory), workday_svg(workday, animated=True),
        workday.factory.contents, pickle.dumps(workday.factory, 4), workday.assumed,
    ]
    digest.update(repr(told).encode())
print(digest.hexdigest())
"""


def test_results_do_not_depend_on_the_hash_seed() -> None:
    assert len({in_a_new_python(EVERYTHING, hash_seed) for hash_seed in (1, 12345)}) == 1


# -- what is in the package ----------------------------------------------------------------------------------


def test_the_package_says_that_it_is_typed() -> None:
    assert (files("mechanica_core") / "py.typed").is_file()
    assert all((ROOT / package / "py.typed").is_file() for package in ("models", "service", "vision"))


def definitions() -> Iterator[tuple[str, str | None]]:
    """Names that the modules of the library define at their top, with their documentation."""
    for file in sorted(CORE.rglob("*.py")):
        body = ast.parse(file.read_text(encoding="utf-8")).body
        for statement, following in zip(body, [*body[1:], None], strict=True):
            if isinstance(statement, ast.ClassDef | ast.FunctionDef):
                yield statement.name, ast.get_docstring(statement)
            elif isinstance(statement, ast.AnnAssign) and isinstance(statement.target, ast.Name):
                yield statement.target.id, literal(following)


def literal(statement: ast.stmt | None) -> str | None:
    """The text of a statement that is nothing but text, as below a constant that it documents."""
    if isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant):
        return str(statement.value.value)
    return None


@pytest.mark.parametrize("name", mechanica_core.__all__)
def test_every_public_name_is_there_and_documented(name: str) -> None:
    assert hasattr(mechanica_core, name)
    documented = {text for defined, text in definitions() if defined == name}
    assert any(documented), f"{name} has no docstring"


def test_public_names_are_sorted_and_all_that_is_imported() -> None:
    assert len(set(mechanica_core.__all__)) == len(mechanica_core.__all__)
    tree = ast.parse((CORE / "__init__.py").read_text(encoding="utf-8"))
    imported = [alias.name for node in tree.body if isinstance(node, ast.ImportFrom) for alias in node.names]
    assert sorted(imported) == sorted(mechanica_core.__all__)


# -- what depends on what ------------------------------------------------------------------------------------

OURS: Final = {"mechanica_core", "service", "vision", "models", "tests", "benchmarks", "tools"}
# What draws random copies and photos needs no PyTorch.
DRAWING: Final = {
    f"models.training.{module}" for module in ("art", "bots", "coin_art", "coins", "data", "scenes", "whole")
}
MAY_IMPORT: Final = {
    "mechanica_core": {"mechanica_core"},
    "vision": {"mechanica_core", "vision"},
    "models": {"mechanica_core", "vision", "models"},
    "service": {"mechanica_core", "vision", "service"},
    "tests": OURS - {"models"} | DRAWING,
}
OTHERS_MAY_IMPORT: Final = OURS - {"models"}
LEFT_OUT: Final = {"build", "dist", "mutants", "__pycache__"}


def sources(folder: Path) -> list[Path]:
    """All Python files of a folder that are written by hand."""
    found = (file.relative_to(ROOT) for file in folder.rglob("*.py"))
    return sorted(file for file in found if not any(part in LEFT_OUT or part[0] == "." for part in file.parts))


def module_name(file: Path) -> str:
    """The dotted name of a module."""
    parts = file.with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def imports(file: Path, *, when_imported: bool = False) -> set[str]:
    """Modules that a file imports; of ``from a import b`` both ``a`` and ``a.b``."""
    found: set[str] = set()
    package = module_name(file) if file.name == "__init__.py" else module_name(file).rpartition(".")[0]

    def look(node: ast.AST) -> None:
        if when_imported:
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda):
                return
            if isinstance(node, ast.If) and ast.unparse(node.test) in ("TYPE_CHECKING", "typing.TYPE_CHECKING"):
                node = ast.Module(node.orelse, [])
        if isinstance(node, ast.Import):
            found.update(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            above = package.split(".")[: len(package.split(".")) - node.level + 1] if node.level else []
            module = ".".join([*above, *([node.module] if node.module else [])])
            found.update({module}, {f"{module}.{alias.name}" for alias in node.names})
        for child in ast.iter_child_nodes(node):
            look(child)

    look(ast.parse((ROOT / file).read_text(encoding="utf-8")))
    return found


def test_imports_go_one_way() -> None:
    wrong = []
    for file in sources(ROOT):
        top = file.parts[0]
        allowed = MAY_IMPORT.get(top, OTHERS_MAY_IMPORT | {top})
        wrong += [
            f"{file} imports {name}"
            for name in sorted(imports(file))
            if name.partition(".")[0] in OURS and not any(f"{name}.".startswith(f"{may}.") for may in allowed)
        ]
    assert wrong == []


def test_the_library_needs_pydantic_and_nothing_else() -> None:
    used = {name.partition(".")[0] for file in sources(CORE) for name in imports(file)}
    assert used - sys.stdlib_module_names == {"mechanica_core", "pydantic", "pydantic_core"}


def test_no_module_needs_itself_to_be_imported() -> None:
    """A package's own ``__init__`` counts for whoever comes from outside that package."""
    tops = ("mechanica_core", "models", "service", "vision")
    modules = {module_name(file): file for top in tops for file in sources(ROOT / top)}
    needs: dict[str, set[str]] = {}
    for name, file in modules.items():
        needs[name] = set()
        for imported in imports(file, when_imported=True):
            parts = imported.split(".")
            packages = {".".join(parts[:length]) for length in range(1, len(parts) + 1)}
            needs[name] |= {
                package for package in packages & modules.keys() if not f"{name}.".startswith(f"{package}.")
            }
    try:
        graphlib.TopologicalSorter(needs).prepare()
    except graphlib.CycleError as error:
        cycle = " <- ".join(error.args[1])
    else:
        cycle = ""
    assert cycle == ""


# -- what is installed ---------------------------------------------------------------------------------------

PIP: Final = (sys.executable, "-m", "pip", "--disable-pip-version-check", "--no-input", "--quiet")
OFFLINE: Final = ("--no-index", "--no-deps")


def wheel_of(folder: Path, into: Path) -> Path:
    """Build the wheel of a project."""
    subprocess.run([*PIP, "wheel", *OFFLINE, "--no-build-isolation", "-w", str(into), str(folder)], check=True)
    (wheel,) = into.iterdir()
    return wheel


@pytest.mark.slow
def test_nothing_is_missing_in_the_wheel(tmp_path: Path) -> None:
    packages = ("mechanica_core", "models", "service", "vision")
    copy = tmp_path / "mechanica"
    ignored = shutil.ignore_patterns("__pycache__", "build", "*.egg-info")
    for package in packages:
        shutil.copytree(ROOT / package, copy / package, ignore=ignored)
    for file in ("pyproject.toml", "README.md", "LICENSE"):
        shutil.copy(ROOT / file, copy)
    with zipfile.ZipFile(wheel_of(copy, tmp_path / "wheels")) as archive:
        names = {name for name in archive.namelist() if ".dist-info/" not in name}
    wanted = {str(file) for package in packages for file in sources(ROOT / package)} | {
        str(file.relative_to(ROOT))
        for pattern in ("*/py.typed", "models/*.onnx", "models/manifest.json", "models/MODEL_CARD.md")
        for file in ROOT.glob(pattern)
    }
    folders = ("editions/data", "locale", "other_games/factory_fun/data", "other_games/robo_rally/data")
    data = tuple(f"mechanica_core/{folder}/" for folder in folders)
    assert {name for name in names if not name.startswith(data)} == {
        name for name in wanted if name.partition("/")[0] in packages
    }


@pytest.mark.slow
def test_the_library_installs_alone(tmp_path: Path) -> None:
    copy = shutil.copytree(
        CORE, tmp_path / "mechanica_core", ignore=shutil.ignore_patterns("__pycache__", "build", "*.egg-info")
    )
    wheel = wheel_of(copy, tmp_path / "wheels")
    with zipfile.ZipFile(wheel) as archive:
        names = set(archive.namelist())
        (metadata,) = (name for name in names if name.endswith(".dist-info/METADATA"))
        requirements = [
            line for line in archive.read(metadata).decode().splitlines() if line.startswith("Requires-Dist: ")
        ]
    wanted = {str(file) for file in sources(CORE)} | {
        str(file.relative_to(ROOT))
        for pattern in ("py.typed", "editions/data/*.toml", "other_games/*/data/*.toml", "locale/*/LC_MESSAGES/*.mo")
        for file in CORE.glob(pattern)
    }
    assert {name for name in names if ".dist-info/" not in name} == wanted
    assert requirements == ["Requires-Dist: pydantic>=2.12"]

    target = tmp_path / "installed"
    subprocess.run([*PIP, "install", *OFFLINE, "--target", str(target), str(wheel)], check=True)
    code = (
        "import mechanica_core; from mechanica_core import Factory, run_workday; print(mechanica_core.__file__);"
        "print(run_workday(Factory.new()).factory.to_text())"
    )
    where, evening = in_a_new_python(code, folder=target).splitlines()
    assert Path(where).is_relative_to(target)
    assert evening == ".=4=1/B=4=1(b)/.=4=1 8+0 print_2019 demo"
