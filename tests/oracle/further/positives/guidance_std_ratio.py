"""Guided noise is scaled back when its spread grew too much."""

import torch

from fxkit import randn, sweep


@torch.compile
def guide(cond, uncond, weight):
    guided = uncond + weight * (cond - uncond)
    ratio = guided.detach().std() / cond.detach().std()
    if ratio > 3.0:
        guided = guided * 0.25
    return guided


def cases():
    yield from sweep(guide, lambda: (randn(2, 4), randn(2, 4, seed=3), 7.5), "base zero small nan inf half f64 grad nan+grad inf+grad ninf+grad neg+grad pos+grad")
    yield from sweep(guide, lambda: (randn(2, 4), randn(2, 4, seed=3), 1.0), "base grad", tag="plain-")

EXPECT = {'topic': 'diffusion',
 'rewrites': ['R2'],
 'breaks': {12: 1},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
