"""A test on a masked selection."""

import torch

from fxkit import bools, ints, randn, sweep


@torch.compile
def bonus(logits, gold, valid):
    hit = logits.argmax(-1) == gold
    out = logits * 0.5
    if hit[valid].all():
        out = out + 1.0
    return out


def cases():
    yield from sweep(bonus, lambda: (randn(4, 3), ints(0, 3, 4), bools(4)), "base true false nan half f64 grad false+grad")
    yield from sweep(bonus, lambda: (randn(4, 3), randn(4, 3).argmax(-1), bools(4)), "base true", tag="right-")

EXPECT = {'topic': 'metrics',
 'rewrites': ['R32'],
 'breaks': {12: 2},
 'gb': ['GB0036', 'GB0170'],
 'skips': 0,
 'graphs_per_call': 3,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
