"""Index assignment with the one-argument where in the subscript."""

import torch

from fxkit import ints, randn, sweep


@torch.compile
def forbid(logits, counts):
    scores = logits - 0.25
    scores[torch.where(counts > 1)] = -100.0
    return scores * 2.0


def cases():
    yield from sweep(forbid, lambda: (randn(2, 6), ints(0, 3, 2, 6)), "base nan inf zero half f64 grad nan+grad inf+grad ninf+grad neg+grad pos+grad")
    yield from sweep(forbid, lambda: (randn(2, 6), ints(0, 1, 2, 6)), "base grad", tag="fresh-")

EXPECT = {'topic': 'sampler',
 'rewrites': ['R31'],
 'breaks': {11: 1},
 'gb': ['GB0036'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
