"""The arms call two different helpers with several statements."""

import torch

from fxkit import randn, sweep


def _centre(x, eps):
    m = x.mean(-1, keepdim=True)
    return (x - m) * (1.0 + eps)


def _shrink(x, eps):
    y = x / (1.0 + x.abs())
    return y + eps


@torch.compile
def normalise(x, eps=0.125):
    x = x + 1.0
    if x.abs().amax() < 3.0:
        x = _centre(x, eps)
    else:
        x = _shrink(x, eps)
    return x


def cases():
    yield from sweep(normalise, lambda: (randn(2, 4),), "base big nan inf zero half bf16 grad big+grad inf+grad")

EXPECT = {'topic': 'norm',
 'rewrites': ['R10'],
 'breaks': {21: 1},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
