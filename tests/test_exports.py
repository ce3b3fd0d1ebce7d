"""Public names have one face: what a package exports exists, and its `__init__` only gathers names, now or lazily."""

from __future__ import annotations

import ast
import importlib
from pathlib import Path

import pytest

PACKAGES = ("lf_fixtures", "lf_simulator", "lf_mcp", "lf_contracts")


def gathers(node: ast.stmt) -> bool:
    """Whether a statement gathers names: imports, tables, imports for the type checker, and a lazy `__getattr__`."""
    match node:
        case ast.If(test=ast.Name(id="TYPE_CHECKING"), body=body, orelse=[]):
            return all(isinstance(each, ast.ImportFrom) for each in body)
        case ast.FunctionDef(name="__getattr__"):
            return True
    return isinstance(node, (ast.Import, ast.ImportFrom, ast.Expr, ast.Assign, ast.AnnAssign))


@pytest.mark.parametrize("package", PACKAGES)
def test_the_face_of_a_package_only_gathers_names(package: str) -> None:
    module = importlib.import_module(package)
    tree = ast.parse(Path(module.__file__ or "").read_text())
    assert [ast.unparse(node) for node in tree.body if not gathers(node)] == []


@pytest.mark.parametrize("package", PACKAGES)
def test_every_exported_name_exists_and_every_public_name_is_exported(package: str) -> None:
    module = importlib.import_module(package)
    exported = set(getattr(module, "__all__", ()))
    assert [name for name in exported if not hasattr(module, name)] == []
    tree = ast.parse(Path(module.__file__ or "").read_text())
    inner = {
        alias.asname or alias.name
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom) and (node.level or (node.module or "").startswith(package))
        for alias in node.names
    }
    assert {name for name in inner if not name.startswith("_")} <= exported


@pytest.mark.parametrize("package", PACKAGES)
def test_a_package_says_that_it_is_typed(package: str) -> None:
    module = importlib.import_module(package)
    assert (Path(module.__file__ or "").parent / "py.typed").is_file()
