"""A log call with an f-string between two operations."""

import logging

import torch

from fxkit import randn, sweep


LOG = logging.getLogger(__name__ + ".unet")
LOG.setLevel(logging.INFO)


@torch.compile
def block(x, emb):
    h = x + emb
    LOG.info(f"h range {h.detach().min():.2f} .. {h.detach().max():.2f}")
    return torch.tanh(h) * 2.0


def cases():
    yield from sweep(block, lambda: (randn(2, 3), randn(3)), "base nan inf half f64 grad nan+grad inf+grad ninf+grad neg+grad pos+grad")

EXPECT = {'topic': 'diffusion',
 'rewrites': ['R36'],
 'breaks': {17: 1},
 'gb': ['GB0291'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['compiled-silent', 'log-site']}
