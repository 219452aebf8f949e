"""A guard, then a print, in one function."""

import torch

from fxkit import rand, sweep


@torch.compile
def scale_boxes(boxes, size):
    out = boxes * size
    if (boxes < 0).any():
        raise ValueError(f"negative box among {boxes.shape[0]}")
    print("boxes", boxes.shape[0], f"{out.detach().amax():.2f}")
    return out


def cases():
    yield from sweep(scale_boxes, lambda: (rand(3, 4), 8.0), "base neg nan half f64 grad")

EXPECT = {'topic': 'detection',
 'rewrites': ['R18', 'R36'],
 'breaks': {11: 1, 12: 1, 13: 1},
 'gb': ['GB0059', 'GB0088', 'GB0170'],
 'skips': 1,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['compiled-exception-type', 'compiled-silent', 'log-site']}
