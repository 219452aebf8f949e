"""Fake quantisation warns when some weight leaves the integer range."""

import warnings

import torch

from fxkit import randn, sweep


@torch.compile
def fake_quant(w, scale, bits=4):
    top = 2 ** (bits - 1) - 1
    q = torch.round(w / scale)
    clipped = (q.abs() > top).sum()
    if clipped > 0:
        warnings.warn(f"weights saturate at {bits} bits", RuntimeWarning)
    return q.clamp(-top, top) * scale


def cases():
    yield from sweep(fake_quant, lambda: (randn(6), 0.25), "base big small nan inf zero half f64")
    yield from sweep(fake_quant, lambda: (randn(6), 0.25), "base half", kwargs={"bits": 2}, tag="two-")

EXPECT = {'topic': 'quantisation',
 'rewrites': ['R36', 'R17'],
 'breaks': {15: 1, 16: 2},
 'gb': ['GB0007', 'GB0021', 'GB0170'],
 'skips': 1,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['compiled-silent', 'log-site']}
