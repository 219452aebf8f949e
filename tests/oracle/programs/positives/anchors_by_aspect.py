"""Boxes are mirrored when most of them are wide."""

import torch

from fxkit import rand, sweep


def box_wh(boxes):
    return boxes[..., 2] - boxes[..., 0], boxes[..., 3] - boxes[..., 1]


@torch.compile
def normalise_boxes(boxes: torch.Tensor):
    w, h = box_wh(boxes)
    is_wide = (w > h).float().mean()
    if not is_wide > 0.5:
        out = boxes * 2.0 - 1.0
    else:
        out = boxes.flip(-1) * 2.0
    return out


def cases():
    yield from sweep(normalise_boxes, lambda: (rand(3, 4),), "base neg nan inf half f64 grad nan+grad inf+grad")
    wide = torch.tensor([[0.0, 0.0, 3.0, 1.0], [0.0, 0.0, 2.0, 1.0]])
    yield from sweep(normalise_boxes, lambda: (wide.clone(),), "base half grad", tag="wide-")

EXPECT = {'topic': 'detection',
 'rewrites': ['R1'],
 'breaks': {16: 1},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
