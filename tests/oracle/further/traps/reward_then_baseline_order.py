"""The second test reads the baseline that the first arm has just replaced."""

import torch
from torch import nn

from fxkit import build, rand


class Baseline(nn.Module):
    def __init__(self):
        super().__init__()
        self.register_buffer("mean", torch.zeros(()))

    @torch.no_grad()
    def forward(self, rewards):
        shift = rewards.mean() - self.mean
        if shift.abs() > 0.4:
            self.mean = self.mean + 0.99 * shift
            shift = rewards.mean() - self.mean
        if shift > 0.1:
            rewards = rewards - self.mean
        else:
            rewards = rewards * 0.5
        return rewards, shift


def load():
    return torch.compile(Baseline())


def cases():
    yield from build(load, lambda: (rand(5) + 2,), "base")
    yield from build(load, lambda: (rand(5) * 0.3,), "base", tag="low-")
    yield from build(load, lambda: (rand(5) * 0.3 + 0.1,), "base", tag="mid-")


EXPECT = {'topic': 'rl',
 'verdict': 'any correct rewrite',
 'obligations': ['O2', 'R3'],
 'breaks': {17: 1, 20: 1},
 'gb': ['GB0170'],
 'naive_differs_in': ['values'],
 'unsafe': []}
