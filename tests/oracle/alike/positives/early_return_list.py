"""An early return of a list of levels from a helper that the entry calls."""

import torch

from fxkit import randn, sweep


def split_levels(feat, budget):
    coarse = feat[:, ::2] + 0.5
    fine = feat * 0.5
    if feat.abs().sum() > budget:
        return [coarse, fine - 1.0]
    return [coarse * 2.0, fine]


@torch.compile
def neck(feat, budget):
    levels = split_levels(feat, budget)
    levels.append(levels[0] + 1.0)
    return levels


def cases():
    yield from sweep(neck, lambda: (randn(2, 4), 5.0), "base big small nan inf zero half f64 grad nan+grad inf+grad ninf+grad neg+grad pos+grad")

EXPECT = {'topic': 'detection',
 'rewrites': ['R6', 'R10'],
 'breaks': {11: 1},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 3,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
