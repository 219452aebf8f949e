"""The printed global grows later in the function."""

import torch

from fxkit import randn, sweep

CALLS = [0]


@torch.compile
def step(x):
    print("call", CALLS[0])
    CALLS[0] += 1
    return x * 2.0 + 1.0


def cases():
    yield from sweep(step, lambda: (randn(3),), "base pos")

EXPECT = {'topic': 'rnn',
 'verdict': 'any correct rewrite',
 'obligations': ['R36', 'O3'],
 'breaks': {12: 1},
 'gb': ['GB0059'],
 'naive_differs_in': ['events'],
 'unsafe': ['compiled-silent']}
