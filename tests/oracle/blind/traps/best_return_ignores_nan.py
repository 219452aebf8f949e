"""An evaluator keeps the best mean return; a run that diverged must not replace it."""

import torch
from torch import nn

from fxkit import build, randn


class LinearPolicy(nn.Module):
    def __init__(self, obs=3, act=2):
        super().__init__()
        self.w = nn.Linear(obs, act, bias=False)

    def forward(self, obs):
        return torch.tanh(self.w(obs))


class Evaluator(nn.Module):
    """Runs the policy in a linear system and keeps the best return."""

    def __init__(self, horizon=3):
        super().__init__()
        self.policy = LinearPolicy()
        self.horizon = horizon
        self.best = -1e9
        self.register_buffer("B", torch.linspace(-0.5, 0.5, 6).view(2, 3))

    def rollout(self, state):
        total = torch.zeros(state.shape[0])
        for _ in range(self.horizon):
            state = 0.9 * state + self.policy(state) @ self.B
            total = total - state.square().sum(dim=-1)
        return total

    @torch.no_grad()
    def forward(self, state):
        returns = self.rollout(state)
        self.best = max(self.best, returns.mean().item())
        return returns


def load():
    return torch.compile(Evaluator())


def cases():
    yield from build(load, lambda: (randn(4, 3),), "base zero nan")

EXPECT = {'topic': 'rl',
 'kind': 'numbers',
 'verdict': 'any correct rewrite',
 'obligations': ['O9', 'NaN'],
 'breaks': {38: 1},
 'gb': ['GB0124'],
 'naive_differs_in': ['type'],
 'unsafe': ['close',
            'finite-grad',
            'fresh-result',
            'grad-close',
            'grad-none-zero',
            'number-tensor',
            'requires-grad']}
