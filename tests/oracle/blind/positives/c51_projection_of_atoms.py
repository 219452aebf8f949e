"""Rainbow: the distribution of returns is projected back onto the fixed support, with the well-known l == u repair."""

import torch
from torch import nn

from fxkit import build, ints, rand, randn


class C51(nn.Module):
    def __init__(self, obs=4, actions=2, atoms=7, v_min=-3.0, v_max=3.0, discount=0.9):
        super().__init__()
        self.net = nn.Sequential(nn.Linear(obs, 16), nn.ReLU(), nn.Linear(16, actions * atoms))
        self.atoms, self.v_min, self.v_max, self.discount = atoms, v_min, v_max, discount
        self.delta_z = (v_max - v_min) / (atoms - 1)
        self.register_buffer("support", torch.linspace(v_min, v_max, atoms))

    def log_probs(self, obs):
        return self.net(obs).view(obs.size(0), -1, self.atoms).log_softmax(dim=-1)

    @torch.no_grad()
    def project(self, next_obs, returns, nonterminals):
        batch = next_obs.size(0)
        pns = self.log_probs(next_obs).exp()
        best = (self.support * pns).sum(2).argmax(1)
        pns_a = pns[range(batch), best]
        Tz = returns.unsqueeze(1) + nonterminals.unsqueeze(1) * self.discount * self.support.unsqueeze(0)
        Tz = Tz.clamp(min=self.v_min, max=self.v_max)
        b = (Tz - self.v_min) / self.delta_z
        l, u = b.floor().to(torch.int64), b.ceil().to(torch.int64)
        l[(u > 0) * (l == u)] -= 1
        u[(l < (self.atoms - 1)) * (l == u)] += 1
        m = next_obs.new_zeros(batch, self.atoms)
        offset = torch.arange(batch).mul(self.atoms).unsqueeze(1).expand(batch, self.atoms)
        m.view(-1).index_add_(0, (l + offset).view(-1), (pns_a * (u.float() - b)).view(-1))
        m.view(-1).index_add_(0, (u + offset).view(-1), (pns_a * (b - l.float())).view(-1))
        return m

    def forward(self, obs, action, returns, next_obs, nonterminals):
        log_ps = self.log_probs(obs)[range(obs.size(0)), action]
        m = self.project(next_obs, returns, nonterminals)
        return -(m * log_ps).sum(dim=1), m


def load():
    return torch.compile(C51())


def cases():
    def batch(returns):
        return randn(4, 4), ints(0, 2, 4), returns, randn(4, 4, seed=1), torch.tensor([1.0, 0.0, 1.0, 0.0])

    yield from build(load, lambda: batch(randn(4)), "base grad")
    yield from build(load, lambda: batch(torch.tensor([9.0, -9.0, 0.0, 1.0])), "base", tag="ends-")

EXPECT = {'topic': 'rl',
 'kind': 'mask write',
 'rewrites': [],
 'breaks': {30: 2, 31: 2},
 'gb': ['GB0036'],
 'skips': 0,
 'graphs_per_call': 5,
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
