"""The test sits inside a with torch.no_grad() block."""

import torch

from fxkit import randn, sweep


@torch.compile
def rescale(x, running):
    with torch.no_grad():
        ref = running.mean(0) * 1.0
        if ref.abs().min() < 0.1:
            ref = ref + 0.1
    return x - ref


def cases():
    yield from sweep(rescale, lambda: (randn(3), randn(4, 3)), "base nan inf zero half f64 grad nan+grad inf+grad ninf+grad neg+grad pos+grad")
    yield from sweep(rescale, lambda: (randn(3), torch.full((4, 3), 2.0)), "base half grad", tag="wide-")

EXPECT = {'topic': 'norm',
 'rewrites': ['R2'],
 'breaks': {12: 1},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
