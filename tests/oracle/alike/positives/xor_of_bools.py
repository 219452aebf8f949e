"""Two bool() tests joined by `!=`."""

import torch

from fxkit import rand, randn, sweep


@torch.compile
def agree(q1, q2):
    if bool((q1 > 0).any()) != bool((q2 > 0).any()):
        q = q1 + q2
    else:
        q = q1 - q2
    return q


def cases():
    yield from sweep(agree, lambda: (randn(3), randn(3, seed=2)), "base pos neg nan inf half f64 grad neg+grad nan+grad inf+grad ninf+grad pos+grad")
    yield from sweep(agree, lambda: (randn(3), -rand(3)), "neg pos", tag="second-neg-")

EXPECT = {'topic': 'rl',
 'rewrites': ['R5', 'R22', 'R1'],
 'breaks': {10: 1},
 'gb': ['GB0124'],
 'skips': 0,
 'graphs_per_call': 3,
 'after': 0,
 'assume': [],
 'unsafe': ['close', 'finite-grad', 'fresh-result', 'grad-close', 'grad-none-zero', 'requires-grad']}
