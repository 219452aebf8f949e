"""The priority of a transition is the peak or the mean of its errors."""

import torch

from fxkit import rand, randn, sweep


def priority(td_error):
    err = td_error.detach().abs()
    worst, typical = err.max(), err.mean()
    return worst if worst > 2.0 * typical else typical


@torch.compile
def per_weights(td_error, loss):
    p = priority(td_error)
    return loss * p


def cases():
    yield from sweep(per_weights, lambda: (randn(5), rand(5)), "base pos big nan inf zero half f64 grad nan+grad inf+grad")
    yield from sweep(per_weights, lambda: (torch.tensor([0.1, 0.1, 3.0, 0.1]), rand(4)), "base grad", tag="peak-")

EXPECT = {'topic': 'rl',
 'rewrites': ['R1'],
 'breaks': {11: 1},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
