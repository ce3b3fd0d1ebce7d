"""What an account sees and may do, by grants and by security tags, in every way in which entries are reached."""

from __future__ import annotations

import random
from typing import get_args

import pytest

from lf_fixtures.model import Right
from lf_simulator import search as search_language
from lf_simulator.people import set_account
from lf_simulator.rights import rights_of
from lf_simulator.store import entries
from lf_simulator.store.sight import is_below

pytestmark = pytest.mark.anyio

FINANCE, INVOICE, HUMAN_RESOURCES, EMPLOYEE, LEGAL, MATTERS, CONTRACTS = 20, 253, 30, 31, 50, 51, 53
OPINION, CLERK_OFFICE, OATH, CLOSED, LEASES, LEASE, SHORTCUT = 510, 10, 17, 421, 61, 604, 92
SEEN, READABLE = ["Browse"], ["Browse", "Read"]
EVERYTHING = list(get_args(Right))


@pytest.fixture
def sign_in(stranger, repository):
    """Sign in with a password; the headers with which calls are the account's."""

    async def headers(name, password=None):
        form = {"grant_type": "password", "username": name, "password": password or name}
        answer = await stranger.post("Token", data=form)
        assert answer.status_code == 200, answer.text
        return {"Authorization": f"Bearer {answer.json()['access_token']}"}

    return headers


@pytest.fixture
def account(repository, sign_in):
    """Make an account with these grants, `{entry: rights}`, and these tags, and sign it in."""

    async def made(grants=None, tags=None, name="pat"):
        rows = None if grants is None else [{"entry": entry, "rights": rights} for entry, rights in grants.items()]
        wish = {"name": name, "password": name, "grants": rows, "tags": tags}
        set_account(repository, {key: value for key, value in wish.items() if value is not None})
        return await sign_in(name)

    return made


@pytest.fixture
def children(stranger, dialect):
    """The ids of a folder's children, page by page, and what is counted."""

    async def ids(headers, folder=1, **query):
        route = dialect("Laserfiche.Repository.Folder/children", "Folder/Children")
        answer = await stranger.get(f"Entries/{folder}/{route}", headers=headers, params={"$count": "true", **query})
        assert answer.status_code == 200, answer.text
        body = answer.json()
        return {row["id"] for row in body["value"]}, body["@odata.count"]

    return ids


@pytest.fixture
def search(stranger):
    """The ids that a simple search finds."""

    async def ids(headers, command):
        answer = await stranger.post("SimpleSearches", json={"searchCommand": command}, headers=headers)
        assert answer.status_code in (200, 204, 206), answer.text
        return {row["id"] for row in answer.json()["value"]} if answer.content else set()

    return ids


async def test_nobody_who_has_every_right_is_asked_for_any(client, repository):
    """The hot path: no look at accounts, grants or tags."""
    asked = []
    repository.database.connection.set_trace_callback(asked.append)
    assert (await client.get("Entries/1")).status_code == 200
    repository.database.connection.set_trace_callback(None)
    assert asked
    assert [sql for sql in asked if "account" in sql or "entry_tag" in sql or "CASE" in sql] == []


async def test_a_branch_that_may_not_be_browsed_does_not_exist(stranger, sign_in, children):
    clerk = await sign_in("clerk")
    for entry in (HUMAN_RESOURCES, EMPLOYEE):
        answer = await stranger.get(f"Entries/{entry}", headers=clerk)
        assert (answer.status_code, answer.json()["errorCode"]) == (404, 9001)
    everybody = await children(await sign_in("demo"))
    assert await children(clerk) == (everybody[0] - {HUMAN_RESOURCES}, everybody[1] - 1)


async def test_counts_and_pages_are_those_of_what_is_seen(stranger, account, children):
    headers = await account({1: EVERYTHING, FINANCE: [], LEGAL: [], CLERK_OFFICE: []})
    seen, count = await children(headers)
    assert count == len(seen) == 7
    page, count = await children({**headers, "Prefer": "maxpagesize=3"}, **{"$orderby": "name desc"})
    assert (len(page), count) == (3, 7)
    assert page <= seen


