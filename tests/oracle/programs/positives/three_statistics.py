"""Three names are set in both arms, one arm in another order."""

import torch

from fxkit import randn, sweep


@torch.compile
def scales(grad, prev):
    mix = grad * 0.1 + prev * 0.9
    if mix.abs().amax() > 1.0:
        low = mix - 1.0
        high = mix + 1.0
        mid = (low + high) * 0.25
    else:
        mid = mix * 1.0
        high = mid + 0.5
        low = mid - 0.5
    return low, mid, high


def cases():
    yield from sweep(scales, lambda: (randn(2, 4), randn(2, 4, seed=5)), "base big small nan inf zero half f64 grad nan+grad inf+grad ninf+grad neg+grad pos+grad")
    yield from sweep(scales, lambda: (randn(2, 4) * 0.1, randn(2, 4, seed=5) * 0.1), "base half grad", tag="thin-")

EXPECT = {'topic': 'optimiser',
 'rewrites': ['R3'],
 'breaks': {11: 1},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
