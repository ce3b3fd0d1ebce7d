"""A large file in parts (v2): addresses for the parts, the parts themselves, and a task that makes a document of them.

The addresses of a real Cloud lead to a store of files outside of the API; here they are a route of ours, which needs no
sign-in either.
"""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING

from lf_simulator import errors
from lf_simulator.context import Answer
from lf_simulator.handlers import naming
from lf_simulator.handlers.imports import import_into
from lf_simulator.handlers.long_running import begin
from lf_simulator.multipart import FilePart
from lf_simulator.store import documents, uploads
from lf_simulator.tasks import Outcome

if TYPE_CHECKING:
    from lf_simulator.context import Call
    from lf_simulator.store.uploads import Part, Upload

ADDRESS_SECONDS = 15 * 60
"""Life of the address of a part (published description)."""
MOST_ADDRESSES = 100
"""Of one request (published description)."""
MOST_PARTS = 1000
"""Of one file: the first number and how many there are make 1,001 at most (published description)."""


def create_addresses(call: Call) -> Answer:
    """`POST Entries/CreateMultipartUploadUrls`: an upload, or with its id further addresses for one."""
    count, first = call.body["numberOfParts"], call.body.get("startingPartNumber", 1)
    if not 1 <= count <= MOST_ADDRESSES:
        reason = f"numberOfParts must be from 1 to {MOST_ADDRESSES}, not {count}."
        raise errors.bad_parameter("numberOfParts", reason)
    if first < 1 or first + count > MOST_PARTS + 1:
        reason = f"Parts count from 1 to {MOST_PARTS}, and these would be {first} to {first + count - 1}."
        raise errors.bad_parameter("startingPartNumber", reason)
    upload = _found(call, call.body["uploadId"]) if call.body.get("uploadId") else _created(call)
    clock = call.repository.clock
    ends = clock.now().timestamp() + ADDRESS_SECONDS
    addresses = [(clock.token(), uploads.Address(upload.id, number, ends)) for number in range(first, first + count)]
    uploads.add_addresses(call.store, addresses)
    body = {"uploadId": upload.id, "urls": [f"{call.repository_address}/Upload/{token}" for token, _ in addresses]}
    return call.json({**call.dialect().context("Laserfiche.Repository.CreateMultipartUploadUrlsResponse"), **body})


def put_part(call: Call) -> Answer:
    """`PUT …/Upload/{token}`: one part, which may be sent again as long as the address lasts. Its `ETag` names it.

    *Decision*: an address that is over is a 403, as with the store of files that Cloud uses.
    """
    where = uploads.address(call.store, call.path["token"])
    if where is None:
        raise errors.ApiError(404, "Error: The upload was not found.", reason="There is no such upload address here.")
    if where.ends <= call.repository.clock.now().timestamp():
        reason = f"The address of part {where.number} was good for {ADDRESS_SECONDS // 60} minutes, which are over."
        raise errors.ApiError(403, "Error: The upload address has expired.", reason=reason)
    spool = call.files[""][0].spool
    digest = hashlib.md5(usedforsecurity=False)
    for piece in spool.chunks():
        digest.update(piece)
    uploads.put_part(call.store, where, spool.chunks(), spool.size, digest.hexdigest())
    return Answer(200, headers=((b"etag", f'"{digest.hexdigest()}"'.encode()),))


def start_import(call: Call) -> Answer:
    """`POST …/Folder/ImportUploadedParts`: a task whose result is the new entry."""
    call.entry_id()
    if not call.body["partETags"]:
        raise errors.validation(["partETags"], "partETags must hold the ETag of each part, in order, and is empty.")
    naming.check_name(call.body["name"])
    return begin(call, "ImportUploadedParts", _import)


def _import(call: Call) -> Outcome:
    """Put the parts together and import them like any file; the upload is used up then."""
    upload = _found(call, call.body["uploadId"])
    file = FilePart("file", upload.file_name, upload.mime_type)
    try:
        for part in _chosen(call, upload, call.body["partETags"]):
            for piece in uploads.pieces_of(call.store, part):
                file.spool.write(piece)
        entry_id = import_into(call, file)
    finally:
        file.spool.close()
    uploads.remove(call.store, upload.id)
    return Outcome(entry_id)


def _chosen(call: Call, upload: Upload, etags: list[str]) -> list[Part]:
    """The parts that the tags name, in their order. Raises ApiError 400 for one that is missing, other or too small.

    The first tag belongs to the first address that was asked for, and so on (published description).
    """
    numbers = uploads.numbers(call.store, upload.id)
    if len(etags) > len(numbers):
        raise _refused(f"partETags has {len(etags)} tags, and addresses were asked for {len(numbers)} parts.")
    there = uploads.parts(call.store, upload.id)
    chosen = []
    for number, etag in zip(numbers, etags, strict=False):
        part = there.get(number)
        if part is None:
            raise _refused(f"Part {number} has not been uploaded.")
        if etag.strip().strip('"').lower() != part.etag:
            raise _refused(f'The ETag of part {number} is "{part.etag}", not {etag!a}.')
        chosen.append(part)
    smallest = call.profile.smallest_part
    for part in chosen[:-1]:
        if part.size < smallest:
            reason = f"Part {part.number} has {part.size} bytes, and all but the last must have {smallest}."
            raise _refused(f"{reason} The setting smallest_part says so.")
    if sum(part.size for part in chosen) > documents.MOST_BYTES:
        raise _refused(f"A file may have {documents.MOST_BYTES} bytes here, and the parts make more.")
    return chosen


def _refused(reason: str) -> errors.ApiError:
    return errors.bad_request("Error: The uploaded parts cannot be imported.", reason)


def _created(call: Call) -> Upload:
    upload = uploads.Upload(call.repository.clock.token(), call.body.get("fileName", ""), call.body.get("mimeType", ""))
    uploads.create(call.store, upload)
    return upload


def _found(call: Call, upload_id: str) -> Upload:
    """Raises ApiError 400 for an id that no upload has."""
    upload = uploads.find(call.store, upload_id)
    if upload is None:
        reason = f"There is no upload {upload_id!a}: it was never begun, or its file has been imported."
        raise errors.bad_parameter("uploadId", reason)
    return upload
