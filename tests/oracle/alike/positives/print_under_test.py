"""A print under a tensor test, nothing else in the arm."""

import torch

from fxkit import rand, sweep


@torch.compile
def accuracy(correct, total):
    acc = correct / total
    if (acc > 1.0).any():
        print("accuracy above one")
    return acc * 100.0


def cases():
    yield from sweep(accuracy, lambda: (rand(4), rand(4, seed=1) + 0.25), "base big small nan inf half f64 grad")

EXPECT = {'topic': 'metrics',
 'rewrites': ['R36', 'R17'],
 'breaks': {11: 1, 12: 1},
 'gb': ['GB0059', 'GB0170'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['compiled-silent', 'log-site']}
