"""A discrete policy checks its probabilities by a helper before it samples by the inverse of their sums."""

import torch
import torch.nn as nn

from fxkit import build, rand, randn


def validate_probs(probs, tolerance=1e-4):
    if (probs < 0).any():
        raise ValueError("probabilities must not be negative")
    if ((probs.sum(dim=-1) - 1.0).abs() > tolerance).any():
        raise ValueError("probabilities must sum to one")


class DiscreteActor(nn.Module):
    def __init__(self, obs_dim=4, actions=3):
        super().__init__()
        self.logits = nn.Linear(obs_dim, actions)

    def forward(self, obs, uniform, exploration):
        probs = self.logits(obs).softmax(dim=-1)
        probs = (1.0 - exploration) * probs + exploration / probs.shape[-1]
        validate_probs(probs)
        action = (probs.cumsum(dim=-1) < uniform[:, None]).sum(dim=-1)
        action = action.clamp(max=probs.shape[-1] - 1)
        log_prob = probs.gather(-1, action[:, None]).squeeze(-1).log()
        return action, log_prob


def load():
    return torch.compile(DiscreteActor())


def cases():
    yield from build(load, lambda: (randn(3, 4), rand(3), torch.tensor(0.1)), "base grad")
    yield from build(load, lambda: (randn(3, 4), rand(3), torch.tensor(7.0)), "base", tag="negative-")

EXPECT = {'topic': 'reinforcement learning',
 'kind': 'check',
 'rewrites': [],
 'breaks': {10: 2, 12: 1},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 4,
 'after': 0,
 'assume': ['compiled-exception-type'],
 'unsafe': ['close',
            'compiled-exception-type',
            'finite-grad',
            'fresh-result',
            'grad-close',
            'grad-none-zero',
            'number-tensor',
            'requires-grad',
            'shown-history']}
