"""Annotated arrays, and what comes out of them."""

from typing import Dict, Optional, Tuple

import numpy as np
import numpy.typing as npt
import torch


@torch.compile
def elements(x: np.ndarray, y: npt.NDArray, z: npt.NDArray[np.int64], rows: list[np.ndarray]):
    a = x[0]
    #   ^^^^ value: array
    b = y[1:, None]
    #   ^^^^^^^^^^^ value: array
    c = [row for row in z]
    #    ^^^ value: array
    d = rows[0][0]
    #   ^^^^^^^^^^ value: array
    e = x > 0
    #   ^^^^^ value: array
    f = (x > 0) & ~e
    #   ^^^^^^^^^^^^ value: array
    g = np.argmax(x)
    #   ^^^^^^^^^^^^ value: array
    h = g + 1
    #   ^^^^^ value: array
    i = x.argmax(0)
    #   ^^^^^^^^^^^ value: array
    j = np.isnan(x)
    #   ^^^^^^^^^^^ value: array


@torch.compile
def containers(x: Optional[np.ndarray], pair: Tuple[np.ndarray, int], named: Dict[str, np.ndarray]):
    a = x
    #   ^ value: array or None
    b, c = pair
    d = b
    #   ^ value: array
    e = named["a"][0]
    #   ^^^^^^^^^^^^^ value: array


@torch.compile
def compared(x: torch.Tensor, y: np.ndarray, z):
    a = x == "text"
    #   ^^^^^^^^^^^ value: False
    b = x != "text"
    #   ^^^^^^^^^^^ value: True
    c = y == "text"
    #   ^^^^^^^^^^^ value: array
    d = z.unsqueeze(0) == "text"
    #   ^^^^^^^^^^^^^^^^^^^^^^^^ value: constant
