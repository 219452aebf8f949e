"""The test is operator.truth of a 0-d result."""

import operator

import torch

from fxkit import randn, sweep


@torch.compile
def bootstrap(value, done):
    target = value * 0.99
    if operator.truth(done.any()):
        target = target - done.float()
    return target


def cases():
    yield from sweep(bootstrap, lambda: (randn(4), torch.tensor([False, True, False, True])), "base false true nan inf f64 grad nan+grad inf+grad ninf+grad neg+grad pos+grad")

EXPECT = {'topic': 'rl',
 'rewrites': ['R22', 'R1'],
 'breaks': {13: 1},
 'gb': ['GB0059'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['close', 'finite-grad', 'fresh-result', 'grad-close', 'grad-none-zero', 'requires-grad']}
