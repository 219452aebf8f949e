"""n-step targets of a distributional-free Rainbow: the sum stops at the end of the episode."""

import torch
import torch.nn.functional as F
from torch import nn

from fxkit import build, randn


class QNetwork(nn.Module):
    def __init__(self, obs_dim=4, n_actions=3, hidden=5):
        super().__init__()
        self.body = nn.Linear(obs_dim, hidden)
        self.value = nn.Linear(hidden, 1)
        self.advantage = nn.Linear(hidden, n_actions)

    def forward(self, obs):
        h = torch.relu(self.body(obs))
        adv = self.advantage(h)
        return self.value(h) + adv - adv.mean(dim=-1, keepdim=True)


class NStepLoss(nn.Module):
    def __init__(self, gamma=0.9):
        super().__init__()
        self.online = QNetwork()
        self.target = QNetwork().requires_grad_(False)
        self.gamma = gamma

    def n_step_target(self, rewards, dones, last_obs):
        """rewards, dones: (n,) of one transition."""
        total, discount = 0.0, 1.0
        for reward, done in zip(rewards, dones):
            total = total + discount * reward
            discount = discount * self.gamma
            if done:
                return total
        best = self.online(last_obs).argmax(dim=-1)
        return total + discount * self.target(last_obs)[best]

    def forward(self, obs, actions, rewards, dones, last_obs):
        with torch.no_grad():
            targets = torch.stack([self.n_step_target(r, d, o) for r, d, o in zip(rewards, dones, last_obs)])
        q = self.online(obs).gather(1, actions.unsqueeze(1)).squeeze(1)
        td = targets - q
        return F.smooth_l1_loss(q, targets), td.detach().abs()


def load():
    return torch.compile(NStepLoss())


def cases():
    def args(dones):
        return lambda: (randn(3, 4), torch.tensor([0, 2, 1]), randn(3, 3), torch.tensor(dones), randn(3, 4, seed=1))

    yield from build(load, args([[False, False, False], [False, True, False], [True, False, False]]), "base grad nan")
    yield from build(load, args([[False] * 3] * 3), "base", tag="running-")

EXPECT = {'topic': 'reinforcement learning',
 'kind': 'loops',
 'rewrites': [],
 'breaks': {36: 3, 43: 1},
 'gb': ['GB0170', 'GB4347'],
 'skips': 2,
 'graphs_per_call': 11,
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
