"""Two tensor tests joined by or."""

import torch

from fxkit import rand, randn, sweep


@torch.compile
def huber_mix(err, weight):
    if err.max() > 1.5 or weight.min() < 0.1:
        out = err * 0.5
    else:
        out = err + 1.0
    return out


def cases():
    yield from sweep(huber_mix, lambda: (randn(4), rand(4, seed=1) + 0.5), "base big small nan zero half f64 grad nan+grad inf+grad ninf+grad neg+grad pos+grad")
    yield from sweep(huber_mix, lambda: (randn(4) * 0.1, rand(4, seed=1) * 0.1), "base half grad", tag="light-")

EXPECT = {'topic': 'loss',
 'rewrites': ['R5', 'R1'],
 'breaks': {10: 1},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 3,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
