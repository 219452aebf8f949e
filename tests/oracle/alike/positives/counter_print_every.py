"""A Python counter on the object decides about the print."""

import torch

from fxkit import build, rand


class Trainer:
    def __init__(self, every):
        self.every = every
        self.n = 0

    @torch.compile
    def step(self, loss):
        self.n += 1
        smooth = loss * 0.9
        if self.n % self.every == 0:
            print("step", self.n, f"{smooth.mean():.4f}")
        return smooth + 0.1


def cases():
    yield from build(lambda: Trainer(2).step, lambda: (rand(3),), "base nan half grad")
    yield from build(lambda: Trainer(1).step, lambda: (rand(3),), "base", tag="each-")

EXPECT = {'topic': 'metrics',
 'rewrites': ['R36'],
 'breaks': {18: 1},
 'gb': ['GB0059'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['compiled-silent', 'log-site']}
