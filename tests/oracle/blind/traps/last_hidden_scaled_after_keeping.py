"""A recurrent policy keeps its hidden state or a fresh one, and scales the kept one in place afterwards."""

import torch
from torch import nn

from fxkit import build, randn


class HiddenKeeper(nn.Module):
    def __init__(self, dim):
        super().__init__()
        self.initial = nn.Parameter(torch.zeros(dim))
        self.hidden = torch.zeros(dim)

    def advance(self, proposal, done):
        if done.any():
            # a new episode: the proposal stays as it is
            self.hidden = torch.zeros_like(proposal)
        else:
            self.hidden = proposal
        return self.hidden


class Policy(nn.Module):
    def __init__(self, dim=4):
        super().__init__()
        self.keeper = HiddenKeeper(dim)
        self.cell = nn.Linear(2 * dim, dim)

    @torch.no_grad()
    def forward(self, obs, done):
        proposal = torch.tanh(self.cell(torch.cat([obs, self.keeper.hidden.expand_as(obs)], dim=-1)))
        kept = self.keeper.advance(proposal, done)
        # what is kept decays; without a reset this is the proposal, too
        kept.mul_(0.5).add_(1.0)
        return proposal.sum(dim=-1), kept.clone()


def load():
    return torch.compile(Policy())


def cases():
    yield from build(load, lambda: (randn(2, 4), torch.tensor([False, False])), "base nan")
    yield from build(load, lambda: (randn(2, 4), torch.tensor([False, True])), "base", tag="done-")

EXPECT = {'topic': 'reinforcement learning',
 'kind': 'branch',
 'verdict': 'any correct rewrite',
 'obligations': ['aliasing', 'in-place writes'],
 'breaks': {16: 1},
 'gb': ['GB0170'],
 'naive_differs_in': ['state'],
 'unsafe': ['close',
            'finite-grad',
            'fresh-result',
            'grad-close',
            'grad-none-zero',
            'number-tensor',
            'requires-grad',
            'shown-history']}
