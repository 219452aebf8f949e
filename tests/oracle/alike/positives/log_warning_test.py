"""A logger warning with lazy arguments under a test."""

import logging

import torch

from fxkit import randn, sweep


logger = logging.getLogger(__name__)


@torch.compile
def denoise(x, noise, sigma):
    clean = x - sigma * noise
    bad = torch.isnan(clean).sum()
    if bad > 0:
        logger.warning("%d NaN at sigma %.2f", bad.item(), sigma)
    return clean.clamp(-1.0, 1.0)


def cases():
    yield from sweep(denoise, lambda: (randn(4), randn(4, seed=1), 0.5), "base nan allnan half f64 grad")

EXPECT = {'topic': 'diffusion',
 'rewrites': ['R36', 'R17'],
 'breaks': {17: 1, 18: 2},
 'gb': ['GB0124', 'GB0170', 'GB0291'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['compiled-silent', 'log-site']}
