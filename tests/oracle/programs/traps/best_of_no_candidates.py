"""The maximum of an empty selection raises."""

import torch

from fxkit import bools, randn, sweep


@torch.compile
@torch.no_grad()
def keep_margin(scores, candidate):
    best = scores[candidate].max()
    return scores - best


def cases():
    yield from sweep(keep_margin, lambda: (randn(6), bools(6)), "base true false")

EXPECT = {'topic': 'detection',
 'verdict': 'any correct rewrite',
 'obligations': ['O4', 'R30'],
 'breaks': {11: 1},
 'gb': ['GB0036'],
 'naive_differs_in': ['exception', 'type'],
 'unsafe': []}
