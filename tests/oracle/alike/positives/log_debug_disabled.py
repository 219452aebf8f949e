"""A debug record that is filtered by the level, an error record that is not."""

import logging

import torch

from fxkit import rand, sweep


log = logging.getLogger("moe")
log.setLevel(logging.INFO)


@torch.compile
def spread(gates):
    load = gates.sum(0)
    log.debug("load of %d experts", gates.shape[-1])
    out = gates / (1.0 + load)
    log.error("experts: %s", gates.shape[-1])
    return out


def cases():
    yield from sweep(spread, lambda: (rand(2, 3),), "base nan zero half grad")

EXPECT = {'topic': 'moe',
 'rewrites': ['R36'],
 'breaks': {17: 1, 19: 1},
 'gb': ['GB0291'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['compiled-silent', 'log-site']}
