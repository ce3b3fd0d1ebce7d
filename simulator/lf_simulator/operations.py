"""The operation table: one row for each operation of v1 and of v2 (2023), the sign-in and the download address.

Rows are written in pairs, an operation of v1 beside the one of v2 that does the same. A row without a function is an
operation that real builds have and this simulator does not: it answers 501 with its name. `~` stands for the address of
a repository.
"""

from __future__ import annotations

from dataclasses import dataclass
from types import MappingProxyType
from typing import TYPE_CHECKING

from lf_simulator import query as q
from lf_simulator.bodies import FormBody, JsonBody, Member
from lf_simulator.handlers import definitions, documents, entries, metadata, repositories, searches, sign_in, tasks

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Mapping

    from lf_simulator.bodies import Body
    from lf_simulator.context import Answer, Call
    from lf_simulator.query import Param, Params

    Handler = Callable[[Call], Answer] | Callable[[Call], Awaitable[Answer]]

REPOSITORY = {"v1": "/v1/Repositories/{repoId}", "v2": "/v2/Repositories/{repositoryId}"}


@dataclass(frozen=True, slots=True)
class Operation:
    """One operation of one version. `names`: its own, and those of the other version that a fault may name."""

    name: str
    version: str
    method: str
    path: str
    names: tuple[str, ...]
    run: Handler | None
    query: Params
    body: Body | None
    is_open: bool
    """Whether it needs no sign-in."""

    @property
    def simulated(self) -> bool:
        return self.run is not None


def _row(
    line: str,
    version: str,
    run: Handler | None = None,
    query: tuple[Param, ...] = (),
    body: Body | None = None,
    also: tuple[str, ...] = (),
    is_open: bool = False,
) -> Operation:
    name, method, path = line.split()
    full = path.replace("~", REPOSITORY[version]) if path.startswith("~") else f"/{version}{path}"
    return Operation(name, version, method, full, (name, *also), run, q.declare(*query), body, is_open)


def _both(
    v1: str,
    v2: str,
    run: Handler | None = None,
    query: tuple[Param, ...] = (),
    *,
    only_v1: tuple[Param, ...] = (),
    only_v2: tuple[Param, ...] = (),
    body: Body | None = None,
    is_open: bool = False,
) -> tuple[Operation, Operation]:
    """The same operation in both versions."""
    name_v1, name_v2 = v1.split()[0], v2.split()[0]
    also_v1, also_v2 = ((), ()) if name_v1 == name_v2 else ((name_v2,), (name_v1,))
    return (
        _row(v1, "v1", run, (*query, *only_v1), body, also_v1, is_open),
        _row(v2, "v2", run, (*query, *only_v2), body, also_v2, is_open),
    )


FORMAT_FIELDS = q.Param("formatFields", "flag", "format")
FORMAT_VALUE = q.Param("formatValue", "flag", "format")
FORMAT_FIELD_VALUES = q.Param("formatFieldValues", "flag", "format")
TEMPLATE_NAME = q.Param("templateName")
NEEDED_TEMPLATE_NAME = q.Param("templateName", required=True)
PAGE_RANGE = q.Param("pageRange")
TASK_IDS = q.Param("taskIds", "texts")
BY_PATH = (q.Param("fullPath", required=True), q.Param("fallbackToClosestAncestor", "flag"))
CHILDREN = (*q.LISTING, q.GROUP, q.FIELDS, q.CULTURE)
RESULTS = (*CHILDREN, q.Param("refresh", "flag"))
DEFINITIONS = (*q.LISTING, q.CULTURE)
SIMPLE = (q.SELECT, q.Param("$orderby"), q.Param("$count", "flag"), q.Param("$top", "whole"), q.FIELDS, q.CULTURE)
"""`$top` is not offered; it is here because builds differ in what they do with it (profile: simple_search_top)."""