@pytest.mark.parametrize(("setting", "status", "code"), [(404, 404, 9001), (403, 403, 9013)])
async def test_whether_a_hidden_entry_is_denied_or_missing_is_a_setting(
    stranger, sign_in, repository, setting, status, code
):
    repository.profile = repository.profile.with_overrides({"hidden_status": setting})
    clerk = await sign_in("clerk")
    for path in (f"Entries/{EMPLOYEE}", r"Entries/ByPath?fullPath=\Human Resources\Employee Files"):
        answer = await stranger.get(path, headers=clerk)
        assert (answer.status_code, answer.json()["errorCode"]) == (status, code)
    assert "clerk, who has not the right Browse" in repository.journal.read()[-1]["reason"]
    missing = await stranger.get("Entries/999999", headers=clerk)
    assert missing.json()["errorCode"] == 9001
    assert (await stranger.get(f"Entries/{OATH}", headers=clerk)).status_code == 404  # a security tag never shows


async def test_what_may_be_browsed_and_not_read_is_listed_and_denied(stranger, sign_in, children, dialect):
    clerk = await sign_in("clerk")
    assert OPINION in (await children(clerk, LEGAL))[0]
    assert (await stranger.get(f"Entries/{OPINION}", headers=clerk)).status_code == 200
    for path in (dialect("fields", "Fields"), dialect("tags", "Tags"), dialect("links", "Links")):
        answer = await stranger.get(f"Entries/{OPINION}/{path}", headers=clerk)
        assert (answer.status_code, answer.json()["errorCode"]) == (403, 9013), path
    edoc = f"Entries/{OPINION}/Laserfiche.Repository.Document/edoc"
    content = await (
        stranger.get(edoc, headers=clerk)
        if dialect(True, False)
        else stranger.post(f"Entries/{OPINION}/Export", json={"part": "Edoc"}, headers=clerk)
    )
    assert content.status_code == 403


async def test_rows_show_no_field_of_what_may_not_be_read(stranger, account, dialect):
    headers = await account({1: READABLE, LEASES: SEEN})
    route = dialect("Laserfiche.Repository.Folder/children", "Folder/Children")
    name = dialect("fieldName", "name")
    shown = {}
    for who, folder in (("pat", LEASES), ("pat", FINANCE + 2), ("demo", LEASES)):
        sent = headers if who == "pat" else await account(name="other")
        params = {"fields": ["Tenant" if folder == LEASES else "Vendor Name"]}
        rows = (await stranger.get(f"Entries/{folder}/{route}", headers=sent, params=params)).json()["value"]
        assert {field[name] for row in rows for field in row["fields"]} == set(params["fields"])
        shown[who, folder] = [field["values"] for row in rows for field in row["fields"] if field["values"]]
    assert shown["pat", LEASES] == []
    assert shown["pat", FINANCE + 2]
    assert shown["demo", LEASES]


async def test_a_read_only_account_reads_everything_and_changes_nothing(stranger, sign_in, children, dialect):
    reader = await sign_in("reader")
    assert await children(reader) == await children(await sign_in("demo"))
    assert (await stranger.get(f"Entries/{LEASE}/{dialect('fields', 'Fields')}", headers=reader)).status_code == 200
    route = dialect("Laserfiche.Repository.Folder/children", "Folder/Children")
    writes = [
        await stranger.put(f"Entries/{LEASE}/{dialect('tags', 'Tags')}", json={"tags": []}, headers=reader),
        await stranger.post(f"Entries/1/{route}", json={"name": "x", "entryType": "Folder"}, headers=reader),
        await stranger.patch(f"Entries/{LEASE}", json={"name": "x"}, headers=reader),
        await stranger.delete(f"Entries/{LEASE}/{dialect('template', 'Template')}", headers=reader),
    ]
    assert [(write.status_code, write.json()["errorCode"]) for write in writes] == [(403, 9013)] * len(writes)


async def test_the_nearest_grant_counts(stranger, sign_in, dialect):
    clerk = await sign_in("clerk")
    tags = dialect("tags", "Tags")

    async def put(entry):
        return (await stranger.put(f"Entries/{entry}/{tags}", json={"tags": []}, headers=clerk)).status_code

    assert [await put(entry) for entry in (LEGAL, MATTERS, CONTRACTS, FINANCE, LEASES)] == [403, 403, 200, 403, 200]


