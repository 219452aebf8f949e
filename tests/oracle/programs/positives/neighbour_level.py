"""A private name of both arms has another shape in each; only the result leaves."""

import torch

from fxkit import randn, sweep


@torch.compile
def blend_nodes(feat, neigh):
    out = feat + neigh
    if out.detach().abs().max() > 2.0:
        level = out.sum(1, keepdim=True) * 0.1
        level = level.clamp(-1.0, 1.0)
        out = out - level
    else:
        level = neigh * 0.5
        out = out + level
    return out


def cases():
    yield from sweep(blend_nodes, lambda: (randn(3, 4), randn(3, 4, seed=2)), "base big nan inf zero half f64 grad nan+grad inf+grad ninf+grad neg+grad pos+grad")
    yield from sweep(blend_nodes, lambda: (randn(3, 4) * 0.1, randn(3, 4, seed=2) * 0.1), "base half grad", tag="weak-")

EXPECT = {'topic': 'gnn',
 'rewrites': ['R3'],
 'breaks': {11: 1},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
