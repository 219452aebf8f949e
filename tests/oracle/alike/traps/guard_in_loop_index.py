"""The message names the round in which the guard fired."""

import torch

from fxkit import randn, sweep


@torch.compile
def layers(x, scales):
    for i, s in enumerate(scales):
        x = x * s
        if x.isinf().any():
            raise OverflowError(f"layer {i} overflows")
    return x


def cases():
    yield from sweep(layers, lambda: (randn(3), [2.0, 1e20, 1e30, 2.0]), "base zero")

EXPECT = {'topic': 'gnn',
 'verdict': 'any correct rewrite',
 'obligations': ['R18'],
 'breaks': {12: 1},
 'gb': ['GB0170', 'GB7000'],
 'naive_differs_in': ['exception'],
 'unsafe': ['compiled-exception-type']}
