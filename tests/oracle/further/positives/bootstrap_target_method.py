"""A bound method is the compiled entry."""

import torch

from fxkit import build, randn


class Learner:
    def __init__(self, gamma):
        self.gamma = gamma

    def target(self, reward, value):
        backup = reward + self.gamma * value
        if (backup - value).abs().mean() < 0.75:
            backup = backup * 0.5 + value * 0.5
        else:
            backup = backup - 0.1
        return backup


def load():
    return torch.compile(Learner(0.9).target)


def cases():
    yield from build(load, lambda: (randn(5), randn(5, seed=1)), "base pos neg big small zero nan inf half f64 grad nan+grad inf+grad ninf+grad neg+grad pos+grad")

EXPECT = {'topic': 'rl',
 'rewrites': ['R1'],
 'breaks': {14: 4},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
