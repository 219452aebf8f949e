"""The arms fill the fields of a dataclass."""

from dataclasses import dataclass

import torch

from fxkit import rand, randn, sweep


@dataclass
class Output:
    hidden: torch.Tensor
    gate: torch.Tensor


@torch.compile
def block(x, g):
    if g.mean() > 0.0:
        hidden, gate = x * 2.0, g + 1.0
    else:
        hidden, gate = x - 1.0, g * 3.0
    return Output(hidden=hidden, gate=gate)


def cases():
    yield from sweep(block, lambda: (randn(3), randn(3, seed=1)), "base nan inf half f64 grad nan+grad inf+grad ninf+grad neg+grad pos+grad")
    yield from sweep(block, lambda: (randn(3), -rand(3)), "base grad", tag="neg-")

EXPECT = {'topic': 'attention',
 'rewrites': ['R3', 'R1'],
 'breaks': {18: 1},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
