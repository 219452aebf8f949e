"""The step size is computed with Python doubles before it meets the tensor."""

import torch

from fxkit import randn, sweep


@torch.compile
@torch.no_grad()
def step_size(w, bits=4):
    peak = w.abs().max().item()
    step = (peak * 1.1 + 1e-3) / (2**bits - 1)
    return torch.round(w / step) * step


def cases():
    yield from sweep(step_size, lambda: (randn(40),), "base big half f64")

EXPECT = {'topic': 'quantisation',
 'verdict': 'any correct rewrite',
 'obligations': ['R22'],
 'breaks': {11: 1},
 'gb': ['GB0124'],
 'naive_differs_in': ['values'],
 'unsafe': ['close', 'grad-close']}
