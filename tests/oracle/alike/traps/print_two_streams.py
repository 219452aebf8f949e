"""stdout and stderr are interleaved; sending them as two groups changes the order."""

import sys

import torch

from fxkit import randn, sweep


@torch.compile
def evaluate(x):
    print("start")
    print("raw input", file=sys.stderr)
    y = x * 2.0
    print("end")
    return y


def cases():
    yield from sweep(evaluate, lambda: (randn(3),), "base")

EXPECT = {'topic': 'metrics',
 'verdict': 'any correct rewrite',
 'obligations': ['R36'],
 'breaks': {12: 1, 13: 1, 15: 1},
 'gb': ['GB0059'],
 'naive_differs_in': ['events'],
 'unsafe': ['compiled-silent']}
