"""A boolean selection is consumed by any()."""

import torch

from fxkit import bools, randn, sweep


@torch.compile
def bias_pairs(logits, valid, flagged):
    biased = logits - 0.5
    if flagged[valid].any():
        biased = biased * 2.0
    return biased


def cases():
    yield from sweep(bias_pairs, lambda: (randn(3, 3), bools(3, 3), bools(3, 3, seed=4)), "base true false nan inf half f64 grad nan+grad inf+grad ninf+grad neg+grad pos+grad")
    yield from sweep(bias_pairs, lambda: (randn(3, 3), bools(3, 3), ~bools(3, 3)), "base grad", tag="disjoint-")

EXPECT = {'topic': 'attention',
 'rewrites': ['R30', 'R1'],
 'breaks': {11: 2},
 'gb': ['GB0036', 'GB0170'],
 'skips': 0,
 'graphs_per_call': 3,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
