"""Packed or padded bias by counting padding tokens."""

import torch

from fxkit import ints, randn, sweep


@torch.compile
def bias(scores, attention_mask):
    n_pad = (attention_mask == 0).sum()
    if n_pad == 0:
        return scores + 0.5
    else:
        return scores - 0.5


def cases():
    yield from sweep(bias, lambda: (randn(2, 3), ints(0, 2, 2, 3)), "base nan half grad inf+grad")
    yield from sweep(bias, lambda: (randn(2, 3), ints(1, 2, 2, 3)), "base f64 grad", tag="full-")

EXPECT = {'topic': 'attention',
 'rewrites': ['R1', 'R33'],
 'breaks': {11: 1},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
