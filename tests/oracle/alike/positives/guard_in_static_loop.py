"""One guard per member of a static list, the message names the member."""

import torch

from fxkit import rand, randn, sweep


@torch.compile
def check_layers(x, weights):
    for i, w in enumerate(weights):
        if (w < 0).any():
            raise ValueError(f"weight {i} is negative")
        x = x + w.sum()
    return x


def cases():
    yield from sweep(check_layers, lambda: (randn(3), [rand(2), rand(4)]), "base nan half f64 grad nan+grad inf+grad ninf+grad neg+grad pos+grad")
    yield from sweep(check_layers, lambda: (randn(3), [rand(2), randn(4)]), "base", tag="second-")

EXPECT = {'topic': 'gnn',
 'rewrites': ['R18', 'R44'],
 'breaks': {11: 1},
 'gb': ['GB0170', 'GB7000'],
 'skips': 1,
 'graphs_per_call': 0,
 'after': 0,
 'assume': [],
 'unsafe': ['compiled-exception-type', 'finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
