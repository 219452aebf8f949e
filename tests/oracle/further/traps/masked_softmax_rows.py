"""A softmax over the selected scores is not elementwise: the unselected ones must not take part."""

import torch

from fxkit import bools, randn, sweep


@torch.compile
@torch.no_grad()
def route(scores, alive):
    weights = torch.zeros_like(scores)
    weights[alive] = scores[alive].softmax(0)
    return weights, weights.sum()


def cases():
    yield from sweep(route, lambda: (randn(6), bools(6)), "base true false nan")


EXPECT = {'topic': 'attention',
 'verdict': 'any correct rewrite',
 'obligations': ['R32'],
 'breaks': {12: 1},
 'gb': ['GB0036'],
 'naive_differs_in': ['values'],
 'unsafe': []}
