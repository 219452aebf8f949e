"""Index assignment through nonzero(as_tuple=True)."""

import torch

from fxkit import randn, sweep


@torch.compile
def causal(scores, bias):
    s = scores + 0.5
    s[(bias < 0).nonzero(as_tuple=True)] = -30.0
    return s


def cases():
    yield from sweep(causal, lambda: (randn(3, 3), randn(3, 3, seed=2)), "base nan inf zero negzero half f64 grad nan+grad inf+grad ninf+grad neg+grad pos+grad")
    yield from sweep(causal, lambda: (randn(3, 3), torch.zeros(3, 3)), "base half grad", tag="open-")

EXPECT = {'topic': 'attention',
 'rewrites': ['R31'],
 'breaks': {11: 1},
 'gb': ['GB0036'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
