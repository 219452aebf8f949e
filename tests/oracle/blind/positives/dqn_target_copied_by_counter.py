"""Double DQN: the target network is overwritten whenever the update counter is a multiple of the interval."""

import copy

import torch
import torch.nn.functional as F
from torch import nn

from fxkit import build, ints, rand, randn


class QNetwork(nn.Module):
    def __init__(self, obs=4, actions=3):
        super().__init__()
        self.body = nn.Sequential(nn.Linear(obs, 6), nn.ReLU(), nn.Linear(6, actions))

    def forward(self, obs):
        return self.body(obs)


class DoubleDQN(nn.Module):
    def __init__(self, gamma=0.99, target_update_interval=2):
        super().__init__()
        self.online = QNetwork()
        self.target = copy.deepcopy(self.online).requires_grad_(False)
        self.register_buffer("updates", torch.zeros((), dtype=torch.long))
        self.gamma = gamma
        self.interval = target_update_interval

    @torch.no_grad()
    def sync_target(self):
        for p_target, p in zip(self.target.parameters(), self.online.parameters()):
            p_target.copy_(p)

    def forward(self, obs, action, reward, next_obs, done):
        self.updates += 1
        if self.updates % self.interval == 0:
            self.sync_target()
        with torch.no_grad():
            best = self.online(next_obs).argmax(dim=-1, keepdim=True)
            bootstrap = self.target(next_obs).gather(-1, best).squeeze(-1)
            y = reward + self.gamma * (1.0 - done) * bootstrap
        q = self.online(obs).gather(-1, action[:, None]).squeeze(-1)
        return F.smooth_l1_loss(q, y), y


class Learner:
    """The weights move between two calls, so that the copy matters."""

    def __init__(self):
        self.agent = DoubleDQN()
        self.loss = torch.compile(self.agent)

    def learn(self, *batch):
        loss, y = self.loss(*batch)
        with torch.no_grad():
            for p in self.agent.online.parameters():
                p.add_(0.05)
        return loss, y


def load():
    return Learner().learn


def cases():
    yield from build(load, lambda: (randn(5, 4), ints(0, 3, 5), randn(5), randn(5, 4, seed=4), (rand(5) < 0.3).float()), "base nan")

EXPECT = {'topic': 'rl',
 'kind': 'branches',
 'rewrites': [],
 'breaks': {37: 1},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 2,
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
