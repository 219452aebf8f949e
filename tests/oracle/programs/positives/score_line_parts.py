"""One line is printed in parts, with end and sep."""

import torch

from fxkit import randn, sweep


@torch.compile
def accuracy(logits, weights):
    print("acc", end=": ")
    hit = logits.softmax(-1).amax(-1)
    print(f"{hit.detach().mean():.3f}", f"{hit.detach().amin():.3f}", sep=" / ")
    return hit * weights


def cases():
    yield from sweep(accuracy, lambda: (randn(4, 3), randn(4)), "base nan inf zero f64 grad nan+grad inf+grad ninf+grad neg+grad pos+grad")

EXPECT = {'topic': 'metrics',
 'rewrites': ['R36'],
 'breaks': {10: 1, 12: 1},
 'gb': ['GB0059'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['compiled-silent', 'log-site']}
