"""The arms insert their keys in another order."""

import torch

from fxkit import randn, sweep


@torch.compile
def summary(x):
    out = {}
    if x.sum() > 0:
        out["a"] = x * 2.0
        out["b"] = x + 1.0
    else:
        out["b"] = x - 1.0
        out["a"] = x * 0.5
    return list(out.items())


def cases():
    yield from sweep(summary, lambda: (randn(3),), "pos neg")

EXPECT = {'topic': 'metrics',
 'verdict': 'decline',
 'obligations': ['O3'],
 'breaks': {11: 1},
 'gb': ['GB0170'],
 'naive_differs_in': ['value'],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
