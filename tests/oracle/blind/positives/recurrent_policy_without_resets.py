"""Recurrent PPO: a sequence without an episode start goes through the cell with its state, otherwise resets are applied."""

import torch
from torch import nn

from fxkit import build, randn


class RecurrentExtractor(nn.Module):
    def __init__(self, features=4, hidden=5):
        super().__init__()
        self.w_in = nn.Linear(features, hidden)
        self.w_h = nn.Linear(hidden, hidden)

    def cell(self, x, h):
        return torch.tanh(self.w_in(x) + self.w_h(h))

    def process_sequence(self, features, h, episode_starts):
        """features: (T, B, F), h: (B, H), episode_starts: (T, B) bool"""
        outputs = []
        if not episode_starts.any():
            for x in features:
                h = self.cell(x, h)
                outputs.append(h)
            return torch.stack(outputs), h
        for x, start in zip(features, episode_starts):
            h = self.cell(x, (~start).float().view(-1, 1) * h)
            outputs.append(h)
        return torch.stack(outputs), h


class RecurrentActorCritic(nn.Module):
    def __init__(self, features=4, hidden=5, actions=3):
        super().__init__()
        self.rnn = RecurrentExtractor(features, hidden)
        self.pi = nn.Linear(hidden, actions)
        self.vf = nn.Linear(hidden, 1)

    def forward(self, obs, state, episode_starts):
        latent, state = self.rnn.process_sequence(obs, state, episode_starts)
        return self.pi(latent).log_softmax(dim=-1), self.vf(latent).squeeze(-1), state


def load():
    return torch.compile(RecurrentActorCritic())


def cases():
    yield from build(load, lambda: (randn(3, 2, 4), randn(2, 5), torch.zeros(3, 2).bool()), "base grad big")
    yield from build(load, lambda: (randn(3, 2, 4), randn(2, 5), torch.tensor([[False, True], [False, False], [True, False]])), "base grad", tag="reset-")

EXPECT = {'topic': 'rl',
 'kind': 'branch',
 'rewrites': [],
 'breaks': {21: 2},
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
            'requires-grad']}
