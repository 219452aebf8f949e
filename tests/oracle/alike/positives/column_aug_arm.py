"""An arm adds to a column of a fresh tensor in place."""

import torch

from fxkit import randn, sweep


@torch.compile
@torch.no_grad()
def nudge(boxes, shift):
    moved = boxes * 2.0
    if moved[:, 0].amin() < 0.0:
        moved[:, 0] += shift
        moved[:, -1] = 1.0
    return moved


def cases():
    yield from sweep(nudge, lambda: (randn(3, 4), randn(3, seed=2)), "base pos neg nan inf zero f64")

EXPECT = {'topic': 'detection',
 'rewrites': ['R9'],
 'breaks': {12: 1},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
