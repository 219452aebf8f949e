"""The first bad step is named, not the last."""

import torch

from fxkit import randn, sweep


@torch.compile
def unroll(xs):
    h = xs[0] * 0.0
    for t in range(3):
        h = h + xs[t]
        if torch.isinf(h).any():
            raise OverflowError(f"step {t}")
    return h


def cases():
    yield from sweep(unroll, lambda: (randn(3, 2),), "base zero")
    yield from sweep(unroll, lambda: (torch.tensor([[0.0, 1.0], [float("inf"), 1.0], [1.0, 2.0]]),), "base", tag="inf-")

EXPECT = {'topic': 'rnn',
 'verdict': 'any correct rewrite',
 'obligations': ['R18'],
 'breaks': {13: 1},
 'gb': ['GB0170', 'GB7000'],
 'naive_differs_in': ['exception'],
 'unsafe': ['compiled-exception-type']}
