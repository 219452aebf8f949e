"""exp overflows in the arm that is not taken."""

import torch

from fxkit import randn, sweep


@torch.compile
def poisson_nll(log_rate, target):
    if log_rate.max() < 80.0:
        rate = log_rate.exp()
    else:
        rate = log_rate * 2.0
    return (rate - target).sum()


def cases():
    yield from sweep(poisson_nll, lambda: (randn(4), randn(4, seed=1)), "base grad big big+grad")

EXPECT = {'topic': 'loss',
 'verdict': 'any correct rewrite',
 'obligations': ['O9'],
 'breaks': {10: 1},
 'gb': ['GB0170'],
 'naive_differs_in': ['nan positions'],
 'unsafe': ['no-training']}
