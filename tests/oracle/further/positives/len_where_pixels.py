"""The foreground is counted with len of one-argument where."""

import torch

from fxkit import bools, randn, sweep


@torch.compile
def seg_logits(logits, fg):
    out = logits + 0.5
    if len(torch.where(fg)[0]) > 0:
        out = out * 2.0
    return out


def cases():
    yield from sweep(seg_logits, lambda: (randn(3, 3), bools(3, 3)), "base true false nan inf half f64 false+grad grad nan+grad inf+grad ninf+grad neg+grad pos+grad")

EXPECT = {'topic': 'detection',
 'rewrites': ['R33', 'R2'],
 'breaks': {11: 1},
 'gb': ['GB0036'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
