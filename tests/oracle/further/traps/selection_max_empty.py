"""The maximum of an empty selection is an error."""

import torch

from fxkit import bools, randn, sweep


@torch.compile
@torch.no_grad()
def best(scores, valid):
    top = scores[valid].max()
    return scores - top


def cases():
    yield from sweep(best, lambda: (randn(4), bools(4)), "true false")

EXPECT = {'topic': 'detection',
 'verdict': 'any correct rewrite',
 'obligations': ['R30', 'O4'],
 'breaks': {11: 1},
 'gb': ['GB0036'],
 'naive_differs_in': ['exception', 'type'],
 'unsafe': []}
