"""The learning rate tensor is held between two tensors by two tests."""

import torch

from fxkit import sweep


@torch.compile
def bounded(lr, lo, hi):
    v = lr * 0.5
    if v < lo:
        v = lo + 0.0
    if v > hi:
        v = hi + 0.0
    return v * 2.0


def cases():
    yield from sweep(bounded, lambda: (torch.tensor(0.5), torch.tensor(0.1), torch.tensor(0.3)), "base half f64 zero big allnan grad")
    yield from sweep(bounded, lambda: (torch.tensor(0.01), torch.tensor(0.1), torch.tensor(0.3)), "base grad", tag="low-")

EXPECT = {'topic': 'scheduler',
 'rewrites': ['R15', 'R16'],
 'breaks': {11: 1, 13: 1},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 3,
 'after': 0,
 'assume': ['grad-none-zero'],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
