"""Files of the kinds that documents have, made by the libraries that write them, and put into a repository."""

from __future__ import annotations

import io
import zipfile
from typing import TYPE_CHECKING, Any

import httpx

if TYPE_CHECKING:
    from tests.server.end_to_end.conftest import Lab

DOCX = "application/vnd.openxmlformats-officedocument.wordprocessingml.document"
PPTX = "application/vnd.openxmlformats-officedocument.presentationml.presentation"
XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"


def put(lab: Lab, name: str, data: bytes, content_type: str, parent: int = 1) -> int:
    """Imports a file as a document, by a request of our own; answers its id."""
    base = f"{lab.env['LF_REPO_API_URL']}/{lab.version}/Repositories/{lab.env['LF_REPOSITORY_ID']}"
    form = {"grant_type": "password", "username": "demo", "password": "demo"}
    token = httpx.post(f"{base}/Token", data=form).json()["access_token"]
    path = lab.name(f"Entries/{parent}/{name}", f"Entries/{parent}/Folder/Import")
    request = lab.name("{}", f'{{"name": "{name}", "importAsElectronicDocument": true, "autoRename": true}}')
    made = httpx.post(
        f"{base}/{path}",
        files={lab.name("electronicDocument", "file"): (name, data, content_type)},
        data={"request": request},
        params=lab.name({"autoRename": "true"}, {}),
        headers={"Authorization": f"Bearer {token}"},
        timeout=60,
    )
    assert made.status_code == 201, made.text
    return int(made.json()["operations"]["entryCreate"]["entryId"] if lab.version == "v1" else made.json()["id"])


def pdf(*pages: str, password: str | None = None) -> bytes:
    from fpdf import FPDF

    document = FPDF()
    document.set_font("helvetica", size=12)
    for text in pages:
        document.add_page()
        document.cell(text=text)
    if password:
        document.set_encryption(owner_password="owner", user_password=password)
    return bytes(document.output())


def saved(document: Any) -> bytes:
    target = io.BytesIO()
    document.save(target)
    return target.getvalue()


def docx(*paragraphs: str) -> bytes:
    import docx as library

    document = library.Document()
    for text in paragraphs:
        document.add_paragraph(text)
    table = document.add_table(1, 2)
    table.cell(0, 0).text, table.cell(0, 1).text = "rent", "1,200"
    return saved(document)


def pptx(*slides: str) -> bytes:
    import pptx as library

    show = library.Presentation()
    for title in slides:
        show.slides.add_slide(show.slide_layouts[5]).shapes.title.text = title
    return saved(show)


def xlsx() -> bytes:
    import openpyxl

    book = openpyxl.Workbook()
    book.active.title = "Rents"
    book.active.append(["tenant", 1200])
    return saved(book)


def picture(form: str = "PNG", size: tuple[int, int] = (40, 20)) -> bytes:
    from PIL import Image

    target = io.BytesIO()
    Image.effect_noise(size, 60).convert("RGB").save(target, form)
    return target.getvalue()


def zip_bomb() -> bytes:
    """A Word file by its names that unpacks to 300 MiB of nothing."""
    target = io.BytesIO()
    with (
        zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as package,
        package.open("word/document.xml", "w", force_zip64=True) as part,
    ):
        for _ in range(300):
            part.write(bytes(1 << 20))
    return target.getvalue()


EML = b"From: ada@city.test\r\nTo: ben@city.test\r\nSubject: Rent\r\n\r\nThe balance is due.\r\n"
RTF = rb"{\rtf1\ansi The balance is \b due\b0.}"
HTML = b"<html><head><title>x</title><script>var a=1</script></head><body><p>The balance</p><p>is due</p></body></html>"
