"""Context hits as clients read them: their wire forms, pages of them, and what the profile says of them."""

from __future__ import annotations

import pytest

from lf_simulator.search import passages
from lf_simulator.store.text import index_entry

pytestmark = pytest.mark.anyio

ENTRY = 231  # a document of the demo corpus that has pages
NAMES = {
    *("hitNumber", "hitType", "isAnnotationHit", "annotationId", "pageNumber", "pageOffset", "context"),
    *("highlight1Offset", "highlight1Length", "highlight2Offset", "highlight2Length", "hitWidth"),
    *("edocHitCount", "fieldHitCount", "fieldName"),
}
MANY = 250


class Hits:
    """The hits of one entry for a command, as the dialect at hand asks for them."""

    def __init__(self, client, dialect, repository):
        self.client, self.dialect, self.repository = client, dialect, repository

    @property
    def connection(self):
        return self.repository.database.connection

    def write(self, *pages):
        """Give the document these pages and no other text."""
        self.connection.execute("DELETE FROM page WHERE entry_id = ?", (ENTRY,))
        self.connection.executemany(
            "INSERT INTO page (entry_id, number, text) VALUES (?, ?, ?)",
            [(ENTRY, number, text) for number, text in enumerate(pages, 1)],
        )
        index_entry(self.connection, ENTRY)

    async def address(self, command):
        """Where the hits of the document are, for a search of it."""
        path = self.dialect("Searches", "Searches/SearchAsync")
        answer = await self.client.post(path, json={"searchCommand": f"({command}) & {{LF:ID={ENTRY}}}"})
        token = answer.json()[self.dialect("token", "taskId")]
        assert len((await self.client.get(f"Searches/{token}/Results")).json()["value"]) == 1
        return f"Searches/{token}/Results/1/ContextHits"

    async def of(self, command):
        answer = await self.client.get(await self.address(command))
        assert answer.status_code == 200, answer.text
        return answer.json()["value"]

    def kept(self):
        """The hits that are kept with the newest search."""
        (task,) = [task for task in self.repository.tasks.all() if getattr(task, "hits", None)][-1:]
        return task.hits[1]


@pytest.fixture
def hits(client, dialect, repository):
    return Hits(client, dialect, repository)


def highlights(hit):
    return [hit["context"][hit[f"highlight{number}Offset"] :][: hit[f"highlight{number}Length"]] for number in (1, 2)]


async def test_each_kind_of_hit_has_its_wire_form(hits):
    hits.write("xylem and phloem", "phloem")
    write = hits.connection.execute
    kinds = ("Note", "Callout", "TextBox")
    write("DELETE FROM annotation WHERE entry_id = ?", (ENTRY,))
    for number, kind in enumerate(kinds, 1):
        write(
            "INSERT INTO annotation (id, entry_id, page, kind, text) VALUES (?, ?, ?, ?, ?)",
            (90_000 + number, ENTRY, 1, kind, f"{kind} of xylem"),
        )
    write("UPDATE entry SET name = 'xylem', extension = 'xylem', edoc_size = 1 WHERE id = ?", (ENTRY,))
    (tag,) = write("SELECT id FROM tag_definition").fetchone()
    write("INSERT OR REPLACE INTO entry_tag (entry_id, tag_id, comment) VALUES (?, ?, 'more xylem')", (ENTRY, tag))
    index_entry(hits.connection, ENTRY)
    found = await hits.of(
        '{LF:Basic~="xylem"} | {LF:Ext~="xylem"} | {LF:TagComment~="xylem"} | "xylem and" | xylem ^3 phloem'
    )
    assert {frozenset(hit) for hit in found} == {frozenset(NAMES)}
    assert [(hit["hitType"], hit["pageNumber"], *highlights(hit), hit["hitWidth"]) for hit in found] == [
        ("PageContent", 1, "xylem and", "", 2),
        ("PageContent", 1, "xylem", "phloem", 3),
        ("PageContent", 1, "xylem", "", 4),
        *((kind, 1, "xylem", "", 1) for kind in kinds),
        ("Name", 0, "xylem", "", 1),
        ("Extension", 0, "xylem", "", 1),
        ("TagComment", 0, "xylem", "", 1),
    ]
    assert [hit["annotationId"] for hit in found if hit["isAnnotationHit"]] == [90_001, 90_002, 90_003]
    assert [hit["hitNumber"] for hit in found] == list(range(1, len(found) + 1))


