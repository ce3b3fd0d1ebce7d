"""The report for CI servers: JUnit XML, one suite for each profile.

A finding is a failure, what could not be run is an error, what does not apply is skipped. A failed advice is a
passed test with the advice in its output, because it must not turn a build red.
"""

import json
import re
from pathlib import Path
from xml.etree import ElementTree as Xml

from lf_contracts.finding import NOTHING
from lf_contracts.report.repeat import command
from lf_contracts.report.steady import Steady
from lf_contracts.result import Result, Run, Summary, Verdict, summarise

_NOT_IN_XML = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")

_ELEMENT = {Verdict.FAIL: "failure", Verdict.COULD_NOT_RUN: "error", Verdict.NOT_APPLICABLE: "skipped"}


def tree(run: Run) -> Xml.Element:
    """`<testsuites>` with everything in it."""
    root = Xml.Element(
        "testsuites", {"name": _clean(f"{run.target.name} {run.target.version}"), **_counts(run.summary)}
    )
    for profile in dict.fromkeys(result.check.profile.name for result in run.results):
        mine = [result for result in run.results if result.check.profile.name == profile]
        suite = Xml.SubElement(root, "testsuite", {"name": profile, **_counts(summarise(mine))})
        for result in mine:
            suite.append(_case(run, result))
    return root


def write(run: Run, path: Path) -> None:
    """Raises OSError."""
    root = tree(run)
    Xml.indent(root)
    Xml.ElementTree(root).write(path, encoding="utf-8", xml_declaration=True)


def _counts(summary: Summary) -> dict[str, str]:
    return {
        "tests": str(summary.expected),
        "failures": str(summary.failed - summary.advice),
        "errors": str(summary.could_not_run),
        "skipped": str(summary.not_applicable),
    }


def _case(run: Run, result: Result) -> Xml.Element:
    check = result.check
    node = Xml.Element("testcase", {"classname": check.requirement.id, "name": _clean(check.case.name)})
    if result.advice:
        Xml.SubElement(node, "system-out").text = _clean(f"advice: {result.message}\n{_details(run, result)}")
    elif result.verdict in _ELEMENT:
        why = Xml.SubElement(node, _ELEMENT[result.verdict], {"message": _clean(str(Steady()(result.message)))})
        if result.verdict is not Verdict.NOT_APPLICABLE:
            why.set("type", check.requirement.severity)
            why.text = _clean(_details(run, result))
    return node


def _details(run: Run, result: Result) -> str:
    steady = Steady()
    lines = [result.check.requirement.text, f"source: {result.check.requirement.source}"]
    for name, value in (("expected", result.expected), ("got", result.got)):
        if value is not NOTHING:
            lines.append(f"{name}: {json.dumps(steady(value), ensure_ascii=False)}")
    if result.call is not None:
        lines.append(f"call: {result.call.tool} {json.dumps(steady(result.call.arguments), ensure_ascii=False)}")
    if result.stderr:
        lines.append(f"standard error: {steady(result.stderr)}")
    lines.append(f"again: {command(run, result)}")
    return "\n".join(lines)


def _clean(text: str) -> str:
    """Without the characters that XML 1.0 cannot hold."""
    return _NOT_IN_XML.sub("\ufffd", text)
