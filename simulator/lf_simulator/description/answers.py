"""What each operation answers when all goes well: `Name status what`. Several statuses may answer alike.

`page X` is a page of a collection of X, `all X` all of one. Refusals are problems everywhere but in `OTHER_REFUSALS`.
"""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

V1 = """
CreateToken 200 Token
GetRepositoryList 200 [Repository]
GetAuditReasons 200 AuditReasons
GetTrusteeAttributeKeyValuePairs 200 page Attribute
GetTrusteeAttributeValueByKey 200 Attribute
CreateServerSession 200 Done
RefreshServerSession 200 Moment
InvalidateServerSession 200 Done
GetEntry 200 Entry
GetEntryByPath 200 FoundEntry
GetEntryListing 200 page Entry
CreateOrCopyEntry 201 Entry
CopyEntryAsync 200,201,202 Accepted
MoveOrRenameEntry 200 Entry
DeleteEntryInfo 200,201,202 Accepted
ImportDocument 201 Imported
GetDocumentContentType 200 bytes
ExportDocument 200,206 bytes
ExportDocumentWithAuditReason 200,206 bytes
DeleteDocument 200 Done
DeletePages 200 Done
GetFieldValues 200 page Field
AssignFieldValues 200 all Field
GetDynamicFieldValues 200 {[text]}
GetTagsAssignedToEntry 200 page Tag
AssignTags 200 all Tag
GetLinkValuesFromEntry 200 page Link
AssignEntryLinks 200 all Link
WriteTemplateValueToEntry 200 Entry
DeleteAssignedTemplate 200 Entry
CreateSimpleSearchOperation 200,206 page Entry; 204 nothing
CreateSearchOperation 200,201,202 Accepted
GetSearchStatus 200,201,202 Progress
GetSearchResults 200 page Entry
GetSearchContextHits 200 page ContextHit
CancelOrCloseSearch 200 Done
GetOperationStatusAndProgress 200,201,202,302 Progress
CancelOperation 204 nothing
GetFieldDefinitions 200 page FieldDefinition
GetFieldDefinitionById 200 FieldDefinition
GetTagDefinitions 200 page Tag
GetTagDefinitionById 200 Tag
GetLinkDefinitions 200 page LinkDefinition
GetLinkDefinitionById 200 LinkDefinition
GetTemplateDefinitions 200 page TemplateDefinition
GetTemplateDefinitionById 200 TemplateDefinition
GetTemplateFieldDefinitions 200 page TemplateField
GetTemplateFieldDefinitionsByTemplateName 200 page TemplateField
"""
V2 = """
CreateToken 200 Token
ListRepositories 200 Repositories
ListAuditReasons 200 page AuditReason
ListAttributes 200 page Attribute
GetAttribute 200 Attribute
GetEntry 200 Entry
GetEntryByPath 200 FoundEntry
ListEntries 200 page Entry
CreateEntry 201 Entry
CopyEntry 201 Entry
StartCopyEntry 202 StartedTask
UpdateEntry 200 Entry
StartDeleteEntry 202 StartedTask
ImportEntry 201 Entry
CreateMultipartUploadUrls 200 UploadUrls
UploadPart 200 nothing
StartImportUploadedParts 200,202 StartedTask
ExportEntry 200 Pointer
StartExportEntry 202 StartedTask
DownloadExport 200,206 bytes
DeleteElectronicDocument 200 Entry
DeletePages 200 Entry
CreatePages 200 Entry
ReplacePages 200 Entry
ListPageInfos 200 page PageInfo
WritePage 200 Entry
MovePages 200 Entry
CopyPages 200 Entry
RotateImagePage 200 Entry
GetPageImage 200 bytes
GetPageText 200 PageText
GenerateText 200 Entry
ListFields 200 page Field
SetFields 200 page Field
ListDynamicFieldValues 200 {[text]}
ListTags 200 page Tag
SetTags 200 page Tag
ListLinks 200 page Link
SetLinks 200 page Link
SetTemplate 200 Entry
RemoveTemplate 200 Entry
SearchEntry 200,206 page Entry
StartSearchEntry 202 StartedTask
ListSearchResults 200 page Entry
ListSearchContextHits 200 page ContextHit
ListTasks 200,202 Tasks
CancelTasks 200 CancelledTasks
ListFieldDefinitions 200 page FieldDefinition
GetFieldDefinition 200 FieldDefinition
ListTagDefinitions 200 page Tag
GetTagDefinition 200 Tag
ListLinkDefinitions 200 page LinkDefinition
GetLinkDefinition 200 LinkDefinition
ListTemplateDefinitions 200 page TemplateDefinition
GetTemplateDefinition 200 TemplateDefinition
ListTemplateFieldDefinitionsByTemplateId 200 page TemplateField
ListTemplateFieldDefinitionsByTemplateName 200 page TemplateField
"""
NOTHING = "nothing"
BYTES = "bytes"
PAGE = "page"


def _read(table: str) -> Mapping[str, Mapping[str, str]]:
    found: dict[str, dict[str, str]] = {}
    for line in table.strip().splitlines():
        name, _, rest = line.partition(" ")
        answers = (part.strip().partition(" ") for part in rest.split(";"))
        found[name] = {status: what for statuses, _, what in answers for status in statuses.split(",")}
    return MappingProxyType(found)


ANSWERS: Mapping[str, Mapping[str, Mapping[str, str]]] = MappingProxyType({"v1": _read(V1), "v2": _read(V2)})
"""By version and operation: what there is at each status."""

OTHER_REFUSALS: Mapping[tuple[str, str], Mapping[str, str]] = MappingProxyType(
    {
        ("v1", "ImportDocument"): dict.fromkeys(("400", "404", "409", "500"), "Imported"),
        ("v1", "DeleteDocument"): {"4XX": "Nested"},
        ("v1", "DeletePages"): {"4XX": "Nested"},
    }
)
"""Refusals that some builds write in another form than a problem."""
FAILING: frozenset[str] = frozenset({"GetSearchResults", "ListSearchResults"})
"""Operations that answer 500 to a client that asks for what a failed search has found."""
