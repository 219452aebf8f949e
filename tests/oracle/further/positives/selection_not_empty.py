"""The fill is the identity when the selection is empty."""

import torch

from fxkit import bools, randn, sweep


@torch.compile
def hide(att, blocked):
    att = att * 0.5
    if att[blocked].numel() > 0:
        att = att.masked_fill(blocked, -100.0)
    return torch.tanh(att) + 1.0


def cases():
    yield from sweep(hide, lambda: (randn(3, 3), bools(3, 3)), "base true false nan inf half f64 grad true+grad false+grad neg+grad pos+grad")

EXPECT = {'topic': 'attention',
 'rewrites': ['R33', 'R15'],
 'breaks': {11: 1},
 'gb': ['GB0036'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
