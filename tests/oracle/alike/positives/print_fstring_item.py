"""An f-string with an item and a static shape."""

import torch

from fxkit import ints, randn, sweep


@torch.compile
def accuracy(logits, gold):
    hit = logits.argmax(-1) == gold
    print(f"[{logits.shape[0]} rows] acc={hit.float().mean().item():.2%}")
    return logits.softmax(-1)


def cases():
    yield from sweep(accuracy, lambda: (randn(4, 3), ints(0, 3, 4)), "base nan neg half f64 grad")
    yield from sweep(accuracy, lambda: (randn(2, 3), ints(0, 3, 2, seed=4)), "base", tag="two-")

EXPECT = {'topic': 'metrics',
 'rewrites': ['R36'],
 'breaks': {11: 3},
 'gb': ['GB0021', 'GB0059', 'GB0124'],
 'skips': 1,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['compiled-silent', 'log-site']}
