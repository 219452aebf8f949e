"""The loop variable tells how many steps were taken."""

import torch

from fxkit import randn, sweep


@torch.compile
@torch.no_grad()
def halting(x):
    p = torch.zeros(())
    for step in range(4):
        p = p + x[step].sigmoid().mean()
        if p > 0.99:
            break
    return p, step


def cases():
    yield from sweep(halting, lambda: (randn(4, 2),), "base big neg")

EXPECT = {'topic': 'rnn',
 'verdict': 'decline',
 'obligations': ['R7', 'O15'],
 'breaks': {14: 2},
 'gb': ['GB0170', 'GB7000'],
 'naive_differs_in': ['value'],
 'unsafe': []}
