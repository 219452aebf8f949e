"""Augmented `|=` on a fresh boolean mask."""

import torch

from fxkit import bools, randn, sweep


@torch.compile
def block(logits, banned, special):
    off = banned & (logits < 1.0)
    if special.any():
        off |= special
    return logits.masked_fill(off, float("-inf"))


def cases():
    yield from sweep(block, lambda: (randn(6), bools(6), bools(6, seed=2)), "base true false nan half f64 empty grad nan+grad pos+grad")
    yield from sweep(block, lambda: (randn(6), bools(6), bools(6, p=0.0)), "base half grad", tag="plain-")

EXPECT = {'topic': 'sampler',
 'rewrites': ['R9', 'R2'],
 'breaks': {11: 1},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