COMMAND = Member("searchCommand", required=True)
FUZZY = (
    Member("fuzzyType", "word", words=("None", "Percentage", "NumberOfLetters")),
    Member("fuzzyFactor", "whole"),
)
SIMPLE_SEARCH = JsonBody((COMMAND,))
SEARCH = JsonBody((COMMAND, *FUZZY))
EXPORT = JsonBody(
    (
        Member("part", "word", required=True, words=("Image", "Text", "Edoc")),
        Member("auditReasonId", "whole"),
        Member("auditReasonComment"),
        Member(
            "imageOptions",
            "object",
            members=(
                Member("format", "word", words=("MultiPageTIFF", "SinglePageTIFF", "PNG", "PDF", "JPEG")),
                Member("jPEGCompressionLevel", "whole"),
                Member("includeAnnotations", "flag"),
                Member("convertPdfAnnotations", "flag"),
                Member("pagePrefix"),
                Member("includeRedactions", "flag"),
                Member("watermark", "object"),
            ),
        ),
        Member("textOptions", "object", members=(Member("includeRedactions", "flag"), Member("redactionCharacter"))),
    )
)

V1_FOLDER = "~/Entries/{entryId}/Laserfiche.Repository.Folder"
V1_DOCUMENT = "~/Entries/{entryId}/Laserfiche.Repository.Document"
RESULT_ROWS = "~/Searches/{taskId}/Results"

