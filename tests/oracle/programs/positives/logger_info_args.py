"""An info record with lazy arguments between two operations."""

import logging

import torch

from fxkit import rand, sweep


log = logging.getLogger("eval.recall")
log.setLevel(logging.INFO)


@torch.compile
def recall(hits, total):
    r = hits / total
    log.info("recall %.3f over %d classes", r.detach().mean().item(), r.shape[0])
    return 1.0 - r


def cases():
    yield from sweep(recall, lambda: (rand(5), rand(5, seed=1) + 1.0), "base nan zero half f64 grad nan+grad inf+grad ninf+grad neg+grad pos+grad")

EXPECT = {'topic': 'metrics',
 'rewrites': ['R36'],
 'breaks': {17: 2},
 'gb': ['GB0124', 'GB0291'],
 'skips': 0,
 'graphs_per_call': 3,
 'after': 0,
 'assume': [],
 'unsafe': ['compiled-silent', 'log-site']}
