"""Two log records with lazy arguments around an update."""

import logging

import torch

from fxkit import randn, sweep


log = logging.getLogger("steps")
log.setLevel(logging.INFO)


@torch.compile
def sgd(weight, grad, lr):
    log.info("rows %d", weight.shape[0])
    moved = weight - lr * grad
    change = (moved - weight).detach().abs().max().item()
    log.warning("largest change %.3f", change)
    return moved


def cases():
    yield from sweep(sgd, lambda: (randn(3, 2), randn(3, 2, seed=6), 0.1), "base nan inf zero half f64 grad nan+grad inf+grad ninf+grad neg+grad pos+grad")

EXPECT = {'topic': 'optimiser',
 'rewrites': ['R36'],
 'breaks': {16: 1, 18: 1, 19: 1},
 'gb': ['GB0124', 'GB0291'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['compiled-silent', 'log-site']}
