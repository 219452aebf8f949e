"""A recurrent agent hands out a snapshot of its state; two entries of the state share one tensor, in the copy too."""

import copy

import torch
from torch import nn

from fxkit import build, randn


class RecurrentAgent(nn.Module):
    def __init__(self, obs=3, hidden=4):
        super().__init__()
        self.cell = nn.Linear(obs + hidden, hidden)
        start = torch.zeros(hidden)
        # the policy and the critic look at the same memory until they are split
        self.state = {"policy": start, "critic": start, "steps": torch.zeros(())}

    def forward(self, obs):
        with torch.no_grad():
            h = torch.tanh(self.cell(torch.cat([obs, self.state["policy"]])))
            self.state["policy"].copy_(h)
            self.state["steps"].add_(1)
        snapshot = copy.deepcopy(self.state)
        return h, snapshot


class Recorder:
    """Resets the policy memory of a snapshot; the critic memory follows, because it is the same tensor."""

    def __init__(self):
        self.agent = RecurrentAgent()
        self.act = torch.compile(self.agent)

    def step(self, obs):
        h, snapshot = self.act(obs)
        snapshot["policy"].mul_(0.5)
        return h, snapshot


def load():
    return Recorder().step


def cases():
    yield from build(load, lambda: (randn(3),), "base big zero")

EXPECT = {'topic': 'rl',
 'kind': 'copy',
 'verdict': 'any correct rewrite',
 'obligations': ['aliasing', 'O6'],
 'breaks': {24: 1},
 'gb': ['GB4198'],
 'naive_differs_in': ['aliasing'],
 'unsafe': ['close',
            'finite-grad',
            'fresh-result',
            'grad-close',
            'grad-none-zero',
            'number-tensor',
            'requires-grad',
            'shown-history']}
