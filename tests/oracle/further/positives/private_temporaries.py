"""Every arm has temporaries of its own and both set two names."""

import torch

from fxkit import randn, sweep


@torch.compile
def margins(anchor, other):
    dist = (anchor - other) * 2.0
    if dist.var() >= 1.0:
        wide = dist - 1.0
        pull = wide * 0.5
        push = wide + dist
    else:
        near = dist.relu()
        pull = near - dist
        push = near * 0.25
    return pull.sum() - push.sum()


def cases():
    yield from sweep(margins, lambda: (randn(3, 4), randn(3, 4, seed=5)), "base big small nan inf zero f64 grad big+grad neg+grad pos+grad nan+grad inf+grad ninf+grad")
    yield from sweep(margins, lambda: (randn(3, 4), randn(3, 4) * 0.9), "base half grad", tag="near-")

EXPECT = {'topic': 'loss',
 'rewrites': ['R3'],
 'breaks': {11: 1},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
