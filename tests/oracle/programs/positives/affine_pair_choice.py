"""A pair is unpacked in both arms; each parameter is used in one arm only."""

import torch

from fxkit import randn, sweep


@torch.compile
def modulate(x, gain, bias):
    if x.detach().mean() > 0:
        scale, shift = gain * 2.0, x * 0.5
    else:
        scale, shift = bias + 1.0, x - 1.0
    return x * scale + shift


def cases():
    yield from sweep(modulate, lambda: (randn(3, 4), randn(4), randn(4, seed=9)), "base pos neg nan inf zero half f64 grad pos+grad neg+grad nan+grad inf+grad ninf+grad")

EXPECT = {'topic': 'norm',
 'rewrites': ['R10', 'R1'],
 'breaks': {10: 1},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': ['grad-none-zero'],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
