"""nonzero().shape[0] as an accuracy count."""

import torch

from fxkit import ints, randn, sweep


@torch.compile
def accuracy(pred, label, weight):
    hits = torch.nonzero(pred == label).shape[0]
    return weight * hits / pred.numel()


def cases():
    yield from sweep(accuracy, lambda: (ints(0, 3, 7), ints(0, 3, 7, seed=5), randn(2)), "base nan inf half f64")

EXPECT = {'topic': 'metrics',
 'rewrites': ['R33', 'R30'],
 'breaks': {10: 1},
 'gb': ['GB0036'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['close', 'finite-grad', 'fresh-result', 'grad-close', 'grad-none-zero', 'requires-grad']}
