"""Both arms build a dictionary with the same keys."""

import torch

from fxkit import randn, sweep


@torch.compile
def losses(pred, target):
    d = pred - target
    if d.max() > 1.5:
        out = {"loss": d * 0.5, "aux": d + 1.0}
    else:
        out = {"loss": d * 2.0, "aux": d - 1.0}
    return out


def cases():
    yield from sweep(losses, lambda: (randn(4), randn(4, seed=1)), "base pos neg big nan inf zero half f64 grad nan+grad inf+grad ninf+grad neg+grad pos+grad")

EXPECT = {'topic': 'loss',
 'rewrites': ['R10'],
 'breaks': {11: 1},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
