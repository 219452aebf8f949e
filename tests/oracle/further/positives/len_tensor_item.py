"""The number of predictions goes through a tensor."""

import torch

from fxkit import randn, sweep


@torch.compile
def ensemble(preds):
    n = torch.tensor(len(preds)).item()
    return torch.stack(preds).sum(0) / n


def cases():
    yield from sweep(ensemble, lambda: ([randn(4), randn(4, seed=1)],), "base nan inf half f64 empty grad nan+grad inf+grad ninf+grad neg+grad pos+grad")
    yield from sweep(ensemble, lambda: ([randn(4), randn(4, seed=1), randn(4, seed=2)],), "base grad", tag="three-")

EXPECT = {'topic': 'metrics',
 'rewrites': ['R21'],
 'breaks': {10: 1},
 'gb': ['GB0124'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': []}
