"""Rows: the pages of documents, as the v2 description of 2026 has them."""

from __future__ import annotations

from lf_simulator import query as q
from lf_simulator.bodies import JsonBody, Member
from lf_simulator.handlers import pages, pages_writing, text_generation
from lf_simulator.multipart import FileMember, MultipartBody
from lf_simulator.operations.row import Operation, row

PAGES = "~/Entries/{entryId}/Document/Pages"
MOST_IMAGES = 10
"""Of one request (published description)."""

PAGE_RANGE = q.Param("pageRange")
PAGE_NUMBER = q.Param("pageNumber", "whole")
GENERATE_TEXT = q.Param("generateText", "flag")
INFOS = (PAGE_RANGE, q.SELECT, q.Param("$top", "whole"), q.Param("$count", "flag"), q.NEXT)
SENT_PAGES = MultipartBody(
    (FileMember("imageFiles", most=MOST_IMAGES),), JsonBody((Member("textPages", "list", items=Member("a text")),))
)
SENT_PAGE = MultipartBody((FileMember("imageFile"),), JsonBody((Member("text"),)))
MOVE = JsonBody((Member("pageRange", required=True), Member("destinationPageNumber", "whole", required=True)))
COPY = JsonBody((*MOVE.members, Member("destinationEntryId", "whole", required=True)))
ROTATE = JsonBody((Member("rotationAngle", "whole", required=True),))

ROWS: tuple[Operation, ...] = (
    row(
        f"CreatePages POST {PAGES}",
        "v2",
        pages_writing.create,
        (PAGE_NUMBER, GENERATE_TEXT),
        SENT_PAGES,
        document="v2-2026",
    ),
    row(f"ReplacePages PUT {PAGES}", "v2", pages_writing.replace, (GENERATE_TEXT,), SENT_PAGES, document="v2-2026"),
    row(f"ListPageInfos GET {PAGES}", "v2", pages.list_infos, INFOS, document="v2-2026"),
    row(
        f"WritePage PUT {PAGES}/{{pageNumber}}",
        "v2",
        pages_writing.write,
        (GENERATE_TEXT,),
        SENT_PAGE,
        document="v2-2026",
    ),
    row(f"MovePages POST {PAGES}/Move", "v2", pages_writing.move, (), MOVE, document="v2-2026"),
    row(f"CopyPages POST {PAGES}/Copy", "v2", pages_writing.copy, (), COPY, document="v2-2026"),
    row(
        f"RotateImagePage POST {PAGES}/{{pageNumber}}/Image/Rotate",
        "v2",
        pages_writing.rotate,
        (),
        ROTATE,
        document="v2-2026",
    ),
    row(f"GetPageImage GET {PAGES}/{{pageNumber}}/Image", "v2", pages.get_image, (q.SELECT,), document="v2-2026"),
    row(f"GetPageText GET {PAGES}/{{pageNumber}}/Text", "v2", pages.get_text, (q.SELECT,), document="v2-2026"),
    row(
        "GenerateText POST ~/Entries/{entryId}/Document/GenerateText",
        "v2",
        text_generation.generate_text,
        document="v2-2026",
    ),
)
