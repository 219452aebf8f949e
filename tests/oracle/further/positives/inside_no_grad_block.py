"""The branch is inside a `with torch.no_grad()` block."""

import torch

from fxkit import randn, sweep


@torch.compile
def target_update(online, target):
    with torch.no_grad():
        t = target * 0.9 + online * 0.1
        if (online - target).abs().max() > 2.0:
            t = t * 0.5
    return online - t


def cases():
    yield from sweep(target_update, lambda: (randn(4), randn(4, seed=1)), "base big small nan inf zero half f64 grad big+grad nan+grad inf+grad ninf+grad neg+grad pos+grad")
    yield from sweep(target_update, lambda: (randn(4), randn(4) + 0.5), "base grad", tag="near-")

EXPECT = {'topic': 'optimiser',
 'rewrites': ['R2'],
 'breaks': {12: 1},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
