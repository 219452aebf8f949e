"""An early return of a pair that leaves one input out."""

import torch

from fxkit import randn, sweep


@torch.compile
def critic_loss(value, old_value, returns):
    err = value - returns
    if err.abs().mean() < 1.0:
        return err * 0.5, returns * 2.0
    moved = value - old_value
    return err + moved, returns - 1.0


def cases():
    yield from sweep(critic_loss, lambda: (randn(4), randn(4, seed=1), randn(4, seed=2)), "base pos neg big nan inf zero half f64 grad nan+grad inf+grad ninf+grad neg+grad pos+grad")
    yield from sweep(critic_loss, lambda: (randn(4), randn(4, seed=1), randn(4) + 0.1), "base half grad", tag="close-")

EXPECT = {'topic': 'rl',
 'rewrites': ['R6', 'R10'],
 'breaks': {11: 1},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': ['grad-none-zero'],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
