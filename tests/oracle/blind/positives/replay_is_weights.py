"""Double DQN loss with importance weights of a prioritised replay buffer."""

import torch
import torch.nn.functional as F
from torch import nn

from fxkit import build, ints, rand, randn


class DuelingQ(nn.Module):
    def __init__(self, obs_dim=4, num_actions=3, hidden=6):
        super().__init__()
        self.feature = nn.Linear(obs_dim, hidden)
        self.value = nn.Linear(hidden, 1)
        self.advantage = nn.Linear(hidden, num_actions)

    def forward(self, obs):
        h = F.relu(self.feature(obs))
        adv = self.advantage(h)
        return self.value(h) + adv - adv.mean(dim=1, keepdim=True)


class DoubleDQN(nn.Module):
    def __init__(self, gamma=0.99, beta=0.4, eps=1e-3):
        super().__init__()
        self.online = DuelingQ()
        self.target = DuelingQ().requires_grad_(False)
        self.gamma, self.beta, self.eps = gamma, beta, eps

    def importance_weights(self, priorities):
        total = priorities.sum()
        weights = (priorities.numel() * priorities / total).clamp(min=1e-6).pow(-self.beta)
        max_weight = weights.max().item()
        if max_weight > 1.0:
            weights = weights / max_weight
        return weights

    def td_target(self, reward, next_obs, done):
        with torch.no_grad():
            best = self.online(next_obs).argmax(dim=1, keepdim=True)
            next_q = self.target(next_obs).gather(1, best).squeeze(1)
            return reward + self.gamma * next_q * (1.0 - done)

    def forward(self, obs, action, reward, next_obs, done, priorities):
        q = self.online(obs).gather(1, action[:, None]).squeeze(1)
        target = self.td_target(reward, next_obs, done)
        weights = self.importance_weights(priorities)
        td_error = (q - target).abs()
        loss = (weights * F.smooth_l1_loss(q, target, reduction="none")).mean()
        return loss, td_error.detach() + self.eps


def load():
    return torch.compile(DoubleDQN())


def cases():
    def batch(prio):
        return lambda: (randn(5, 4), ints(0, 3, 5), randn(5), randn(5, 4, seed=1), (rand(5) > 0.5).float(), prio)

    yield from build(load, batch(rand(5, seed=3) + 0.01), "base big")
    yield from build(load, batch(torch.ones(5)), "base", tag="flat-")


EXPECT = {'topic': 'rl',
 'kind': 'max_item_guard',
 'rewrites': [],
 'breaks': {33: 1},
 'gb': ['GB0124'],
 'skips': 0,
 'graphs_per_call': 4,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result']}
