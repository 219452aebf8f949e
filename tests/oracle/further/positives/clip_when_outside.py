"""The clamp is the identity when every value is inside."""

import torch

from fxkit import randn, sweep


@torch.compile
def fake_quant(w, zero):
    v = w * 8.0 + zero
    v = torch.round(v.detach()) + v - v.detach()
    if (v.abs() > 7.0).any():
        v = v.clamp(-7.0, 7.0)
    return (v - zero) / 8.0


def cases():
    yield from sweep(fake_quant, lambda: (randn(3, 3), 0.5), "base small big zero nan inf ninf half f64 empty grad small+grad big+grad neg+grad pos+grad")

EXPECT = {'topic': 'quantisation',
 'rewrites': ['R15'],
 'breaks': {12: 1},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
