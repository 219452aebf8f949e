"""The branch is inside a no_grad block."""

import torch

from fxkit import rand, randn, sweep


@torch.compile
def track(x, ema):
    y = x * 2.0
    with torch.no_grad():
        if x.abs().sum() > ema.sum():
            ema = ema * 0.5
        else:
            ema = ema + 0.5
    return y, ema


def cases():
    yield from sweep(track, lambda: (randn(3), rand(3)), "base small big nan inf half f64 grad small+grad nan+grad")

EXPECT = {'topic': 'metrics',
 'rewrites': ['R1'],
 'breaks': {12: 1},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
