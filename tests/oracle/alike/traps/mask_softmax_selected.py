"""softmax over the selected elements is not elementwise."""

import torch

from fxkit import bools, randn, sweep


@torch.compile
@torch.no_grad()
def attend(scores, mask):
    out = scores * 0.0
    out[mask] = torch.softmax(scores[mask], 0)
    return out


def cases():
    yield from sweep(attend, lambda: (randn(5), bools(5)), "base true")

EXPECT = {'topic': 'attention',
 'verdict': 'any correct rewrite',
 'obligations': ['R32'],
 'breaks': {12: 1},
 'gb': ['GB0036'],
 'naive_differs_in': ['values'],
 'unsafe': []}
