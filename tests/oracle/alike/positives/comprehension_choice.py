"""A conditional expression in a list comprehension."""

import torch

from fxkit import randn, sweep


@torch.compile
def combine(experts):
    outs = [e * 2.0 if e.sum() > 0 else e - 1.0 for e in experts]
    return torch.stack(outs).amax(0)


def cases():
    yield from sweep(combine, lambda: ([randn(3), randn(3, seed=1), randn(3, seed=2)],), "base pos neg nan inf half f64 grad")

EXPECT = {'topic': 'moe',
 'rewrites': ['R1', 'R10'],
 'breaks': {10: 1},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 1,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
