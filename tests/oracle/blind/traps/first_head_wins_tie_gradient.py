"""Two critics: the smaller estimate is picked by comparison, so a tie sends the whole gradient to the first."""

import torch
from torch import nn

from fxkit import build, randn


def pick_smaller(q1, q2):
    if q1 <= q2:
        return q1
    return q2


class TwinCritic(nn.Module):
    def __init__(self, obs=3, act=2):
        super().__init__()
        self.q1 = nn.Linear(obs + act, 1)
        self.q2 = nn.Linear(obs + act, 1)

    def forward(self, obs, act):
        x = torch.cat([obs, act], dim=-1)
        return self.q1(x).mean(), self.q2(x).mean()


class ActorObjective(nn.Module):
    def __init__(self, obs=3, act=2, same_start=False):
        super().__init__()
        self.actor = nn.Linear(obs, act)
        self.critic = TwinCritic(obs, act)
        if same_start:
            self.critic.q2.load_state_dict(self.critic.q1.state_dict())

    def forward(self, obs):
        act = torch.tanh(self.actor(obs))
        q1, q2 = self.critic(obs, act)
        return -pick_smaller(q1, q2)


def load(same_start=False):
    return torch.compile(ActorObjective(same_start=same_start))


def cases():
    yield from build(load, lambda: (randn(4, 3),), "base grad nan")
    yield from build(load, lambda: (-5 * randn(4, 3),), "base", tag="other-")
    yield from build(lambda: load(True), lambda: (randn(4, 3),), "base grad", tag="tied-")

EXPECT = {'topic': 'rl',
 'kind': 'branches',
 'rewrites': [],
 'breaks': {10: 2},
 'gb': ['GB0170'],
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
