"""Both arms build a list of two tensors."""

import torch

from fxkit import randn, sweep


@torch.compile
def guide(cond, uncond):
    diff = cond - uncond
    if diff.abs().max() > 2.0:
        pair = [uncond + diff * 0.5, diff * 0.5]
    else:
        pair = [cond + diff, diff * 2.0]
    return pair


def cases():
    yield from sweep(guide, lambda: (randn(2, 3), randn(2, 3, seed=1)), "base big small nan inf zero half f64 grad big+grad nan+grad inf+grad ninf+grad neg+grad pos+grad")
    yield from sweep(guide, lambda: (randn(2, 3) * 0.1, randn(2, 3, seed=1) * 0.1), "base grad", tag="near-")

EXPECT = {'topic': 'diffusion',
 'rewrites': ['R10'],
 'breaks': {11: 1},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
