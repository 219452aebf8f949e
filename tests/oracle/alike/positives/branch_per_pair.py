"""A branch for each pair of a zip; the results go to a list."""

import torch

from fxkit import randn, sweep


@torch.compile
def messages(srcs, dsts):
    out = []
    for s, d in zip(srcs, dsts):
        if s.sum() > d.sum():
            m = s - d * 0.5
        else:
            m = d - s * 0.5
        out.append(m)
    return torch.cat(out)


def cases():
    yield from sweep(messages, lambda: ([randn(3), randn(2)], [randn(3, seed=1), randn(2, seed=1)]), "base nan inf half f64 grad pos neg")

EXPECT = {'topic': 'gnn',
 'rewrites': ['R1', 'R10'],
 'breaks': {12: 1},
 'gb': ['GB0170', 'GB7000'],
 'skips': 1,
 'graphs_per_call': 0,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