async def test_a_file_and_a_field_have_one_record_with_a_count(hits):
    hits.write()
    write = hits.connection.execute
    write("INSERT OR REPLACE INTO edoc (entry_id, data, text) VALUES (?, x'00', 'xylem, Xylem')", (ENTRY,))
    index_entry(hits.connection, ENTRY)
    (hit,) = await hits.of("xylem")
    assert (hit["hitType"], hit["edocHitCount"], hit["context"], hit["hitWidth"]) == ("Edoc", 2, "", 0)


async def test_a_row_found_by_comparison_alone_has_an_empty_list(hits):
    assert await hits.of('{LF:Name="*"}') == []


async def test_pages_of_hits_make_up_the_list(hits):
    hits.write(*["rent " * 50] * (MANY // 50))
    address = await hits.address("rent")
    whole = []
    following = f"{address}?$count=true"
    while following:
        body = (await hits.client.get(following)).json()
        assert body["@odata.count"] == MANY
        whole += body["value"]
        following = body.get("@odata.nextLink")
    assert [hit["hitNumber"] for hit in whole] == list(range(1, MANY + 1))
    assert [hit["pageNumber"] for hit in whole] == [page for page in range(1, MANY // 50 + 1) for _ in range(50)]
    last = (
        await hits.client.get(address, params={"$orderby": "hitNumber desc", "$top": 2, "$select": "hitNumber"})
    ).json()
    assert [hit["hitNumber"] for hit in last["value"]] == [MANY, MANY - 1]
    beyond = (await hits.client.get(address, params={"$skip": MANY - 1, "$top": 5})).json()
    assert (beyond["value"], beyond.get("@odata.nextLink")) == (whole[-1:], None)
    assert (await hits.client.get(address, params={"$skip": MANY})).json()["value"] == []


@pytest.mark.parametrize("profile", ["v1-selfhosted", "v2-cloud"])
async def test_a_page_of_hits_is_looked_for_no_further_than_it_goes_and_once(hits, monkeypatch):
    looked_at = []
    made = passages.Passage.__init__

    def note(self, *arguments):
        looked_at.append(1)
        made(self, *arguments)

    monkeypatch.setattr(passages.Passage, "__init__", note)
    hits.write(*["rent is due"] * MANY)
    address = await hits.address("rent")
    first = (await hits.client.get(address, params={"$top": 3})).json()
    assert (len(first["value"]), len(looked_at)) == (3, 4)  # one more tells whether there is another page
    again = (await hits.client.get(address, params={"$top": 3})).json()
    assert (again, len(looked_at)) == (first, 4)
    await hits.client.get(address, params={"$skip": 3, "$top": 3})
    assert len(looked_at) == 7
    await hits.client.get(address, params={"$count": "true"})
    assert len(looked_at) == MANY


@pytest.mark.parametrize("profile", ["v1-selfhosted", "v2-cloud"])
async def test_what_is_written_meanwhile_is_seen_in_the_next_answer(hits):
    hits.write("rent is due", "rent")
    address = await hits.address("rent")
    assert len((await hits.client.get(address)).json()["value"]) == 2
    hits.write("no rent")
    (hit,) = (await hits.client.get(address)).json()["value"]
    assert (hit["context"], highlights(hit)) == ("no rent", ["rent", ""])


@pytest.mark.parametrize("profile", ["v1-selfhosted", "v2-cloud"])
async def test_the_profile_says_how_many_hits_are_listed(hits, repository):
    repository.profile = repository.profile.with_overrides({"most_hits": 7})
    hits.write("rent " * 5, "rent " * 5)
    address = await hits.address("rent")
    body = (await hits.client.get(address, params={"$count": "true"})).json()
    assert ([hit["pageNumber"] for hit in body["value"]], body["@odata.count"]) == ([1] * 5 + [2] * 2, 7)


@pytest.mark.parametrize("profile", ["v1-selfhosted", "v2-cloud"])
async def test_offsets_count_characters_or_units_of_utf_16(hits, repository):
    page = "😀😀 " * 20 + "the 😀 rent 😀 due 😀"
    hits.write(page)
    address = await hits.address("rent ^3 due")
    (hit,) = (await hits.client.get(address)).json()["value"]
    assert highlights(hit) == ["rent", "due"]
    assert page[hit["pageOffset"] :].startswith(hit["context"])
    repository.profile = repository.profile.with_overrides({"hit_offsets": "utf-16"})
    (hit,) = (await hits.client.get(address)).json()["value"]

    def cut(text, offset, length):
        return text.encode("utf-16-le")[2 * offset : 2 * (offset + length)].decode("utf-16-le")

    assert [cut(hit["context"], hit[f"highlight{n}Offset"], hit[f"highlight{n}Length"]) for n in (1, 2)] == [
        "rent",
        "due",
    ]
    assert cut(page, hit["pageOffset"], 1_000).startswith(hit["context"])
