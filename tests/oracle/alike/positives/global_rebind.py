"""A module-level tensor is rebound in both arms."""

import torch

from fxkit import randn, sweep

SCALE = torch.ones(3)


@torch.compile
def track(x):
    global SCALE
    peak = x.detach().abs().amax(0)
    if peak.sum() > SCALE.sum():
        SCALE = SCALE + peak
    else:
        SCALE = SCALE * 0.5
    return x / SCALE


def cases():
    yield from sweep(track, lambda: (randn(2, 3),), "base small big pos neg grad")

EXPECT = {'topic': 'diffusion',
 'rewrites': ['R8'],
 'breaks': {14: 1},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
