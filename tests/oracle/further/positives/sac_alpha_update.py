"""The entropy gap moves the log temperature up or down."""

import torch

from fxkit import randn, sweep


@torch.compile
def tune_alpha(log_alpha, log_prob, target):
    gap = log_prob.mean() + target
    if gap > 0:
        moved = log_alpha + 0.01
    else:
        moved = log_alpha - 0.02
    return moved, gap


def cases():
    yield from sweep(tune_alpha, lambda: (randn(1), randn(6, seed=2), 0.5), "base nan inf zero half f64 empty grad nan+grad inf+grad ninf+grad neg+grad pos+grad")
    yield from sweep(tune_alpha, lambda: (randn(1), randn(6, seed=2), -4.0), "base half grad", tag="low-")

EXPECT = {'topic': 'rl',
 'rewrites': ['R1'],
 'breaks': {11: 1},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
