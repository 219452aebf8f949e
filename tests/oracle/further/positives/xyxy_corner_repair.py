"""Boxes with swapped corners are repaired before their areas are taken."""

import torch

from fxkit import rand, randn, sweep


@torch.compile
def box_areas(anchors, deltas, stride: int = 8):
    boxes = anchors + deltas * float(stride)
    inverted = (boxes[:, 2:] < boxes[:, :2]).any()
    if inverted:
        top_left = torch.minimum(boxes[:, :2], boxes[:, 2:])
        bottom_right = torch.maximum(boxes[:, :2], boxes[:, 2:])
        boxes = torch.cat((top_left, bottom_right), dim=1)
    size = boxes[:, 2:] - boxes[:, :2]
    return boxes, size.prod(dim=1)


def cases():
    sorted_boxes = lambda: torch.tensor([[0.0, 0.0, 50.0, 60.0], [3.0, 4.0, 70.0, 80.0]])
    yield from sweep(box_areas, lambda: (sorted_boxes(), randn(2, 4)), "grad inf+grad")
    yield from sweep(box_areas, lambda: (sorted_boxes().flip(1), randn(2, 4)), "grad nan+grad inf+grad", tag="flip-")


EXPECT = {'topic': 'detection',
 'rewrites': ['R2'],
 'breaks': {12: 1},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
