"""Once a step halts the recurrence stays halted; a select per step forgets that."""

import torch

from fxkit import randn, sweep


@torch.compile
def ponder(h, halt):
    h = h * 1.0
    for t in range(3):
        if halt[t].mean() > 0:
            break
        h = torch.tanh(h + t)
    return h


def cases():
    yield from sweep(ponder, lambda: (randn(3), torch.tensor([[-1.0], [1.0], [-1.0]])), "base")
    yield from sweep(ponder, lambda: (randn(3), -torch.ones(3, 1)), "base", tag="full-")

EXPECT = {'topic': 'rnn',
 'verdict': 'any correct rewrite',
 'obligations': ['R7'],
 'breaks': {12: 1},
 'gb': ['GB0170', 'GB7000'],
 'naive_differs_in': ['values'],
 'unsafe': []}
