"""The chosen argument is updated in place after the branch."""

import torch

from fxkit import rand, randn, sweep


@torch.compile
def update(h, c, gate):
    if gate.sum() > 0:
        s = h
    else:
        s = c
    s += 1.0
    return s * 2.0


def cases():
    yield from sweep(update, lambda: (randn(3), randn(3, seed=1), rand(2)), "base")
    yield from sweep(update, lambda: (randn(3), randn(3, seed=1), -rand(2)), "base", tag="c-")

EXPECT = {'topic': 'rnn',
 'verdict': 'any correct rewrite',
 'obligations': ['O11', 'R9'],
 'breaks': {10: 1},
 'gb': ['GB0170'],
 'naive_differs_in': ['values'],
 'unsafe': ['fresh-result']}
