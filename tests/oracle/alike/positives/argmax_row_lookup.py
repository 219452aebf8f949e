"""The winning expert's row is looked up with a Python int."""

import torch

from fxkit import randn, sweep


@torch.compile
def expert_row(gate, table):
    winner = int(gate.argmax())
    row = table[winner]
    return row * gate.amax()


def cases():
    yield from sweep(expert_row, lambda: (randn(3), randn(3, 2)), "base pos nan zero half f64 grad")
    yield from sweep(expert_row, lambda: (randn(3, seed=4), randn(3, 2)), "base grad", tag="other-")

EXPECT = {'topic': 'moe',
 'rewrites': ['R23'],
 'breaks': {10: 1},
 'gb': ['GB0124'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
