"""An arm only names the argument; the write after the branch then hits the caller."""

import torch

from fxkit import randn, sweep


@torch.compile
@torch.no_grad()
def momentum(buf, g):
    if g.sum() > 0:
        m = buf
    else:
        m = buf * 1.0
    m.add_(g)
    return m * 0.5


def cases():
    yield from sweep(momentum, lambda: (randn(3), torch.ones(3)), "base")
    yield from sweep(momentum, lambda: (randn(3), -torch.ones(3)), "base", tag="copy-")

EXPECT = {'topic': 'optimiser',
 'verdict': 'any correct rewrite',
 'obligations': ['O11'],
 'breaks': {11: 1},
 'gb': ['GB0170'],
 'naive_differs_in': ['values'],
 'unsafe': ['fresh-result']}
