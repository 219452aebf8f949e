"""Each arm has its own temporaries; the results have the same names."""

import torch

from fxkit import randn, sweep


@torch.compile
def balance(gates, bias):
    load = gates.mean(0)
    if load.max() > 0.4:
        drop = load * 0.5
        fixed = bias - drop
        noise = drop + bias
    else:
        lift = bias * 2.0
        fixed = lift + load
        noise = lift - 1.0
    return fixed * 3.0, noise


def cases():
    yield from sweep(balance, lambda: (randn(5, 3), randn(3, seed=2)), "base pos neg small big nan inf zero half f64 grad nan+grad inf+grad ninf+grad neg+grad pos+grad")

EXPECT = {'topic': 'moe',
 'rewrites': ['R3'],
 'breaks': {11: 1},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
