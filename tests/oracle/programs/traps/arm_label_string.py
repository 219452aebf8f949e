"""The name of the phase is returned with the tensor."""

import torch

from fxkit import randn, sweep


@torch.compile
def phase(lr, loss):
    if loss.mean() < 0.5:
        name, lr = "decay", lr * 0.1
    else:
        name, lr = "warm", lr * 1.0
    return lr, name


def cases():
    yield from sweep(phase, lambda: (torch.tensor(0.5), randn(3)), "base")
    yield from sweep(phase, lambda: (torch.tensor(0.5), randn(3).abs() + 1), "base", tag="high-")

EXPECT = {'topic': 'scheduler',
 'verdict': 'decline',
 'obligations': ['O7', 'O15'],
 'breaks': {10: 1},
 'gb': ['GB0170'],
 'naive_differs_in': ['value'],
 'unsafe': []}