OPERATIONS: tuple[Operation, ...] = (
    # Sign-in, repositories, audit
    *_both("CreateToken POST ~/Token", "CreateToken POST ~/Token", sign_in.create_token, body=FormBody(), is_open=True),
    *_both(
        "GetRepositoryList GET /Repositories",
        "ListRepositories GET /Repositories",
        repositories.list_repositories,
        is_open=True,
    ),
    *_both("GetAuditReasons GET ~/AuditReasons", "ListAuditReasons GET ~/AuditReasons"),
    *_both("GetTrusteeAttributeKeyValuePairs GET ~/Attributes", "ListAttributes GET ~/Attributes"),
    *_both(
        "GetTrusteeAttributeValueByKey GET ~/Attributes/{attributeKey}", "GetAttribute GET ~/Attributes/{attributeKey}"
    ),
    # Entries
    *_both("GetEntry GET ~/Entries/{entryId}", "GetEntry GET ~/Entries/{entryId}", entries.get_entry, (q.SELECT,)),
    *_both(
        "GetEntryByPath GET ~/Entries/ByPath",
        "GetEntryByPath GET ~/Entries/ByPath",
        entries.get_entry_by_path,
        BY_PATH,
    ),
    *_both(
        f"GetEntryListing GET {V1_FOLDER}/children",
        "ListEntries GET ~/Entries/{entryId}/Folder/Children",
        entries.list_children,
        CHILDREN,
        only_v1=(FORMAT_FIELDS,),
        only_v2=(FORMAT_FIELD_VALUES,),
    ),
    *_both(f"CreateOrCopyEntry POST {V1_FOLDER}/children", "CreateEntry POST ~/Entries/{entryId}/Folder/Children"),
    _row("CopyEntry POST ~/Entries/{entryId}/Folder/Copy", "v2", also=("CreateOrCopyEntry",)),
    *_both(f"CopyEntryAsync POST {V1_FOLDER}/CopyAsync", "StartCopyEntry POST ~/Entries/{entryId}/Folder/CopyAsync"),
    *_both("MoveOrRenameEntry PATCH ~/Entries/{entryId}", "UpdateEntry PATCH ~/Entries/{entryId}"),
    *_both("DeleteEntryInfo DELETE ~/Entries/{entryId}", "StartDeleteEntry DELETE ~/Entries/{entryId}"),
    # Documents
    *_both(
        "ImportDocument POST ~/Entries/{parentEntryId}/{fileName}", "ImportEntry POST ~/Entries/{entryId}/Folder/Import"
    ),
    _row("CreateMultipartUploadUrls POST ~/Entries/CreateMultipartUploadUrls", "v2"),
    _row("StartImportUploadedParts POST ~/Entries/{entryId}/Folder/ImportUploadedParts", "v2"),
    _row(f"GetDocumentContentType HEAD {V1_DOCUMENT}/edoc", "v1", documents.describe_edoc),
    _row(f"ExportDocument GET {V1_DOCUMENT}/edoc", "v1", documents.download_edoc, also=("ExportEntry",)),
    _row(f"ExportDocumentWithAuditReason POST {V1_DOCUMENT}/GetEdocWithAuditReason", "v1"),
    _row(
        "ExportEntry POST ~/Entries/{entryId}/Export",
        "v2",
        documents.export,
        (PAGE_RANGE,),
        EXPORT,
        ("ExportDocument", "ExportDocumentWithAuditReason"),
    ),
    _row("StartExportEntry POST ~/Entries/{entryId}/ExportAsync", "v2"),
    _row("DownloadExport GET ~/Download/{token}", "v2", documents.download, is_open=True),
    *_both(
        f"DeleteDocument DELETE {V1_DOCUMENT}/edoc", "DeleteElectronicDocument DELETE ~/Entries/{entryId}/Document/Edoc"
    ),
    *_both(f"DeletePages DELETE {V1_DOCUMENT}/pages", "DeletePages DELETE ~/Entries/{entryId}/Document/Pages"),
    # Metadata of an entry
    *_both(
        "GetFieldValues GET ~/Entries/{entryId}/fields",
        "ListFields GET ~/Entries/{entryId}/Fields",
        metadata.list_fields,
        (*q.LISTING, q.CULTURE),
        only_v1=(FORMAT_VALUE,),
        only_v2=(FORMAT_FIELD_VALUES,),
    ),
    *_both("AssignFieldValues PUT ~/Entries/{entryId}/fields", "SetFields PUT ~/Entries/{entryId}/Fields"),
    *_both(
        "GetDynamicFieldValues POST ~/Entries/{entryId}/fields/GetDynamicFieldLogicValue",
        "ListDynamicFieldValues POST ~/Entries/{entryId}/Fields/GetDynamicFieldLogicValue",
    ),
    *_both("GetTagsAssignedToEntry GET ~/Entries/{entryId}/tags", "ListTags GET ~/Entries/{entryId}/Tags"),
    *_both("AssignTags PUT ~/Entries/{entryId}/tags", "SetTags PUT ~/Entries/{entryId}/Tags"),
    *_both("GetLinkValuesFromEntry GET ~/Entries/{entryId}/links", "ListLinks GET ~/Entries/{entryId}/Links"),
    *_both("AssignEntryLinks PUT ~/Entries/{entryId}/links", "SetLinks PUT ~/Entries/{entryId}/Links"),
    *_both(
        "WriteTemplateValueToEntry PUT ~/Entries/{entryId}/template", "SetTemplate PUT ~/Entries/{entryId}/Template"
    ),
    *_both(
        "DeleteAssignedTemplate DELETE ~/Entries/{entryId}/template",
        "RemoveTemplate DELETE ~/Entries/{entryId}/Template",
    ),
    # Searches
    *_both(
        "CreateSimpleSearchOperation POST ~/SimpleSearches",
        "SearchEntry POST ~/SimpleSearches",
        searches.simple_search,
        SIMPLE,
        only_v1=(FORMAT_FIELDS,),
        only_v2=(FORMAT_FIELD_VALUES,),
        body=SIMPLE_SEARCH,
    ),
    *_both(
        "CreateSearchOperation POST ~/Searches",
        "StartSearchEntry POST ~/Searches/SearchAsync",
        searches.start_search,
        body=SEARCH,
    ),
    _row("GetSearchStatus GET ~/Searches/{searchToken}", "v1", searches.get_status, also=("ListTasks",)),
    *_both(
        "GetSearchResults GET ~/Searches/{searchToken}/Results",
        f"ListSearchResults GET {RESULT_ROWS}",
        searches.list_results,
        RESULTS,
        only_v1=(FORMAT_FIELDS,),
        only_v2=(FORMAT_FIELD_VALUES,),
    ),
    *_both(
        "GetSearchContextHits GET ~/Searches/{searchToken}/Results/{rowNumber}/ContextHits",
        f"ListSearchContextHits GET {RESULT_ROWS}/{{rowNumber}}/ContextHits",
        searches.list_context_hits,
        q.LISTING,
    ),
    _row("CancelOrCloseSearch DELETE ~/Searches/{searchToken}", "v1", searches.close_search, also=("CancelTasks",)),
    # Tasks: in v2 they are searches too
    _row("GetOperationStatusAndProgress GET ~/Tasks/{operationToken}", "v1", also=("ListTasks",)),
    _row(
        "ListTasks GET ~/Tasks",
        "v2",
        tasks.list_tasks,
        (TASK_IDS,),
        also=("GetSearchStatus", "GetOperationStatusAndProgress"),
    ),
    _row("CancelOperation DELETE ~/Tasks/{operationToken}", "v1", also=("CancelTasks",)),
    _row(
        "CancelTasks DELETE ~/Tasks",
        "v2",
        tasks.cancel_tasks,
        (TASK_IDS,),
        also=("CancelOrCloseSearch", "CancelOperation"),
    ),
    # Definitions
    *_both(
        "GetFieldDefinitions GET ~/FieldDefinitions",
        "ListFieldDefinitions GET ~/FieldDefinitions",
        definitions.list_field_definitions,
        DEFINITIONS,
    ),
    *_both(
        "GetFieldDefinitionById GET ~/FieldDefinitions/{fieldDefinitionId}",
        "GetFieldDefinition GET ~/FieldDefinitions/{fieldId}",
        definitions.get_field_definition,
        (q.SELECT, q.CULTURE),
    ),
    *_both("GetTagDefinitions GET ~/TagDefinitions", "ListTagDefinitions GET ~/TagDefinitions"),
    *_both("GetTagDefinitionById GET ~/TagDefinitions/{tagId}", "GetTagDefinition GET ~/TagDefinitions/{tagId}"),
    *_both("GetLinkDefinitions GET ~/LinkDefinitions", "ListLinkDefinitions GET ~/LinkDefinitions"),
    *_both(
        "GetLinkDefinitionById GET ~/LinkDefinitions/{linkTypeId}",
        "GetLinkDefinition GET ~/LinkDefinitions/{linkDefinitionId}",
    ),
    *_both(
        "GetTemplateDefinitions GET ~/TemplateDefinitions",
        "ListTemplateDefinitions GET ~/TemplateDefinitions",
        definitions.list_template_definitions,
        (*DEFINITIONS, TEMPLATE_NAME),
    ),
    *_both(
        "GetTemplateDefinitionById GET ~/TemplateDefinitions/{templateId}",
        "GetTemplateDefinition GET ~/TemplateDefinitions/{templateId}",
        definitions.get_template_definition,
        (q.SELECT, q.CULTURE),
    ),
    *_both(
        "GetTemplateFieldDefinitions GET ~/TemplateDefinitions/{templateId}/Fields",
        "ListTemplateFieldDefinitionsByTemplateId GET ~/TemplateDefinitions/{templateId}/FieldDefinitions",
        definitions.list_fields_of_template,
        DEFINITIONS,
    ),
    *_both(
        "GetTemplateFieldDefinitionsByTemplateName GET ~/TemplateDefinitions/Fields",
        "ListTemplateFieldDefinitionsByTemplateName GET ~/TemplateDefinitions/FieldDefinitions",
        definitions.list_fields_of_named_template,
        (*DEFINITIONS, NEEDED_TEMPLATE_NAME),
    ),
    # Sessions: deprecated, and of Cloud v1 only
    _row("CreateServerSession POST ~/ServerSession/Create", "v1"),
    _row("RefreshServerSession POST ~/ServerSession/Refresh", "v1"),
    _row("InvalidateServerSession POST ~/ServerSession/Invalidate", "v1"),
)


def _by_name() -> Mapping[tuple[str, str], Operation]:
    table = {(row.version, row.name): row for row in OPERATIONS}
    if len(table) != len(OPERATIONS):
        raise ValueError("an operation stands in the table twice")
    return MappingProxyType(table)


BY_NAME: Mapping[tuple[str, str], Operation] = _by_name()
"""By version and name."""
NAMES: frozenset[str] = frozenset(row.name for row in OPERATIONS)
"""What a fault plan or a profile may name."""
