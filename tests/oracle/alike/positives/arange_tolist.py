"""The loop runs over arange(...).tolist()."""

import torch

from fxkit import randn, sweep


@torch.compile
def ladder(x, n):
    out = []
    for k in torch.arange(n, 0, -1).tolist():
        out.append(x * k + 1.0 / k)
    y = torch.stack(out)
    return (y - y[0]) * 0.5 + x.abs(), y.sum(0) - x


def cases():
    yield from sweep(ladder, lambda: (randn(3), 4), "base nan inf half f64 grad nan+grad inf+grad ninf+grad neg+grad pos+grad")
    yield from sweep(ladder, lambda: (randn(3), 3), "base", tag="three-")

EXPECT = {'topic': 'scheduler',
 'rewrites': ['R21'],
 'breaks': {11: 1},
 'gb': ['GB0033'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': []}
