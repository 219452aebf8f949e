"""Affine or symmetric grid by the smallest weight."""

import torch

from fxkit import randn, sweep

LEVELS = 15.0


@torch.compile
@torch.inference_mode()
def fake_quant(w: torch.Tensor) -> torch.Tensor:
    lo, hi = w.amin(), w.amax()
    if lo.ge(0.0):
        scale = hi / LEVELS
        q = torch.round(w / scale)
    else:
        scale = torch.maximum(lo.abs(), hi.abs()) / (LEVELS // 2)
        q = torch.round(w / scale).clamp(-7, 7)
    return q * scale


def cases():
    yield from sweep(fake_quant, lambda: (randn(3, 4),), "base pos neg zero nan inf half f64")

EXPECT = {'topic': 'quantisation',
 'rewrites': ['R1'],
 'breaks': {14: 1},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
