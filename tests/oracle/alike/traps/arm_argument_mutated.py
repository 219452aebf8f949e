"""The arm writes into the argument."""

import torch

from fxkit import randn, sweep


@torch.compile
@torch.no_grad()
def clip_(g, limit):
    if g.abs().amax() > limit:
        g.mul_(0.5)
    return g.sum()


def cases():
    yield from sweep(clip_, lambda: (randn(3), 1.0), "big small")

EXPECT = {'topic': 'optimiser',
 'verdict': 'any correct rewrite',
 'obligations': ['O8'],
 'breaks': {11: 1},
 'gb': ['GB0170'],
 'naive_differs_in': ['values'],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
