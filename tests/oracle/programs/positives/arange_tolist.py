"""A loop over the list of a range tensor."""

import torch

from fxkit import randn, sweep


@torch.compile
def schedule(x, n=3):
    outs = []
    for t in torch.arange(n).tolist():
        outs.append(x * (t + 1))
    return torch.stack(outs)


def cases():
    yield from sweep(schedule, lambda: (randn(4),), "base nan inf zero half f64 grad nan+grad inf+grad ninf+grad neg+grad pos+grad")

EXPECT = {'topic': 'scheduler',
 'rewrites': ['R21'],
 'breaks': {11: 1},
 'gb': ['GB0033'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': []}
