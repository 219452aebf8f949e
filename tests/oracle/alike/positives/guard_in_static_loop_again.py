"""Each layer is checked, the text names the first bad one."""

import torch

from fxkit import randn, sweep


@torch.compile
def stack(x, weights):
    h = x
    for i, w in enumerate(weights):
        h = torch.tanh(h @ w)
        if torch.isnan(h).any():
            raise FloatingPointError("layer %d gave NaN" % i)
    return h


def cases():
    yield from sweep(stack, lambda: (randn(2, 3), [randn(3, 3), randn(3, 3, seed=1)]), "base nan inf zero f64 grad")
    yield from sweep(stack, lambda: (randn(2, 3), [randn(3, 3), torch.full((3, 3), float("nan"))]), "base", tag="second-")

EXPECT = {'topic': 'rnn',
 'rewrites': ['R18'],
 'breaks': {13: 1},
 'gb': ['GB0170', 'GB7000'],
 'skips': 1,
 'graphs_per_call': 0,
 'after': 0,
 'assume': [],
 'unsafe': ['compiled-exception-type']}
