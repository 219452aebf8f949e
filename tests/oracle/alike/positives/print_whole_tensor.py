"""str() of a small integer tensor is printed at the end."""

import torch

from fxkit import ints, sweep


@torch.compile
def confusion(pred, label):
    hit = (pred == label).long()
    rate = hit.float().mean() * 100.0
    print("hits: " + str(hit))
    return rate


def cases():
    yield from sweep(confusion, lambda: (ints(0, 3, 5), ints(0, 3, 5, seed=2)), "base")
    yield from sweep(confusion, lambda: (torch.arange(4), torch.arange(4)), "base", tag="same-")

EXPECT = {'topic': 'metrics',
 'rewrites': ['R36'],
 'breaks': {12: 1},
 'gb': ['GB0059'],
 'skips': 0,
 'graphs_per_call': 1,
 'after': 0,
 'assume': [],
 'unsafe': ['compiled-silent', 'log-site']}
