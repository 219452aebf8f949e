"""Elements with a large loss count a tenth."""

import torch

from fxkit import randn, sweep


LIMIT = 1.5


@torch.compile
@torch.no_grad()
def robust_loss(pred, target):
    per_elem = torch.abs(pred - target) * 0.5
    outlier = per_elem > LIMIT
    per_elem[outlier] = per_elem[outlier] * 0.1
    return per_elem.mean()


def cases():
    yield from sweep(robust_loss, lambda: (randn(6, 3), randn(6, 3, seed=1)), "base big nan inf zero half f64 empty")

EXPECT = {'topic': 'loss',
 'rewrites': ['R32'],
 'breaks': {16: 1},
 'gb': ['GB0036'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
