"""Two records of different levels around an operation."""

import logging

import torch

from fxkit import randn, sweep


log = logging.getLogger("norms")
log.setLevel(logging.INFO)


@torch.compile
def renorm(x, limit):
    peak = x.detach().abs().amax()
    log.info("peak %.3f", peak.item())
    y = x * 0.5
    log.warning("limit %s rows %d", limit, x.shape[0])
    return y + limit


def cases():
    yield from sweep(renorm, lambda: (randn(2, 3), 1.5), "base nan zero inf half f64 grad nan+grad")

EXPECT = {'topic': 'norm',
 'rewrites': ['R36'],
 'breaks': {17: 2, 19: 1},
 'gb': ['GB0124', 'GB0291'],
 'skips': 0,
 'graphs_per_call': 4,
 'after': 0,
 'assume': [],
 'unsafe': ['compiled-silent', 'log-site']}
