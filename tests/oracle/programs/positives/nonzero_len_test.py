"""Any candidate above the threshold rescales the scores."""

import torch

from fxkit import randn, sweep


@torch.compile
def suppress(scores: torch.Tensor, thr: float):
    out = scores - 0.1
    if len(torch.nonzero(scores > thr)) > 0:
        out = out.clamp(max=thr)
    return out


def cases():
    yield from sweep(suppress, lambda: (randn(3, 3), 0.8), "base pos neg big nan half grad neg+grad inf+grad")

EXPECT = {'topic': 'detection',
 'rewrites': ['R2', 'R33'],
 'breaks': {11: 1},
 'gb': ['GB0036'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
