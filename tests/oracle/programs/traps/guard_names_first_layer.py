"""The message names the first bad layer."""

import torch

from fxkit import randn, sweep


@torch.compile
def total(layers):
    out = layers[0] * 0.5
    for i, t in enumerate(layers):
        if torch.isnan(t).any():
            raise ValueError(f"layer {i} holds NaN")
        out = out + t
    return out


def cases():
    yield from sweep(total, lambda: ([randn(3), randn(3, seed=1), randn(3, seed=2)],), "base nan")
    yield from sweep(total, lambda: ([randn(3), randn(3) * float("nan"), randn(3) * float("nan")],), "base", tag="two-")

EXPECT = {'topic': 'moe',
 'verdict': 'any correct rewrite',
 'obligations': ['R18', 'R7'],
 'breaks': {12: 1},
 'gb': ['GB0170', 'GB7000'],
 'naive_differs_in': ['exception'],
 'unsafe': []}
