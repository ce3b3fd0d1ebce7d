"""Field values of one entry: names, types and values, in both dialects."""

from typing import TYPE_CHECKING, Any

from lf_contracts.case import case, cases_of, row
from lf_contracts.cases import failures
from lf_contracts.cases.classified import refuse
from lf_contracts.cases.content import sent
from lf_contracts.cases.subjects import FIELD_VALUES, LEASE_ID
from lf_contracts.checks import equal, expect, made, ok, operations, schema
from lf_contracts.errors import NotProvoked

if TYPE_CHECKING:
    from lf_contracts.lab import Lab

INVOICES_ID, NO_FIELDS, UNKNOWN = 22, 82, 999_999_999
LEASES = tuple(range(601, 625))


def values(lab: "Lab", entry_id: int = LEASE_ID) -> list[dict[str, Any]]:
    """Read the field values of an entry, which must succeed."""
    data = ok(lab.call(FIELD_VALUES.tool, entry_id=entry_id))
    equal(data["entry_id"], entry_id, "entry_id")
    return list(data["values"])


@cases_of(
    [
        row("field_values.answer-shape", "fields", entry_id=LEASE_ID),
        row("field_values.answer-shape", "no fields", entry_id=NO_FIELDS),
    ]
)
def the_shape(lab: "Lab", entry_id: int) -> None:
    schema(ok(lab.call(FIELD_VALUES.tool, entry_id=entry_id)), FIELD_VALUES.answer)


@case("field_values.names")
def every_field_is_named(lab: "Lab") -> None:
    equal([each["field_name"] for each in values(lab)], list(lab.entry(LEASE_ID)["fields"]), "the field names")


@case("field_values.types")
def every_field_has_its_type(lab: "Lab") -> None:
    told = [each["field_type"] for each in values(lab)]
    equal(told, [each["fieldType"] for each in sent(lab, FIELD_VALUES.request)["value"]], "the field types")


@case("field_values.values")
def the_values(lab: "Lab") -> None:
    told = [each["values"] for each in values(lab)]
    expect(any(told), "no field has a value")
    equal(told, [each["values"] for each in sent(lab, FIELD_VALUES.request)["value"]], "the values")


@case("field_values.multi-value")
def several_values(lab: "Lab") -> None:
    entry_id = next((i for i in LEASES if any(len(held) > 1 for held in lab.entry(i)["fields"].values())), None)
    if entry_id is None:
        raise NotProvoked("no lease has a field with several values")
    given = sent_for(lab, entry_id)
    for told, field in zip(values(lab, entry_id), given, strict=True):
        equal(told["is_multi_value"], field["isMultiValue"], f"is_multi_value of field {field['fieldType']}")
        equal(len(told["values"]), len(field["values"]), "the number of values")


@case("field_values.blank-field")
def a_blank_field(lab: "Lab") -> None:
    entry_id = next((i for i in LEASES if not all(lab.entry(i)["fields"].values())), None)
    if entry_id is None:
        raise NotProvoked("no lease has a blank field")
    told = values(lab, entry_id)
    equal(len(told), len(lab.entry(entry_id)["fields"]), "the number of fields")
    expect([] in [each["values"] for each in told], "the blank field has a value or is missing", got=told)


@case("field_values.no-fields")
def no_fields(lab: "Lab") -> None:
    equal(values(lab, NO_FIELDS), [], "values")


@case("field_values.one-request")
def one_request(lab: "Lab") -> None:
    values(lab)
    equal(operations(lab.journal()), [FIELD_VALUES.route(lab)], "the requests")


@case("field_values.unknown-entry")
def no_such_entry(lab: "Lab") -> None:
    arguments = {"entry_id": UNKNOWN}
    data = failures.classified(lab.call(FIELD_VALUES.tool, **arguments), FIELD_VALUES, "not_found", arguments)
    failures.says_what_was_sent(lab, data)
    made(lab.journal(), FIELD_VALUES.route(lab), 1)


@cases_of(row("field_values.redirect", f"status {status}", status=status) for status in (301, 302, 307))
def a_redirect(lab: "Lab", status: int) -> None:
    elsewhere = {"Location": "https://elsewhere.example/"}
    lab.faults({"operations": [FIELD_VALUES.route(lab)], **refuse(status, text="", headers=elsewhere)})
    equal(lab.call(FIELD_VALUES.tool, entry_id=LEASE_ID).data.get("mode"), "error", "mode")


def sent_for(lab: "Lab", entry_id: int) -> list[dict[str, Any]]:
    """The fields as the server sends them for this entry."""
    values(lab, entry_id)
    return list(sent(lab, FIELD_VALUES.request)["value"])
