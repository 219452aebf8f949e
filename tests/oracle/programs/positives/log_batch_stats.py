"""Two info records with lazily formatted numbers."""

import logging

import torch

from fxkit import randn, sweep

logger = logging.getLogger("train.stats")
logger.setLevel(logging.INFO)


@torch.compile
def batch_stats(pred, target):
    err = (pred - target).abs()
    logger.info("mae=%.4f", err.detach().mean().item())
    worst = err.detach().amax()
    logger.info("worst=%s over %d samples", f"{worst:.3f}", pred.shape[0])
    return err.sum() / pred.shape[0]


def cases():
    yield from sweep(batch_stats, lambda: (randn(4), randn(4, seed=1)), "base nan half f64 grad")

EXPECT = {'topic': 'metrics',
 'rewrites': ['R36'],
 'breaks': {16: 2, 18: 1},
 'gb': ['GB0124', 'GB0291'],
 'skips': 0,
 'graphs_per_call': 4,
 'after': 0,
 'assume': [],
 'unsafe': ['compiled-silent', 'log-site']}
