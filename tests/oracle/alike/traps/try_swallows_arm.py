"""An error inside the arm is swallowed by the surrounding try."""

import torch

from fxkit import randn, sweep


@torch.compile
def lookup(x, idx):
    y = x * 1.0
    try:
        if idx.amax() >= x.shape[0]:
            raise LookupError("out of range")
        y = y + 1.0
    except LookupError:
        y = y - 1.0
    return y


def cases():
    yield from sweep(lookup, lambda: (randn(3), torch.tensor([0, 2])), "base nan")
    yield from sweep(lookup, lambda: (randn(3), torch.tensor([0, 3])), "base", tag="out-")

EXPECT = {'topic': 'detection',
 'verdict': 'any correct rewrite',
 'obligations': ['O6', 'O2'],
 'breaks': {12: 1},
 'gb': ['GB0170'],
 'naive_differs_in': ['values'],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
