"""The selection is centred with its own mean."""

import torch

from fxkit import bools, randn, sweep


@torch.compile
@torch.no_grad()
def whiten(adv, live):
    out = adv * 1.0
    out[live] = adv[live] - adv[live].mean()
    return out


def cases():
    yield from sweep(whiten, lambda: (randn(6), bools(6)), "base true false")

EXPECT = {'topic': 'rl',
 'verdict': 'any correct rewrite',
 'obligations': ['R32'],
 'breaks': {12: 1},
 'gb': ['GB0036'],
 'naive_differs_in': ['values'],
 'unsafe': []}
