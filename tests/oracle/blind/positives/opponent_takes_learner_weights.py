"""Self-play: every few updates the opponent loads the weights of the learner inside the compiled update."""

import torch
from torch import nn

from fxkit import build, randn


class PolicyNet(nn.Module):
    def __init__(self, obs=4, actions=3):
        super().__init__()
        self.body = nn.Linear(obs, 6)
        self.norm = nn.BatchNorm1d(6)
        self.head = nn.Linear(6, actions)

    def forward(self, obs):
        return self.head(self.norm(self.body(obs)).relu()).log_softmax(dim=-1)


class SelfPlay:
    def __init__(self, sync_every=2):
        self.learner = PolicyNet()
        self.opponent = PolicyNet().requires_grad_(False)
        self.opponent.eval()
        self.sync_every = sync_every
        self.n_updates = 0

    def play(self, own_obs, other_obs):
        own = self.learner(own_obs)
        with torch.no_grad():
            other = self.opponent(other_obs)
        return (own.exp() * other).sum(dim=-1)

    @torch.compile
    def evaluate(self, own_obs, other_obs):
        value = self.play(own_obs, other_obs)
        self.n_updates += 1
        if self.n_updates % self.sync_every == 0:
            self.opponent.load_state_dict(self.learner.state_dict())
        return value.mean(), value.min()


def load():
    return SelfPlay().evaluate


def load_always():
    return SelfPlay(sync_every=1).evaluate


def cases():
    yield from build(load, lambda: (randn(5, 4), randn(5, 4, seed=2)), "base nan")
    yield from build(load_always, lambda: (randn(5, 4), randn(5, 4, seed=2)), "base", tag="always-")

EXPECT = {'topic': 'rl',
 'kind': 'state',
 'rewrites': [],
 'breaks': {39: 1},
 'gb': ['GB0208'],
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
