"""Image files: what is told of them, their frames, and what is refused."""

from __future__ import annotations

import io
import struct
import zlib

import pytest
from PIL import Image

from lf_simulator.media import BadMedia, ImageFacts, description, frames, image_facts, images
from lf_simulator.media.files import jpeg, png, tiff

TEXT = "Zażółć § 12 – “noise”\nsecond line"


@pytest.mark.parametrize(
    ("format_", "mode", "options", "dpi", "depth"),
    [
        ("TIFF", "1", {"compression": "group4", "dpi": (300, 300)}, (300, 300), 1),
        ("TIFF", "RGB", {"dpi": (200, 100)}, (200, 100), 24),
        ("TIFF", "I;16", {}, (72, 72), 16),
        ("PNG", "L", {"dpi": (96, 96)}, (96, 96), 8),
        ("PNG", "RGBA", {}, (72, 72), 32),
        ("JPEG", "RGB", {"dpi": (150, 150)}, (150, 150), 24),
        ("GIF", "P", {}, (72, 72), 8),
        ("BMP", "1", {}, (96, 96), 1),
        ("PCX", "RGB", {}, (100, 100), 24),
    ],
)
def test_the_facts_of_an_image_are_those_of_its_head(saved, format_, mode, options, dpi, depth):
    assert image_facts(saved(format_, mode, **options)) == ImageFacts(format_, 1, 40, 30, *dpi, depth)


def test_a_multi_page_tiff_gives_a_file_for_each_frame_with_its_own_resolution_and_description(picture):
    whole = tiff([(picture("1"), 300, "one"), (picture("RGB", 20, 10), 100, "two"), (picture("P"), 72, "")])
    assert image_facts(whole).frames == 3
    parts = frames(whole)
    assert [description(part) for part in parts] == ["one", "two", ""]
    told = [image_facts(part) for part in parts]
    assert [(each.frames, each.width, each.x_dpi, each.depth) for each in told] == [
        (1, 40, 300, 1),
        (1, 20, 100, 24),
        (1, 40, 72, 8),
    ]


def test_an_image_of_one_frame_is_kept_as_it_was_sent(saved):
    for format_ in images.FORMATS:
        data = saved(format_)
        assert frames(data) == [data]


def test_of_a_moving_gif_the_first_picture_counts(picture):
    file = io.BytesIO()
    picture("P").save(file, "GIF", save_all=True, append_images=[picture("P", 39, 29)])
    assert image_facts(file.getvalue()).frames == 1
    assert len(frames(file.getvalue())) == 1


@pytest.mark.parametrize("write", [lambda image: tiff([(image, 72, TEXT)]), lambda image: png(image, 72, TEXT)])
def test_a_description_comes_back_letter_by_letter(picture, write):
    assert description(write(picture())) == TEXT
    assert write(picture()) == write(picture())


def test_a_jpeg_has_room_for_the_beginning_of_a_long_description(picture):
    assert description(jpeg(picture(), 72, TEXT, 70)) == TEXT
    assert description(jpeg(picture(), 72, "word " * 40_000, 70)) == ("word " * 40_000)[:60_000]


def test_an_image_without_a_description_has_none(saved):
    assert [description(saved(format_)) for format_ in images.FORMATS] == [""] * len(images.FORMATS)


def test_a_transparent_image_is_unpacked_on_white_paper():
    file = io.BytesIO()
    Image.new("RGBA", (4, 4), (0, 0, 0, 0)).save(file, "PNG")
    assert images.unpacked(file.getvalue())[0].getpixel((1, 1)) == (255, 255, 255)


def test_grey_of_sixteen_bits_is_unpacked_by_its_high_ones():
    file = io.BytesIO()
    Image.new("I;16", (4, 4), 0x80FF).save(file, "TIFF")
    assert images.unpacked(file.getvalue())[0].getpixel((1, 1)) == 0x80


def head_of_a_png(width, height):
    chunk = struct.pack(">4sIIBBBBB", b"IHDR", width, height, 8, 2, 0, 0, 0)
    head = b"\x89PNG\r\n\x1a\n" + struct.pack(">I", 13) + chunk + struct.pack(">I", zlib.crc32(chunk))
    return head + struct.pack(">I4s", 1000, b"IDAT") + zlib.compress(b"\0" * 1000)


@pytest.mark.parametrize("read", [image_facts, frames, description, images.unpacked])
@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"", "no image"),
        (b"just a text", "no image"),
        (b"%PDF-1.4\n", "no image"),
        (head_of_a_png(9_000, 9_000), "9000 × 9000"),
        (head_of_a_png(12_000, 12_000), "12000 × 12000"),
        (head_of_a_png(2_000_000, 2_000_000), "far more"),
    ],
    ids=["empty", "text", "pdf", "81 million", "144 million", "a bomb"],
)
def test_what_is_no_image_or_far_too_large_is_refused_without_being_unpacked(read, data, words):
    with pytest.raises(BadMedia, match=words):
        read(data)


@pytest.mark.parametrize("format_", ["TIFF", "PNG", "JPEG", "GIF", "BMP"])
@pytest.mark.parametrize("read", [frames, images.unpacked])
def test_an_image_whose_end_is_missing_is_refused(saved, read, format_):
    data = saved(format_, "RGB" if format_ != "GIF" else "P", 400, 300)
    with pytest.raises(BadMedia):
        read(data[: len(data) // 2])


def test_a_tiff_with_a_large_frame_behind_a_small_one_is_refused(picture, monkeypatch):
    whole = tiff([(picture("1"), 72, ""), (picture("1", 400, 400), 72, "")])
    monkeypatch.setattr(images, "MOST_PIXELS", 2000)
    with pytest.raises(BadMedia, match="400 × 400"):
        frames(whole)


def test_a_tiff_of_too_many_frames_is_refused(picture, monkeypatch):
    whole = tiff([(picture("1"), 72, "")] * 3)
    monkeypatch.setattr(images, "MOST_FRAMES", 2)
    with pytest.raises(BadMedia, match="3 frames"):
        frames(whole)
