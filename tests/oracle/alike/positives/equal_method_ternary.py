"""`a.equal(b)` decides a conditional expression; the shapes are the same by construction."""

import torch

from fxkit import ints, randn, sweep


@torch.compile
def accuracy(logits, labels):
    pred = logits.argmax(-1)
    hits = (pred == labels).float()
    return hits + 1.0 if pred.equal(labels.view_as(pred)) else hits - 0.5


def cases():
    yield from sweep(accuracy, lambda: (randn(4, 3), ints(0, 3, 4)), "base nan half f64")
    yield from sweep(accuracy, lambda: (randn(4, 3), randn(4, 3).argmax(-1)), "base", tag="right-")

EXPECT = {'topic': 'metrics',
 'rewrites': ['R20', 'R1'],
 'breaks': {12: 1},
 'gb': ['GB0033'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
