"""The draw happens only when the first test holds."""

import torch

from fxkit import rand, sweep


@torch.compile
def drop_path(x, gate):
    if gate.sum() > 0 and torch.rand(()) < 0.5:
        y = x * 0.0
    else:
        y = x * 2.0
    return y


def cases():
    yield from sweep(drop_path, lambda: (rand(3), -rand(2)), "base")
    yield from sweep(drop_path, lambda: (rand(3), rand(2)), "base", tag="on-")

EXPECT = {'topic': 'norm',
 'verdict': 'any correct rewrite',
 'obligations': ['O5', 'R5'],
 'breaks': {10: 1},
 'gb': ['GB0170'],
 'naive_differs_in': ['rng'],
 'unsafe': []}
