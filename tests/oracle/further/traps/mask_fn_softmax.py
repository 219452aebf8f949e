"""softmax over the selection is not elementwise."""

import torch

from fxkit import bools, randn, sweep


@torch.compile
@torch.no_grad()
def share(logits, keep):
    out = logits * 0.0
    out[keep] = torch.softmax(logits[keep], dim=0)
    return out


def cases():
    yield from sweep(share, lambda: (randn(6), bools(6)), "base true false")

EXPECT = {'topic': 'sampler',
 'verdict': 'any correct rewrite',
 'obligations': ['R32'],
 'breaks': {12: 1},
 'gb': ['GB0036'],
 'naive_differs_in': ['values'],
 'unsafe': []}
