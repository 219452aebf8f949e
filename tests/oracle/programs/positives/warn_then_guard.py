"""A warning is logged before the check of the sigmas."""

import logging

import torch

from fxkit import rand, sweep

logger = logging.getLogger("pipeline.schedule")


@torch.compile
def scale_input(sample, sigmas):
    logger.warning("scaling %d samples", sample.shape[0])
    if not (sigmas > 0).all():
        raise ValueError("sigmas must be positive")
    return sample / sigmas


def cases():
    yield from sweep(scale_input, lambda: (rand(3), rand(3, seed=1) + 0.5), "base nan half grad")
    yield from sweep(scale_input, lambda: (rand(3), rand(3, seed=1) - 0.5), "base grad", tag="bad-")

EXPECT = {'topic': 'scheduler',
 'rewrites': ['R36', 'R18'],
 'breaks': {14: 1, 15: 1},
 'gb': ['GB0170', 'GB0291'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['compiled-exception-type', 'compiled-silent', 'log-site']}
