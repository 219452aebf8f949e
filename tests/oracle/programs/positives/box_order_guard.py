"""Corners must be ordered before areas are computed."""

import torch

from fxkit import rand, randn, sweep


@torch.compile
def box_area(boxes: torch.Tensor) -> torch.Tensor:
    if not (boxes[:, 2:] >= boxes[:, :2]).all():
        raise ValueError("boxes must be in (x1, y1, x2, y2) order, got a box with a negative size")
    size = boxes[:, 2:] - boxes[:, :2]
    return size[:, 0] * size[:, 1]


def cases():
    yield from sweep(box_area, lambda: (torch.cat([rand(4, 2), rand(4, 2) + 1], 1),), "base nan inf half f64 empty grad inf+grad")
    yield from sweep(box_area, lambda: (randn(4, 4),), "base half grad", tag="mixed-")

EXPECT = {'topic': 'detection',
 'rewrites': ['R18'],
 'breaks': {10: 1},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['compiled-exception-type']}
