"""Rows of a confusion matrix are normalised with a safe denominator when a class never occurs."""

import torch

from fxkit import ints, rand, sweep


@torch.compile
@torch.no_grad()
def normalise(confusion):
    cm = confusion.float()
    rows = cm.sum(dim=1, keepdim=True)
    if torch.any(rows == 0):
        out = cm / rows.clamp(min=1.0)
    else:
        out = cm / rows
    return out.diagonal().mean(), out


def cases():
    yield from sweep(normalise, lambda: (rand(3, 3) + 0.1,), "base nan inf zero half f64 small")
    yield from sweep(normalise, lambda: (ints(1, 9, 3, 3),), "base", tag="counts-")
    yield from sweep(normalise, lambda: (torch.tensor([[2, 1], [0, 0]]),), "base", tag="absent-")

EXPECT = {'topic': 'metrics',
 'rewrites': ['R1'],
 'breaks': {13: 1},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
