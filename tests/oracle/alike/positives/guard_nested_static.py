"""The guard stands under a Python test."""

import torch

from fxkit import randn, sweep


@torch.compile
def decode(boxes, strict):
    wh = boxes[:, 2:] - boxes[:, :2]
    if strict:
        if (wh < 0).any():
            raise ValueError("box has negative size")
    return wh * 0.5


def cases():
    yield from sweep(decode, lambda: (torch.tensor([[0.0, 0.0, 1.0, 2.0], [1.0, 1.0, 3.0, 2.0]]), True), "base nan half f64 grad")
    yield from sweep(decode, lambda: (randn(2, 4), True), "base half grad", tag="bad-")
    yield from sweep(decode, lambda: (randn(2, 4), False), "base grad", tag="lax-")

EXPECT = {'topic': 'detection',
 'rewrites': ['R18'],
 'breaks': {12: 1},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['compiled-exception-type']}
