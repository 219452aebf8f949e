"""torch.equal of two fresh sign tensors."""

import torch

from fxkit import randn, sweep


@torch.compile
def requant(w, prev):
    step = w * 4.0
    if torch.equal(w.sign(), prev.sign()):
        step = step + 1.0
    return step.round()


def cases():
    yield from sweep(requant, lambda: (randn(2, 3), randn(2, 3, seed=1)), "base nan inf zero half f64 empty grad nan+grad inf+grad ninf+grad neg+grad pos+grad")
    yield from sweep(requant, lambda: (randn(2, 3), randn(2, 3) * 2.0), "base half nan grad", tag="same-")

EXPECT = {'topic': 'quantisation',
 'rewrites': ['R20', 'R2'],
 'breaks': {11: 1},
 'gb': ['GB0033'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
