"""A name enters a set in one arm."""

import torch

from fxkit import build, randn


class Graph:
    def __init__(self):
        self.seen = set()

    @torch.compile
    def visit(self, x, name):
        y = x * 2.0
        if y.sum() > 0:
            self.seen.add(name)
            y = y + 1.0
        return y


def cases():
    yield from build(lambda: Graph().visit, lambda: (randn(3), "a"), "pos neg nan")

EXPECT = {'topic': 'gnn',
 'verdict': 'any correct rewrite',
 'obligations': ['O3'],
 'breaks': {15: 1},
 'gb': ['GB0170'],
 'naive_differs_in': ['length'],
 'unsafe': []}
