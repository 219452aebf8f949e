"""A number is read for the log only."""

import logging

import torch

from fxkit import randn, sweep


log = logging.getLogger("train")
log.setLevel(logging.INFO)


@torch.compile
def step(w, g, lr):
    norm = g.norm().item()
    w = w - lr * g
    log.info("grad norm %.4f lr %g", norm, lr)
    return w


def cases():
    yield from sweep(step, lambda: (randn(4), randn(4, seed=1), 0.1), "base big zero nan half f64")
    yield from sweep(step, lambda: (randn(4), randn(4, seed=5), 0.1), "base", tag="other-")

EXPECT = {'topic': 'optimiser',
 'rewrites': ['R36', 'R24'],
 'breaks': {16: 1, 18: 1},
 'gb': ['GB0124', 'GB0291'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['compiled-silent', 'log-site']}
