"""Two returns of a namedtuple."""

import collections

import torch

from fxkit import rand, randn, sweep


Boxes = collections.namedtuple("Boxes", "xyxy score")


@torch.compile
def decode(raw, score):
    xyxy = raw.sigmoid()
    if score.amax() < 0.5:
        return Boxes(xyxy * 0.0, score * 0.0)
    return Boxes(xyxy + 0.5, score * 2.0)


def cases():
    yield from sweep(decode, lambda: (randn(2, 4), rand(2)), "base nan half f64 grad")
    yield from sweep(decode, lambda: (randn(2, 4), rand(2) * 0.1), "base half grad", tag="low-")

EXPECT = {'topic': 'detection',
 'rewrites': ['R6'],
 'breaks': {16: 1},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
