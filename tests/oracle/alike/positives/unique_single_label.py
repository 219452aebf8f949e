"""torch.unique(labels).numel() == 1 asks whether all labels are the same."""

import torch

from fxkit import ints, randn, sweep


@torch.compile
def auc_weight(scores, labels):
    centred = scores - 0.5
    if torch.unique(labels).numel() == 1:
        centred = centred * 0.0
    return centred


def cases():
    yield from sweep(auc_weight, lambda: (randn(5), ints(0, 3, 5)), "base nan inf zero half f64 grad nan+grad inf+grad ninf+grad neg+grad pos+grad")
    yield from sweep(auc_weight, lambda: (randn(5), torch.ones(5, dtype=torch.int64)), "base nan grad nan+grad inf+grad ninf+grad neg+grad pos+grad", tag="one-")

EXPECT = {'topic': 'metrics',
 'rewrites': ['R33', 'R2'],
 'breaks': {11: 1},
 'gb': ['GB0036'],
 'skips': 0,
 'graphs_per_call': 1,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