async def test_what_is_allowed_below_a_hidden_folder_is_there_and_no_listing_leads_to_it(
    stranger, account, children, search
):
    headers = await account({1: READABLE, LEGAL: [], CONTRACTS: READABLE})
    assert (await stranger.get(f"Entries/{LEGAL}", headers=headers)).status_code == 404
    assert (await stranger.get(f"Entries/{CONTRACTS}", headers=headers)).status_code == 200
    by_path = await stranger.get(r"Entries/ByPath?fullPath=\Legal\Contracts", headers=headers)
    assert by_path.json()["entry"]["id"] == CONTRACTS
    assert LEGAL not in (await children(headers))[0]
    assert await search(headers, '{LF:Name="Contracts"}') == {CONTRACTS}
    assert await search(headers, '{LF:Name="Matters"}') == set()


async def test_the_fallback_of_a_path_stops_at_what_is_seen(stranger, sign_in):
    path = r"Entries/ByPath?fallbackToClosestAncestor=true&fullPath=\Human Resources\Employee Files\Nobody"
    seen = {}
    for name in ("demo", "clerk"):
        body = (await stranger.get(path, headers=await sign_in(name))).json()
        assert set(body) - {"@odata.context"} == {"ancestorEntry"}
        seen[name] = body["ancestorEntry"]["id"]
    assert seen == {"demo": EMPLOYEE, "clerk": 1}


async def test_an_account_that_sees_nothing_at_all_finds_no_root(stranger, account):
    headers = await account({})
    answer = await stranger.get("Entries/1", headers=headers)
    assert (answer.status_code, answer.json()["errorCode"]) == (404, 9001)
    path = r"Entries/ByPath?fallbackToClosestAncestor=true&fullPath=\Finance"
    assert (await stranger.get(path, headers=headers)).status_code == 404


async def test_an_entry_with_a_security_tag_exists_only_for_who_holds_it(stranger, sign_in, children, search):
    clerk, demo = await sign_in("clerk"), await sign_in("demo")
    assert [(await stranger.get(f"Entries/{entry}", headers=clerk)).status_code for entry in (OATH, CLOSED)] == [
        404,
        200,
    ]
    everybody = await children(demo, CLERK_OFFICE)
    assert await children(clerk, CLERK_OFFICE) == (everybody[0] - {OATH}, everybody[1] - 1)
    for command in ('{LF:Tags="HR Only"}', '{LF:Name="Oath*"}'):
        assert OATH in await search(demo, command)
        assert OATH not in await search(clerk, command)


async def test_no_security_tag_at_all_hides_every_entry_with_one(stranger, account):
    headers = await account(None, tags=[])
    assert [(await stranger.get(f"Entries/{entry}", headers=headers)).status_code for entry in (OATH, CLOSED, 1)] == [
        404,
        404,
        200,
    ]


async def test_the_content_of_a_shortcut_is_that_of_its_target(stranger, account, children, dialect):
    plain = await account({1: READABLE, LEASES: []}, name="blind")
    seeing = await account({1: READABLE, LEASES: SEEN}, name="seeing")
    reading = await account({1: READABLE}, name="reading")
    fields = f"Entries/{SHORTCUT}/{dialect('fields', 'Fields')}"
    answers = [await stranger.get(fields, headers=headers) for headers in (plain, seeing, reading)]
    assert [answer.status_code for answer in answers] == [404, 403, 200]
    assert answers[0].json()["errorCode"] == 9537
    for headers, type_ in ((plain, None), (seeing, "Document"), (reading, "Document")):
        shortcut = (await stranger.get(f"Entries/{SHORTCUT}", headers=headers)).json()
        assert (shortcut["targetId"], shortcut.get("targetType")) == (LEASE, type_)
        assert SHORTCUT in (await children(headers, 90))[0]


async def test_a_shortcut_is_found_only_by_who_may_read_its_target(account, search):
    found = [
        SHORTCUT in await search(await account({1: READABLE, LEASES: rights}, name=name), '{LF:Name="Lease 604*"}')
        for name, rights in (("blind", []), ("seeing", SEEN), ("reading", READABLE))
    ]
    assert found == [False, False, True]


COMMANDS = [
    '{LF:Basic~="retail", option="D"}',
    '{LF:Basic~="lease", option="DFANLT"}',
    "lease & month",
    "rent ^20 month",
    '{[Lease]:[Tenant]="*a*"}',
    '{[]:[Tenant]="*"}',
    "{[Lease]}",
    '{LF:Tags="Needs Review"}',
    '{LF:Name="*"}',
    '{LF:Name~="lease"}',
    '{LF:PageCount>1} - {LF:Name="*INV*"}',
    '{LF:Creator="*"} & {LF:LookIn="\\"}',
    '{LF:ParentName="Leases"} | {LF:OCR="All"}',
    '{LF:AnnType="*"} | {LF:Relation="*"}',
]


