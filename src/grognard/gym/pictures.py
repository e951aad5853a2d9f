"""A view as an image: the map with the counters that a side sees."""

from __future__ import annotations

import io

import numpy as np
from numpy.typing import NDArray

from grognard.core.contract.scenario import Scenario
from grognard.core.contract.view import View
from grognard.core.draw.faces import faces
from grognard.core.draw.svg_map import png_bytes, svg_map

Image = NDArray[np.uint8]
"""Height, width, and red, green and blue."""
WIDTH = 960
"""Width of an image in pixels."""


def picture(scenario: Scenario, view: View) -> Image:
    """Return the map as an array of height, width and red, green, blue."""
    from PIL import Image

    drawn = svg_map(scenario.board, faces(scenario, view), marks={}, legend=False)
    with Image.open(io.BytesIO(png_bytes(drawn, WIDTH))) as image:
        return np.asarray(image.convert("RGB"), dtype=np.uint8)
