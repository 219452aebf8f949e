"""Tokens seen since the start of training."""

import torch

from fxkit import bools, build, randn


class Progress:
    def __init__(self, start=0.0):
        self.total = start

    @torch.compile
    def step(self, x, keep):
        self.total += keep.float().sum().item()
        return (x * keep).sum() * (self.total % 2.0)

    def __call__(self, x, keep):
        return self.step(x, keep)


def cases():
    yield from build(Progress, lambda: (randn(5), bools(5)), "true")
    yield from build(lambda: Progress(16777216.0), lambda: (randn(5), bools(5)), "true", tag="late-")

EXPECT = {'topic': 'metrics',
 'verdict': 'any correct rewrite',
 'obligations': ['O15'],
 'breaks': {14: 1},
 'gb': ['GB0124'],
 'naive_differs_in': ['type', 'values'],
 'unsafe': ['number-tensor']}