@pytest.mark.parametrize("profile", ["v2-cloud"])
@pytest.mark.parametrize("command", COMMANDS)
async def test_no_search_finds_or_counts_what_is_hidden(stranger, account, repository, command):
    headers = await account({1: READABLE, LEASES: [], FINANCE: SEEN, CLERK_OFFICE: READABLE}, tags=[])
    store = repository.database.connection
    seen = entries.seen_among(store, range(1000), rights_of(store, "pat").sight())
    there_is = set(search_language.find(store, search_language.parse(command)))
    assert there_is - seen  # there is something to hide
    body = {"searchCommand": command}
    answer = (await stranger.post("SimpleSearches?$count=true", json=body, headers=headers)).json()
    found = {row["id"] for row in answer["value"]}
    assert found <= seen
    assert len(found) == min(100, answer["@odata.count"])
    assert answer["@odata.count"] <= len(seen)


BY_CONTENTS = [
    '{LF:Basic~="month", option="D"}',
    "month",
    "each ^1 month",
    '{[Lease]:[Tenant]="*a*"}',
    '{[]:[Tenant]="*"}',
    '{LF:Tags="Needs Review"}',
    '{LF:OCR="All"}',
    '{LF:AnnType="*"}',
]
BY_LISTING = ['{LF:Name="Lease L*"}', '{LF:Basic~="lease", option="N"}', "{LF:PageCount>0}", "{[Lease]}"]


@pytest.mark.parametrize("profile", ["v2-cloud"])
@pytest.mark.parametrize(
    ("command", "finds"), [*((each, False) for each in BY_CONTENTS), *((each, True) for each in BY_LISTING)]
)
async def test_what_may_not_be_read_is_found_by_its_name_and_not_by_its_contents(account, search, command, finds):
    inside = ' & {LF:LookIn="\\Property Management\\Leases"}'
    assert await search(await account(name="boss"), command + inside)  # there is something to be found
    found = await search(await account({1: READABLE, LEASES: SEEN}), command + inside)
    assert bool(found) is finds


@pytest.mark.parametrize("profile", ["v1-selfhosted"])
async def test_an_entry_that_is_found_by_its_name_shows_no_hit_in_its_text(stranger, account):
    command = {"searchCommand": '{LF:Basic~="lease"}'}
    counts = {}
    for name, rights in (("seeing", SEEN), ("reading", READABLE)):
        headers = await account({1: [], LEASES: rights}, name=name)
        token = (await stranger.post("Searches", json=command, headers=headers)).json()["token"]
        rows = (await stranger.get(f"Searches/{token}/Results", headers=headers)).json()["value"]
        number = next(row["rowNumber"] for row in rows if row["id"] == LEASE)
        hits = await stranger.get(f"Searches/{token}/Results/{number}/ContextHits", headers=headers)
        counts[name] = {hit["hitType"] for hit in hits.json()["value"]}
    assert counts["seeing"] == {"Name"}
    assert {"Name", "PageContent"} <= counts["reading"]


async def test_a_search_betrays_no_hidden_folder(stranger, sign_in, search):
    clerk = await sign_in("clerk")
    assert await search(clerk, '{LF:ChildName="Human Resources"}') == set()
    assert await search(clerk, '{LF:ChildName="Finance"}') == {1}
    answers = [
        await stranger.post("SimpleSearches", json={"searchCommand": f'{{LF:LookIn="{path}"}}'}, headers=clerk)
        for path in (r"\Human Resources", r"\No Such Folder", "30", "999")
    ]
    assert [(answer.status_code, answer.json()["errorCode"]) for answer in answers] == [
        (answers[1].status_code, 9001)
    ] * 4


async def test_changed_rights_count_at_once_for_whoever_has_signed_in(stranger, account):
    headers = await account()
    assert (await stranger.get(f"Entries/{LEGAL}", headers=headers)).status_code == 200
    await account({1: SEEN, LEGAL: []})
    assert (await stranger.get(f"Entries/{LEGAL}", headers=headers)).status_code == 404
    await account()
    assert (await stranger.get(f"Entries/{LEGAL}", headers=headers)).status_code == 200


