"""The branch sits in a function defined inside the compiled one."""

import torch

from fxkit import randn, sweep


@torch.compile
def triplet(anchor, pos, neg, margin: float = 0.2):
    def relax(d: torch.Tensor) -> torch.Tensor:
        if d.amin() >= margin:
            return d - margin
        return d.clamp(min=0.0)

    return relax((anchor - pos).abs()).sum() - relax((anchor - neg).abs()).sum()


def cases():
    yield from sweep(triplet, lambda: (randn(4), randn(4, seed=1), randn(4, seed=2)), "base big nan inf half grad")
    yield from sweep(triplet, lambda: (randn(4) + 9.0, randn(4, seed=1), randn(4, seed=2)), "base half grad", tag="far-")

EXPECT = {'topic': 'loss',
 'rewrites': ['R1'],
 'breaks': {11: 1},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 7,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
