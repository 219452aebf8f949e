"""rtol scales the second operand; the operands must not trade places."""

import torch

from fxkit import randn, sweep


@torch.compile
def settled(old, new):
    y = new - old
    if torch.allclose(old, new, rtol=0.5, atol=0.0):
        y = y * 0.0
    return y + 1.0


def cases():
    yield from sweep(settled, lambda: (torch.tensor([1.0, 1.0]), torch.tensor([1.8, 1.9])), "base")
    yield from sweep(settled, lambda: (torch.tensor([1.8, 1.9]), torch.tensor([1.0, 1.0])), "base", tag="down-")

EXPECT = {'topic': 'optimiser',
 'verdict': 'any correct rewrite',
 'obligations': ['R20'],
 'breaks': {11: 1},
 'gb': ['GB0033'],
 'naive_differs_in': ['values'],
 'unsafe': []}
