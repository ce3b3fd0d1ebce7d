"""Pictures, PDF files and plain text: read, drawn, exported, recognised. Knows neither requests nor the store.

The libraries behind are imported when they are needed first, because most servers never meet a picture.
"""

from lf_simulator.media.drawing import DRAWN, draw_page, drawn_size, drawn_tiff
from lf_simulator.media.errors import BadMedia
from lf_simulator.media.export import Exported, ExportOptions, ExportPage, ImageFormat, export_images
from lf_simulator.media.extraction import extract_text
from lf_simulator.media.images import ImageFacts, description, frames, image_facts
from lf_simulator.media.marks import Mark, Watermark
from lf_simulator.media.ocr import Readable, recognise, says
from lf_simulator.media.pdf import ImageType, Pdf, read_pdf
from lf_simulator.media.redactions import redacted
from lf_simulator.media.text import decode, paginate

__all__ = [
    "DRAWN",
    "BadMedia",
    "ExportOptions",
    "ExportPage",
    "Exported",
    "ImageFacts",
    "ImageFormat",
    "ImageType",
    "Mark",
    "Pdf",
    "Readable",
    "Watermark",
    "decode",
    "description",
    "draw_page",
    "drawn_size",
    "drawn_tiff",
    "export_images",
    "extract_text",
    "frames",
    "image_facts",
    "paginate",
    "read_pdf",
    "recognise",
    "redacted",
    "says",
]
