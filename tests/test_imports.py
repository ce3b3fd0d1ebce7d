"""Who may import whom, kept true: between the packages, and inside each of them without a circle."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PACKAGES = {
    "lf_fixtures": ROOT / "fixtures/lf_fixtures",
    "lf_contracts": ROOT / "contracts/lf_contracts",
    "lf_simulator": ROOT / "simulator/lf_simulator",
    "lf_mcp": ROOT / "server/lf_mcp",
}
ALLOWED = {"lf_simulator": {"lf_fixtures"}, "lf_mcp": {"lf_contracts.schemas"}}


def modules(package: str) -> dict[str, Path]:
    folder = PACKAGES[package]
    found = {}
    for path in sorted(folder.rglob("*.py")):
        parts = [package, *path.relative_to(folder).with_suffix("").parts]
        found[".".join(parts).removesuffix(".__init__")] = path
    return found


def imports(name: str, path: Path, known: set[str]) -> set[str]:
    """The modules that one imports while it is being imported, relative ones spelt out. Imports inside functions and
    those for type checking alone are left out: they cannot make a circle."""
    out: set[str] = set()
    package = name if path.name == "__init__.py" else name.rpartition(".")[0]
    for node in ast.walk(_without_late_imports(ast.parse(path.read_text()))):
        if isinstance(node, ast.Import):
            out |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            base = node.module or ""
            if node.level:
                above = package.split(".")[: len(package.split(".")) - node.level + 1]
                base = ".".join([*above, *([base] if base else [])])
            inner = {f"{base}.{alias.name}" for alias in node.names} & known
            out |= inner or {base}
    return out


def _without_late_imports(tree: ast.Module) -> ast.Module:
    class Strip(ast.NodeTransformer):
        def visit_FunctionDef(self, node: ast.FunctionDef) -> None:
            return None

        visit_AsyncFunctionDef = visit_FunctionDef  # noqa: N815

        def visit_If(self, node: ast.If) -> ast.AST | None:
            return None if "TYPE_CHECKING" in ast.unparse(node.test) else self.generic_visit(node)

    return Strip().visit(tree)


def every_import(package: str) -> list[tuple[str, str]]:
    return [
        (name, node.module if isinstance(node, ast.ImportFrom) else alias.name)
        for name, path in modules(package).items()
        for node in ast.walk(ast.parse(path.read_text()))
        if isinstance(node, ast.Import) or (isinstance(node, ast.ImportFrom) and not node.level and node.module)
        for alias in node.names
    ]


@pytest.mark.parametrize("package", PACKAGES)
def test_a_package_imports_of_ours_only_what_it_may(package: str) -> None:
    strangers = [
        f"{name} imports {target}"
        for name, target in every_import(package)
        if target.split(".")[0] in PACKAGES.keys() - {package}
        and not any(target == allowed or target.startswith(allowed + ".") for allowed in ALLOWED.get(package, ()))
    ]
    assert strangers == []


@pytest.mark.parametrize("package", PACKAGES)
def test_imports_inside_a_package_run_one_way(package: str) -> None:
    known = modules(package)
    graph = {name: imports(name, path, set(known)) & set(known) - {name} for name, path in known.items()}
    done: set[str] = set()
    while ready := {name for name, targets in graph.items() if name not in done and targets <= done}:
        done |= ready
    assert set(graph) - done == set(), "these modules import each other in a circle"
