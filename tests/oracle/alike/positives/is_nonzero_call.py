"""torch.is_nonzero of a 0-d count."""

import torch

from fxkit import rand, sweep


@torch.compile
def recall(tp, fn):
    total = (tp + fn).sum()
    if torch.is_nonzero(total):
        r = tp / total
    else:
        r = tp * 0.0
    return r


def cases():
    yield from sweep(recall, lambda: (rand(3), rand(3, seed=1)), "base nan inf half f64")
    yield from sweep(recall, lambda: (torch.zeros(3), torch.zeros(3)), "base half", tag="none-")

EXPECT = {'topic': 'metrics',
 'rewrites': ['R1'],
 'breaks': {11: 1},
 'gb': ['GB0033'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
