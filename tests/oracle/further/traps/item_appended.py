"""The Python float goes into the caller's list."""

import torch

from fxkit import randn, sweep


@torch.compile
def record(x, history):
    m = x.sum().item()
    history.append(m)
    return x * 2.0


def cases():
    yield from sweep(record, lambda: (randn(3), []), "base nan")

EXPECT = {'topic': 'loss',
 'verdict': 'decline',
 'obligations': ['O15', 'R28'],
 'breaks': {10: 1},
 'gb': ['GB0124'],
 'naive_differs_in': ['type'],
 'unsafe': []}
