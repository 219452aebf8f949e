"""A view of the hidden state is read after the arm wrote the state in place."""

import torch

from fxkit import randn, sweep


@torch.compile
@torch.no_grad()
def advance(h, x):
    h = h + x
    last = h[-1]
    if h.mean() > 0:
        h.mul_(0.5)
    return h, last * 2.0


def cases():
    yield from sweep(advance, lambda: (randn(3, 2), randn(3, 2, seed=1)), "pos neg")

EXPECT = {'topic': 'rnn',
 'verdict': 'any correct rewrite',
 'obligations': ['O11', 'R9'],
 'breaks': {13: 1},
 'gb': ['GB0170'],
 'naive_differs_in': ['values'],
 'unsafe': ['fresh-result']}
