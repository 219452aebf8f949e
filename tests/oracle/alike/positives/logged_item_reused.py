"""The item is logged and used again as a factor."""

import logging

import torch

from fxkit import randn, sweep


log = logging.getLogger("opt")
log.setLevel(logging.INFO)


@torch.compile
@torch.no_grad()
def shrink(g):
    norm = g.abs().amax().item()
    log.info("norm %.3f", norm)
    return g / norm


def cases():
    yield from sweep(shrink, lambda: (randn(4),), "base small big nan zero half f64")

EXPECT = {'topic': 'optimiser',
 'rewrites': ['R22', 'R24'],
 'breaks': {17: 1, 18: 1},
 'gb': ['GB0124', 'GB0291'],
 'skips': 0,
 'graphs_per_call': 3,
 'after': 0,
 'assume': [],
 'unsafe': ['compiled-silent', 'finite-grad', 'fresh-result', 'grad-none-zero', 'log-site', 'requires-grad']}
