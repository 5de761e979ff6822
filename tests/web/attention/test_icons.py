"""Icons of an installed app, rendered from the SVG icons.

Set `KIBITZ_ICONS=1` to write them to `web/icons`; `web/README.md` has the command.
"""

from __future__ import annotations

import os
from io import BytesIO
from pathlib import Path
from typing import Final

import pytest
from PIL import Image, ImageChops, ImageDraw, ImageStat
from playwright.sync_api import Browser

from api.web.files import FILES

FOLDER: Final = FILES / "icons"
ICONS: Final = {
    "icon-192.png": (FILES / "icon.svg", 192),
    "icon-512.png": (FILES / "icon.svg", 512),
    "maskable-192.png": (FOLDER / "maskable.svg", 192),
    "maskable-512.png": (FOLDER / "maskable.svg", 512),
    "opaque-180.png": (FOLDER / "maskable.svg", 180),
}
"""The images, each with its source and its width in pixels."""
MAX_DIFFERENCE: Final = 2.0
"""Largest mean difference of a colour, of 255: another browser smooths edges in another way."""


def rendered(browser: Browser, source: Path, size: int) -> Image.Image:
    """Return an SVG image as pixels."""
    page = browser.new_page(viewport={"width": size, "height": size})
    try:
        page.set_content(f"<style>body {{ margin: 0 }}</style>{source.read_text(encoding='utf-8')}")
        return Image.open(BytesIO(page.screenshot(omit_background=True)))
    finally:
        page.close()


@pytest.mark.parametrize("name", ICONS)
def test_icon_is_rendered_from_its_source(name: str, browser: Browser) -> None:
    image = rendered(browser, *ICONS[name])
    if os.environ.get("KIBITZ_ICONS"):
        image.quantize(64, method=Image.Quantize.FASTOCTREE).save(FOLDER / name, optimize=True)
    kept = Image.open(FOLDER / name).convert("RGBA")
    assert kept.size == image.size
    difference = ImageStat.Stat(ImageChops.difference(kept, image.convert("RGBA"))).mean
    assert max(difference) < MAX_DIFFERENCE


@pytest.mark.parametrize("name", [name for name in ICONS if not name.startswith("icon")])
def test_masked_icon_has_no_transparent_pixel_and_its_spade_in_the_middle(name: str) -> None:
    image = Image.open(FOLDER / name).convert("RGBA")
    assert image.getchannel("A").getextrema() == (255, 255)
    colours = image.convert("RGB")
    background = colours.getpixel((0, 0))
    assert isinstance(background, tuple)
    assert len(colours.getcolors(maxcolors=image.width**2) or []) > 1
    # Masks show at least a circle with a radius of two fifths of the width.
    edge = image.width / 10
    ImageDraw.Draw(colours).ellipse((edge, edge, image.width - edge, image.width - edge), fill=background)
    assert colours.getcolors() == [(image.width**2, background)]
