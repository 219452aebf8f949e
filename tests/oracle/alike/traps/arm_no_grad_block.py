"""The arm computes under no_grad."""

import torch

from fxkit import sweep


@torch.compile
def consistency(a, w):
    y = a * 1.0
    if w.max() > 0.0:
        with torch.no_grad():
            y = y * 3.0
    return y + a


def cases():
    leaf = lambda: torch.tensor([0.5, -1.0]).requires_grad_()

    yield from sweep(consistency, lambda: (leaf(), torch.tensor([1.0])), "base")
    yield from sweep(consistency, lambda: (leaf(), torch.tensor([-1.0])), "base", tag="neg-")

EXPECT = {'topic': 'loss',
 'verdict': 'any correct rewrite',
 'obligations': ['O10', 'O16'],
 'breaks': {11: 1},
 'gb': ['GB0170'],
 'naive_differs_in': ['values'],
 'unsafe': []}
