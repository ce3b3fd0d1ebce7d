"""Rows: searches, and tasks, which in v2 they are too."""

from __future__ import annotations

from lf_simulator import query as q
from lf_simulator.bodies import JsonBody, Member
from lf_simulator.handlers import searches, tasks
from lf_simulator.operations.row import CHILDREN, FORMAT_FIELD_VALUES, FORMAT_FIELDS, Operation, both, row

TASK_IDS = q.Param("taskIds", "texts")
RESULTS = (*CHILDREN, q.Param("refresh", "flag"))
SIMPLE = (q.SELECT, q.Param("$orderby"), q.Param("$count", "flag"), q.Param("$top", "whole"), q.FIELDS, q.CULTURE)
"""`$top` is not offered; it is here because builds differ in what they do with it (profile: simple_search_top)."""
COMMAND = Member("searchCommand", required=True)
FUZZY = (
    Member("fuzzyType", "word", words=("None", "Percentage", "NumberOfLetters")),
    Member("fuzzyFactor", "whole"),
)
SIMPLE_SEARCH = JsonBody((COMMAND,))
SEARCH = JsonBody((COMMAND, *FUZZY))
RESULT_ROWS = "~/Searches/{taskId}/Results"

ROWS: tuple[Operation, ...] = (
    *both(
        "CreateSimpleSearchOperation POST ~/SimpleSearches",
        "SearchEntry POST ~/SimpleSearches",
        searches.simple_search,
        SIMPLE,
        only_v1=(FORMAT_FIELDS,),
        only_v2=(FORMAT_FIELD_VALUES,),
        body=SIMPLE_SEARCH,
    ),
    *both(
        "CreateSearchOperation POST ~/Searches",
        "StartSearchEntry POST ~/Searches/SearchAsync",
        searches.start_search,
        body=SEARCH,
    ),
    row("GetSearchStatus GET ~/Searches/{searchToken}", "v1", searches.get_status, also=("ListTasks",)),
    *both(
        "GetSearchResults GET ~/Searches/{searchToken}/Results",
        f"ListSearchResults GET {RESULT_ROWS}",
        searches.list_results,
        RESULTS,
        only_v1=(FORMAT_FIELDS,),
        only_v2=(FORMAT_FIELD_VALUES,),
    ),
    *both(
        "GetSearchContextHits GET ~/Searches/{searchToken}/Results/{rowNumber}/ContextHits",
        f"ListSearchContextHits GET {RESULT_ROWS}/{{rowNumber}}/ContextHits",
        searches.list_context_hits,
        q.LISTING,
    ),
    row("CancelOrCloseSearch DELETE ~/Searches/{searchToken}", "v1", searches.close_search, also=("CancelTasks",)),
    # Tasks
    row(
        "GetOperationStatusAndProgress GET ~/Tasks/{operationToken}",
        "v1",
        tasks.get_status,
        also=("ListTasks",),
    ),
    row(
        "ListTasks GET ~/Tasks",
        "v2",
        tasks.list_tasks,
        (TASK_IDS,),
        also=("GetSearchStatus", "GetOperationStatusAndProgress"),
    ),
    row("CancelOperation DELETE ~/Tasks/{operationToken}", "v1", tasks.cancel, also=("CancelTasks",)),
    row(
        "CancelTasks DELETE ~/Tasks",
        "v2",
        tasks.cancel_tasks,
        (TASK_IDS,),
        also=("CancelOrCloseSearch", "CancelOperation"),
    ),
)
