"""A helper logs once per layer of a static loop."""

import logging

import torch

from fxkit import randn, sweep


log = logging.getLogger("layers")
log.setLevel(logging.DEBUG)


@torch.compile
def encode(tokens, gains):
    h = tokens - tokens.mean()
    for i, gain in enumerate(gains):
        h = torch.tanh(h * gain)
        log.debug("layer %d of %d", i + 1, len(gains))
    return h + tokens


def cases():
    yield from sweep(encode, lambda: (randn(2, 4), (0.5, 2.0, 1.0)), "base nan inf zero half f64 grad nan+grad inf+grad ninf+grad neg+grad pos+grad")

EXPECT = {'topic': 'attention',
 'rewrites': ['R36'],
 'breaks': {19: 1},
 'gb': ['GB0291', 'GB7000'],
 'skips': 1,
 'graphs_per_call': 0,
 'after': 0,
 'assume': [],
 'unsafe': ['compiled-silent', 'log-site']}
