"""A warning with a category under a tensor test."""

import warnings

import torch

from fxkit import randn, sweep


QMAX = 127.0


@torch.compile
def fake_quant(w, scale):
    q = torch.round(w / scale)
    clipped = q.clamp(-QMAX, QMAX)
    if torch.any(q.abs() > QMAX):
        warnings.warn("int8 range exceeded", RuntimeWarning)
    return clipped * scale


def cases():
    yield from sweep(fake_quant, lambda: (randn(5), 0.05), "base big small nan inf zero half f64")

EXPECT = {'topic': 'quantisation',
 'rewrites': ['R36', 'R17'],
 'breaks': {17: 1, 18: 1},
 'gb': ['GB0007', 'GB0170'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['compiled-silent', 'log-site']}
