"""An else-less arm updates two names."""

import torch

from fxkit import rand, randn, sweep


@torch.compile
def balance(gates, aux):
    load = gates.detach().sum(0)
    gates = gates * 2.0
    aux = aux - 1.0
    if load.max() > 2.0:
        gates = gates * 0.25
        aux = aux + 0.5
    return gates, aux


def cases():
    yield from sweep(balance, lambda: (rand(4, 3), randn(3)), "base pos neg big nan inf half f64 grad big+grad nan+grad inf+grad ninf+grad neg+grad pos+grad")

EXPECT = {'topic': 'moe',
 'rewrites': ['R3'],
 'breaks': {13: 1},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
