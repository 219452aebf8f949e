"""A triplet margin read from the batch, and a fallback that tests the same number."""

import torch

from fxkit import rand, randn, sweep


def pairwise(a, b):
    return (a[:, None] - b[None]).abs().sum(-1)


@torch.compile
def triplet(anchor, positive, negative, *, smooth=0.5):
    near = pairwise(anchor, positive).diagonal()
    far = pairwise(anchor, negative).diagonal()
    margin = far.detach().mean().item() * smooth
    hinge = (near - far + margin).clamp(min=0.0)
    if margin > 2.0:
        hinge = hinge.clamp(max=4.0)
    return hinge, hinge.sum()


def cases():
    trio = lambda k: (randn(4, 3), randn(4, 3, seed=1), randn(4, 3, seed=2) * k)
    yield from sweep(triplet, lambda: trio(1.0), "grad nan+grad inf+grad")
    yield from sweep(triplet, lambda: trio(8.0), "base grad", tag="wide-")
    yield from sweep(triplet, lambda: (randn(4, 3), randn(4, 3), randn(4, 3)), "base", tag="same-")


EXPECT = {'topic': 'metric_learning',
 'rewrites': ['R22', 'R2'],
 'breaks': {16: 1},
 'gb': ['GB0124'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
