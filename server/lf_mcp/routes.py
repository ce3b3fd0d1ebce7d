"""The operations this server uses, as a table: method, path in v1 and in v2, and whether a repeat can do harm.

Source: the two published API descriptions. Paths are relative to `{base}/{version}/Repositories/{repository}/`.
"""

from __future__ import annotations

from dataclasses import dataclass
from urllib.parse import quote


@dataclass(frozen=True, slots=True)
class Route:
    """`repeatable`: sending it twice has the effect of sending it once, so a lost answer may be asked for again.

    `of_server`: the path is relative to `{base}/{version}/`, not to the repository.
    """

    method: str
    v1: str
    v2: str
    repeatable: bool
    of_server: bool = False

    @property
    def writes(self) -> bool:
        """Whether it changes something, so that a lost answer leaves open what has become of it."""
        return not self.repeatable or self.method == "PUT"

    def path(self, version: str, names: dict[str, object]) -> str:
        """The path of this route in `version` ("v1" or "v2") with `names` put in, escaped."""
        template = self.v1 if version == "v1" else self.v2
        return template.format_map({key: quote(str(value), safe="") for key, value in names.items()})


ENTRY = Route("GET", "Entries/{entry_id}", "Entries/{entry_id}", True)
ENTRY_BY_PATH = Route("GET", "Entries/ByPath?fullPath={path}", "Entries/ByPath?fullPath={path}", True)
CHILDREN = Route(
    "GET", "Entries/{entry_id}/Laserfiche.Repository.Folder/children", "Entries/{entry_id}/Folder/Children", True
)
FIELD_VALUES = Route("GET", "Entries/{entry_id}/fields", "Entries/{entry_id}/Fields", True)
SIMPLE_SEARCH = Route("POST", "SimpleSearches", "SimpleSearches", True)
SEARCH_START = Route("POST", "Searches", "Searches/SearchAsync", True)
SEARCH_STATUS = Route("GET", "Searches/{search}", "Tasks?taskIds={search}", True)
SEARCH_RESULTS = Route("GET", "Searches/{search}/Results", "Searches/{search}/Results", True)
SEARCH_HITS = Route(
    "GET", "Searches/{search}/Results/{row}/ContextHits", "Searches/{search}/Results/{row}/ContextHits", True
)
SEARCH_CLOSE = Route("DELETE", "Searches/{search}", "Tasks?taskIds={search}", False)

REPOSITORIES = Route("GET", "Repositories", "Repositories", True, of_server=True)
FIELD_DEFINITIONS = Route("GET", "FieldDefinitions", "FieldDefinitions", True)
TAG_DEFINITIONS = Route("GET", "TagDefinitions", "TagDefinitions", True)
TEMPLATE_DEFINITIONS = Route("GET", "TemplateDefinitions", "TemplateDefinitions", True)
LINK_DEFINITIONS = Route("GET", "LinkDefinitions", "LinkDefinitions", True)
TEMPLATE_FIELDS = Route("GET", "TemplateDefinitions/Fields", "TemplateDefinitions/FieldDefinitions", True)
AUDIT_REASONS = Route("GET", "AuditReasons", "AuditReasons", True)
TASK = Route("GET", "Tasks/{task}", "Tasks?taskIds={task}", True)
TAGS = Route("GET", "Entries/{entry_id}/tags", "Entries/{entry_id}/Tags", True)
LINKS = Route("GET", "Entries/{entry_id}/links", "Entries/{entry_id}/Links", True)

_FOLDER = "Entries/{entry_id}/Laserfiche.Repository.Folder"
_DOCUMENT = "Entries/{entry_id}/Laserfiche.Repository.Document"
EDOC = Route("GET", f"{_DOCUMENT}/edoc", "", True)
EXPORT = Route("POST", "", "Entries/{entry_id}/Export", True)

SET_FIELDS = Route("PUT", "Entries/{entry_id}/fields", "Entries/{entry_id}/Fields", True)
SET_TAGS = Route("PUT", "Entries/{entry_id}/tags", "Entries/{entry_id}/Tags", True)
SET_LINKS = Route("PUT", "Entries/{entry_id}/links", "Entries/{entry_id}/Links", True)
SET_TEMPLATE = Route("PUT", "Entries/{entry_id}/template", "Entries/{entry_id}/Template", True)
REMOVE_TEMPLATE = Route("DELETE", "Entries/{entry_id}/template", "Entries/{entry_id}/Template", False)
CREATE_ENTRY = Route("POST", f"{_FOLDER}/children", "Entries/{entry_id}/Folder/Children", False)
COPY_ENTRY = Route("POST", f"{_FOLDER}/CopyAsync", "Entries/{entry_id}/Folder/CopyAsync", False)
IMPORT = Route("POST", "Entries/{entry_id}/{name}", "Entries/{entry_id}/Folder/Import", False)
UPDATE_ENTRY = Route("PATCH", "Entries/{entry_id}", "Entries/{entry_id}", False)
DELETE_ENTRY = Route("DELETE", "Entries/{entry_id}", "Entries/{entry_id}", False)
DELETE_EDOC = Route("DELETE", f"{_DOCUMENT}/edoc", "Entries/{entry_id}/Document/Edoc", False)
DELETE_PAGES = Route("DELETE", f"{_DOCUMENT}/pages", "Entries/{entry_id}/Document/Pages", False)
