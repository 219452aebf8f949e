"""Only one arm draws the dropout mask."""

import torch
import torch.nn.functional as F

from fxkit import randn, sweep


@torch.compile
def attend(weights, value, p):
    out = weights @ value
    if out.abs().max() > 1.0:
        out = F.dropout(out, p, training=True)
    return out + torch.rand_like(out)


def cases():
    yield from sweep(attend, lambda: (randn(3, 3), randn(3, 2), 0.5), "base small")

EXPECT = {'topic': 'attention',
 'verdict': 'any correct rewrite',
 'obligations': ['O5'],
 'breaks': {12: 1},
 'gb': ['GB0170'],
 'naive_differs_in': ['rng', 'values'],
 'unsafe': []}
