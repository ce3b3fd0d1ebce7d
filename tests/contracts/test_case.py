"""Cases and requirements fit together, or the kit refuses to start."""

from collections.abc import Callable
from types import ModuleType
from typing import Any

import pytest

from lf_contracts.case import BadCase, Case, case, cases_of, collect, row
from lf_contracts.errors import BadUse
from lf_contracts.lab import Lab
from lf_contracts.plan import Suite, plan
from lf_contracts.requirement import Requirement

Make = Callable[..., Requirement]


@case("a.one")
def it_holds(lab: Lab) -> None: ...


@cases_of([row("a.one", "first", n=1), row("a.two", "second", n=2, profiles=["v2-cloud"])])
def a_family(lab: Lab, n: int) -> None: ...


def module(**names: Any) -> ModuleType:
    made = ModuleType("cases")
    vars(made).update(names)
    return made


def test_a_function_is_a_case_named_by_its_own_words() -> None:
    assert (it_holds.id, it_holds.arguments, it_holds.profiles) == ("a.one::it holds", {}, None)


def test_a_family_is_one_case_for_each_row() -> None:
    assert [(each.id, dict(each.arguments), each.profiles) for each in a_family] == [
        ("a.one::first", {"n": 1}, None),
        ("a.two::second", {"n": 2}, ("v2-cloud",)),
    ]


def test_cases_are_collected_in_the_order_in_which_they_are_written(make_requirement: Make) -> None:
    known = {id_: make_requirement(id_) for id_ in ("a.one", "a.two")}
    found = collect([module(family=a_family, one=it_holds, other=3)], known)
    assert [each.name for each in found] == ["first", "second", "it holds"]


MISTAKES: list[tuple[list[str], list[Case], str]] = [
    (["a.one"], [it_holds, it_holds], "a.one::it holds: there is already a case of this name"),
    ([], [it_holds], "a.one::it holds: there is no requirement 'a.one'"),
    (["a.one", "a.two"], [it_holds], "requirement a.two: there is no case for it"),
    (["a.one"], [Case("a.one", "x", it_holds.body, profiles=("v9",))], "unknown profile 'v9'; known: v1-selfhosted"),
    (["a.three"], [Case("a.three", "x", it_holds.body, profiles=("v2-cloud",))], "not for the profile 'v2-cloud'"),
]


@pytest.mark.parametrize(("requirements", "cases", "words"), MISTAKES)
def test_what_does_not_fit_together_is_refused(
    make_requirement: Make, requirements: list[str], cases: list[Case], words: str
) -> None:
    known = {id_: make_requirement(id_) for id_ in requirements}
    if "a.three" in known:
        known["a.three"] = make_requirement("a.three", profiles=("v1-selfhosted",))
    with pytest.raises(BadCase) as caught:
        collect([module(**{f"n{number}": each for number, each in enumerate(cases)})], known)
    assert words in str(caught.value)


def some_suite(make_requirement: Make) -> Suite:
    known = {"a.one": make_requirement("a.one"), "a.two": make_requirement("a.two", level="2.6")}
    return Suite(known, (it_holds, *a_family), ())


PLANS: list[tuple[dict[str, Any], list[str]]] = [
    ({"level": "2.6", "profiles": ["v1-selfhosted"]}, ["it holds", "first"]),
    ({"level": "2.6", "profiles": ["v2-cloud"]}, ["it holds", "first", "second"]),
    ({"level": "2.3", "profiles": ["v2-cloud"]}, ["it holds", "first"]),
    ({"level": "2.6", "profiles": ["v2-cloud"], "words": ["two"]}, ["second"]),
    ({"level": "2.6", "profiles": ["v2-cloud"], "words": ["a.one::first"]}, ["first"]),
    ({"level": "2.6", "profiles": ["v1-selfhosted"], "words": ["*::it*"]}, ["it holds"]),
]


@pytest.mark.parametrize(("wish", "names"), PLANS)
def test_a_plan_holds_what_level_profile_and_words_select(
    make_requirement: Make, wish: dict[str, Any], names: list[str]
) -> None:
    assert [check.case.name for check in plan(some_suite(make_requirement), **wish)] == names


def test_a_case_name_with_signs_of_a_glob_selects_itself(make_requirement: Make) -> None:
    odd = Case("a.one", "pages [1-2]?", it_holds.body)
    suite = Suite({"a.one": make_requirement("a.one")}, (odd, it_holds), ())
    assert [check.case for check in plan(suite, level="2.6", profiles=["v2-cloud"], words=[odd.id])] == [odd]


BAD: list[tuple[dict[str, Any], str]] = [
    ({"level": "9"}, "unknown level '9'; there are: 2.3, 2.6"),
    ({"level": "2.6", "profiles": ["v3"]}, "unknown profile 'v3'; there are: v1-selfhosted, v2-selfhosted, v2-cloud"),
    ({"level": "2.6", "words": ["one", "zzz"]}, "--select zzz: no requirement has such an id"),
    ({"level": "2.3", "words": ["two"]}, "nothing to check: the selection holds nothing at level 2.3"),
]


@pytest.mark.parametrize(("wish", "words"), BAD)
def test_a_plan_for_nothing_is_bad_use(make_requirement: Make, wish: dict[str, Any], words: str) -> None:
    with pytest.raises(BadUse) as caught:
        plan(some_suite(make_requirement), **wish)
    assert words in str(caught.value)
