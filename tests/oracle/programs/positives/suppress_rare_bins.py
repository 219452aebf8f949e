"""Rare bins are zeroed through the index tuple of nonzero."""

import torch

from fxkit import rand, sweep


@torch.compile
def suppress(probs, floor=0.3):
    out = probs / 2
    rows, cols = torch.nonzero(probs < floor, as_tuple=True)
    out[rows, cols] = 0.0
    return out


def cases():
    yield from sweep(suppress, lambda: (rand(3, 4),), "base small zero nan inf ninf half f64 grad zero+grad nan+grad inf+grad ninf+grad")
    yield from sweep(suppress, lambda: (rand(3, 4),), "base grad", kwargs={"floor": -1.0}, tag="none-")

EXPECT = {'topic': 'sampler',
 'rewrites': ['R31'],
 'breaks': {11: 1},
 'gb': ['GB0036'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
