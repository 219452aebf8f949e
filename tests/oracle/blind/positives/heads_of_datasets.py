"""Cross-embodiment policy: each robot has its own output head, and a batch mixes robots."""

import torch
import torch.nn as nn

from fxkit import build, ints, randn


class MultiRobotPolicy(nn.Module):
    def __init__(self, obs=5, hidden=4, action=2, robots=3):
        super().__init__()
        self.trunk = nn.Linear(obs, hidden)
        self.heads = nn.ModuleList([nn.Linear(hidden, action) for _ in range(robots)])
        self.action = action

    def forward(self, obs, robot_id):
        h = torch.tanh(self.trunk(obs))
        actions = torch.zeros(h.shape[0], self.action, device=h.device)
        for i, head in enumerate(self.heads):
            selected = robot_id == i
            if selected.any():
                actions[selected] = head(h[selected])
        return actions


def load():
    return torch.compile(MultiRobotPolicy())


def cases():
    yield from build(load, lambda: (randn(5, 5), ints(0, 3, 5)), "base grad nan")
    yield from build(load, lambda: (randn(5, 5), torch.ones(5, dtype=torch.long)), "base", tag="one-")

EXPECT = {'topic': 'robotics',
 'kind': 'mask',
 'rewrites': [],
 'breaks': {21: 1},
 'gb': ['GB0170', 'GB7000'],
 'skips': 1,
 'graphs_per_call': 0,
 'after': 0,
 'assume': ['close', 'grad-close'],
 'unsafe': ['close',
            'finite-grad',
            'fresh-result',
            'grad-close',
            'grad-none-zero',
            'number-tensor',
            'requires-grad',
            'shown-history']}
