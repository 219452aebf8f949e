"""A Python flag set in an arm decides a later static branch."""

import torch

from fxkit import randn, sweep


@torch.compile
def guide(x, cond):
    y = x * 1.5
    done = False
    if (x - cond).abs().sum() < 2.0:
        y = y - cond
        done = True
    if not done:
        y = y + cond * 0.25
    return y


def cases():
    yield from sweep(guide, lambda: (randn(3), randn(3, seed=1)), "base nan inf zero half f64 grad nan+grad inf+grad ninf+grad neg+grad pos+grad")
    yield from sweep(guide, lambda: (randn(3), randn(3) + 0.1), "base half grad", tag="near-")

EXPECT = {'topic': 'diffusion',
 'rewrites': ['R3'],
 'breaks': {12: 1},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
