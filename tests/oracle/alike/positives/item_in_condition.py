"""`.item()` inside the comparison."""

import torch

from fxkit import randn, sweep


@torch.compile
def focal(loss):
    w = loss * 1.5
    if loss.detach().max().item() > 1.0:
        w = w - 0.5
    return w.mean()


def cases():
    yield from sweep(focal, lambda: (randn(5),), "base small big nan inf zero half f64 grad small+grad big+grad nan+grad inf+grad ninf+grad neg+grad pos+grad")

EXPECT = {'topic': 'loss',
 'rewrites': ['R22', 'R2'],
 'breaks': {11: 1},
 'gb': ['GB0124'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['close', 'finite-grad', 'fresh-result', 'grad-close', 'grad-none-zero', 'requires-grad']}
