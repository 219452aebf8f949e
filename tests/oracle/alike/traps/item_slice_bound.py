"""The number read bounds a slice."""

import torch

from fxkit import randn, sweep


@torch.compile
def trim(tokens, length):
    return tokens[: length.item()] * 2.0


def cases():
    yield from sweep(trim, lambda: (randn(5), torch.tensor(3)), "base")

EXPECT = {'topic': 'sampler',
 'verdict': 'decline',
 'obligations': ['O15', 'R25'],
 'breaks': {10: 1},
 'gb': ['GB0124'],
 'naive_differs_in': ['shape'],
 'unsafe': []}
