"""The branch is in a with block inside the function."""

import torch

from fxkit import rand, randn, sweep


@torch.compile
def calibrate(x, scale):
    with torch.no_grad():
        s = scale * 1.0
        if x.abs().max() > s.max():
            s = s + x.abs().max()
    return x / s


def cases():
    yield from sweep(calibrate, lambda: (randn(3), rand(3) + 1), "base big small nan inf half f64 grad big+grad")

EXPECT = {'topic': 'norm',
 'rewrites': ['R2'],
 'breaks': {12: 1},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