async def test_grants_go_with_their_folder_and_leave_with_it(stranger, account, repository):
    headers = await account({1: READABLE, MATTERS: []})
    assert (await stranger.get(f"Entries/{MATTERS}", headers=headers)).status_code == 404
    boss = await account(name="boss")
    assert (await stranger.patch("Entries/56", json={"parentId": FINANCE}, headers=boss)).status_code == 200
    assert (await stranger.get("Entries/56", headers=headers)).status_code == 200
    assert (await stranger.patch(f"Entries/{MATTERS}", json={"parentId": FINANCE}, headers=boss)).status_code == 200
    assert (await stranger.get("Entries/57", headers=headers)).status_code == 404


async def test_the_journal_and_the_creator_of_an_entry_name_the_account(stranger, sign_in, repository, dialect):
    clerk = await sign_in("CLERK", "clerk")
    route = dialect("Laserfiche.Repository.Folder/children", "Folder/Children")
    made = await stranger.post(f"Entries/80/{route}", json={"name": "mine", "entryType": "Folder"}, headers=clerk)
    assert (made.status_code, made.json()["creator"]) == (201, "clerk")
    assert repository.journal.read()[-1]["user"] == "clerk"


@pytest.mark.parametrize("profile", ["v2-cloud"])
@pytest.mark.parametrize("seed", range(8))
def test_one_condition_in_sql_sees_what_each_single_look_sees(repository, seed):
    """Random grants and tags, held against the rule as it is told: the nearest grant on the way up to the root."""
    chance = random.Random(seed)
    store = repository.database.connection
    parents = dict(store.execute("SELECT id, parent_id FROM entry"))
    secure = [(5, "Closed Session"), (2, "HR Only")]
    for entry in chance.sample(sorted(parents), 20):
        store.execute(
            "INSERT OR IGNORE INTO entry_tag (entry_id, tag_id) VALUES (?, ?)", (entry, chance.choice(secure)[0])
        )
    tagged = {(row[0], row[1]) for row in store.execute("SELECT entry_id, tag_id FROM entry_tag")}
    grants = {
        entry: chance.sample(EVERYTHING, chance.randint(0, len(EVERYTHING)))
        for entry in chance.sample(sorted(parents), chance.choice([1, 5, 25]))
    }
    held = [name for _, name in secure if chance.random() < 0.5]
    rows = [{"entry": entry, "rights": rights} for entry, rights in grants.items()]
    set_account(repository, {"name": "pat", "password": "x", "grants": rows, "tags": held})

    def granted(entry):
        while entry is not None and entry not in grants:
            entry = parents[entry]
        return grants.get(entry, [])

    lacked = {id_ for id_, name in secure if name not in held}
    rights = rights_of(store, "pat")
    for right in ("Browse", "Read", "Delete"):
        expected = {
            entry
            for entry in parents
            if {"Browse", right} <= set(granted(entry)) and not any((entry, tag) in tagged for tag in lacked)
        }
        assert entries.seen_among(store, parents, rights.sight(right)) == expected
        one_by_one = {
            record.id
            for record in (entries.find(store, entry) for entry in parents)
            if record is not None and rights.sees(record) and rights.may(record, right)
        }
        assert one_by_one == expected


def test_a_path_is_below_itself_and_its_folders_and_not_below_its_likes():
    assert [is_below(path, "\\a") for path in ("\\a", "\\a\\b", "\\ab", "\\", "\\b\\a")] == [
        True,
        True,
        False,
        False,
        False,
    ]
    assert all(is_below(path, "\\") for path in ("\\", "\\a", "\\a\\b"))


async def test_a_folder_named_with_quotes_and_braces_can_be_granted(stranger, account, dialect):
    boss = await account(name="boss")
    route = dialect("Laserfiche.Repository.Folder/children", "Folder/Children")
    made = await stranger.post(
        f"Entries/1/{route}", json={"name": "O'Neil {e} %s; --", "entryType": "Folder"}, headers=boss
    )
    folder = made.json()["id"]
    headers = await account({1: SEEN, folder: []})
    assert (await stranger.get(f"Entries/{folder}", headers=headers)).status_code == 404
    assert (await stranger.get("Entries/20", headers=headers)).status_code == 200
