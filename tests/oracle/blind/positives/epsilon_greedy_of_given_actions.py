"""A vectorised agent decides once for all environments whether the given random actions are taken."""

import torch
from torch import nn

from fxkit import build, ints, randn


class DuelingQ(nn.Module):
    def __init__(self, obs_dim=4, num_actions=3):
        super().__init__()
        self.value = nn.Linear(obs_dim, 1)
        self.advantage = nn.Linear(obs_dim, num_actions)

    def forward(self, obs):
        adv = self.advantage(obs)
        return self.value(obs) + adv - adv.mean(dim=-1, keepdim=True)


class Agent(nn.Module):
    def __init__(self, eps_start=0.9, eps_end=0.05, decay=20.0):
        super().__init__()
        self.q = DuelingQ()
        self.eps_start, self.eps_end, self.decay = eps_start, eps_end, decay
        self.register_buffer("steps_done", torch.zeros((), dtype=torch.long))

    def epsilon(self):
        return self.eps_end + (self.eps_start - self.eps_end) * torch.exp(-self.steps_done / self.decay)

    @torch.no_grad()
    def forward(self, obs, random_actions):
        sample = torch.rand(1).item()
        eps_threshold = self.epsilon()
        self.steps_done += 4
        q = self.q(obs)
        if sample > eps_threshold:
            action = q.argmax(dim=1)
        else:
            action = random_actions
        return action, q.gather(1, action.unsqueeze(1)).squeeze(1)


def load():
    return torch.compile(Agent())


def cases():
    yield from build(load, lambda: (randn(5, 4), ints(0, 3, 5)), "base zero")
    yield from build(lambda: torch.compile(Agent(0.05, 0.01)), lambda: (randn(5, 4), ints(0, 3, 5)), "base", tag="late-")

EXPECT = {'topic': 'rl',
 'kind': 'branch',
 'rewrites': [],
 'breaks': {32: 1, 36: 2},
 'gb': ['GB0124', 'GB0170'],
 'skips': 0,
 'graphs_per_call': 3,
 'after': 0,
 'assume': [],
 'unsafe': ['close',
            'finite-grad',
            'fresh-result',
            'grad-close',
            'grad-none-zero',
            'number-tensor',
            'requires-grad',
            'shown-history']}
