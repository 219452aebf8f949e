"""Backtracking that stops as soon as the step is small enough."""

import torch

from fxkit import randn, sweep


@torch.compile
@torch.no_grad()
def backtrack(step):
    for _ in range(4):
        if step.abs().max() < 1.0:
            break
        step = step * 0.5
    return step + 1.0


def cases():
    yield from sweep(backtrack, lambda: (randn(5),), "base big small nan inf zero half f64")

EXPECT = {'topic': 'optimiser',
 'rewrites': ['R7'],
 'breaks': {12: 2},
 'gb': ['GB0170', 'GB7000'],
 'skips': 1,
 'graphs_per_call': 0,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
