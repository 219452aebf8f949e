"""The logger is looked up inline and logs before and after the work."""

import logging

import torch

from fxkit import randn, sweep

logging.getLogger("decode").setLevel(logging.DEBUG)


@torch.compile
def top_logit(logits):
    logging.getLogger("decode").debug("vocab %d", logits.shape[-1])
    best = logits.amax(-1, keepdim=True)
    out = logits - best
    logging.getLogger("decode").info("peak %.2f", float(best.detach().amax()))
    return out


def cases():
    yield from sweep(top_logit, lambda: (randn(2, 4),), "base nan inf zero half f64 grad nan+grad inf+grad ninf+grad neg+grad pos+grad")

EXPECT = {'topic': 'sampler',
 'rewrites': ['R36'],
 'breaks': {14: 2, 17: 2},
 'gb': ['GB0124', 'GB0291', 'GB6215'],
 'skips': 0,
 'graphs_per_call': 3,
 'after': 0,
 'assume': [],
 'unsafe': ['compiled-silent', 'log-site']}
