"""Numbers read by tolist carry no gradient."""

import torch

from fxkit import randn, sweep


@torch.compile
def balance(x):
    a, b = x.abs().sum(-1).tolist()
    return x * (a - b)


def cases():
    yield from sweep(balance, lambda: (randn(2, 3),), "base grad")

EXPECT = {'topic': 'loss',
 'verdict': 'any correct rewrite',
 'obligations': ['R22', 'O13'],
 'breaks': {10: 1},
 'gb': ['GB0109'],
 'naive_differs_in': ['values'],
 'unsafe': ['close', 'finite-grad', 'fresh-result', 'grad-close', 'grad-none-zero', 'requires-grad']}
