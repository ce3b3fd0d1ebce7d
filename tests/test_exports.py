"""Public names have one face: what a package exports exists, and its `__init__` defines nothing itself."""

from __future__ import annotations

import ast
import importlib
from pathlib import Path

import pytest

PACKAGES = ("lf_fixtures", "lf_simulator", "lf_mcp", "lf_contracts")


@pytest.mark.parametrize("package", PACKAGES)
def test_the_face_of_a_package_only_gathers_names(package: str) -> None:
    module = importlib.import_module(package)
    tree = ast.parse(Path(module.__file__ or "").read_text())
    allowed = (ast.Import, ast.ImportFrom, ast.Expr, ast.Assign, ast.AnnAssign)
    assert [ast.unparse(node) for node in tree.body if not isinstance(node, allowed)] == []


@pytest.mark.parametrize("package", PACKAGES)
def test_every_exported_name_exists_and_every_public_name_is_exported(package: str) -> None:
    module = importlib.import_module(package)
    exported = set(getattr(module, "__all__", ()))
    assert [name for name in exported if not hasattr(module, name)] == []
    tree = ast.parse(Path(module.__file__ or "").read_text())
    gathered = {
        alias.asname or alias.name for node in tree.body if isinstance(node, ast.ImportFrom) for alias in node.names
    } - {"annotations"}
    assert {name for name in gathered if not name.startswith("_")} <= exported


@pytest.mark.parametrize("package", PACKAGES)
def test_a_package_says_that_it_is_typed(package: str) -> None:
    module = importlib.import_module(package)
    assert (Path(module.__file__ or "").parent / "py.typed").is_file()
