"""Without any candidate the best score does not exist, which the caller wants to know."""

import torch

from fxkit import bools, randn, sweep


def best(scores):
    top = scores.max()
    return scores / top.abs().clamp_min(1.0), top


@torch.compile
@torch.no_grad()
def rescore(scores, candidate):
    out = torch.zeros_like(scores)
    scaled, top = best(scores[candidate])
    out[candidate] = scaled
    return out, top


def cases():
    yield from sweep(rescore, lambda: (randn(6), bools(6)), "base true false")

EXPECT = {'topic': 'detection',
 'verdict': 'any correct rewrite',
 'obligations': ['R32', 'O4'],
 'breaks': {17: 1},
 'gb': ['GB0036'],
 'naive_differs_in': ['exception', 'type'],
 'unsafe': []}
