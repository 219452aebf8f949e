"""One environment: the bootstrap is switched off by one minus the done flag, which is a bool."""

from typing import NamedTuple

import torch
from torch import nn

from fxkit import build, randn


class Transition(NamedTuple):
    obs: torch.Tensor
    reward: torch.Tensor
    next_obs: torch.Tensor
    done: torch.Tensor


class TDLearner(nn.Module):
    def __init__(self, obs=4, gamma=0.97):
        super().__init__()
        self.value = nn.Sequential(nn.Linear(obs, 5), nn.Tanh(), nn.Linear(5, 1))
        self.gamma = gamma

    def target(self, tr):
        with torch.no_grad():
            bootstrap = self.value(tr.next_obs).squeeze(-1)
        return tr.reward + self.gamma * (1 - tr.done.item()) * bootstrap

    def forward(self, tr):
        td_error = self.target(tr) - self.value(tr.obs).squeeze(-1)
        return 0.5 * td_error.square(), td_error.detach()


def load():
    return torch.compile(TDLearner())


def transition(done):
    return Transition(randn(4), torch.tensor(0.7), randn(4, seed=3), torch.tensor(done))


def cases():
    yield from build(load, lambda: (transition(False),), "base")
    yield from build(load, lambda: (transition(True),), "base", tag="end-")

EXPECT = {'topic': 'rl',
 'kind': 'numbers',
 'verdict': 'any correct rewrite',
 'obligations': ['bool arithmetic', 'exceptions'],
 'breaks': {27: 1},
 'gb': ['GB0124'],
 'naive_differs_in': ['exception', 'gradients', 'type'],
 'unsafe': ['close',
            'finite-grad',
            'fresh-result',
            'grad-close',
            'grad-none-zero',
            'number-tensor',
            'requires-grad']}
