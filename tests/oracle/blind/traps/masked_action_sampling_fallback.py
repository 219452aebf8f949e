"""Action sampling under a legality mask; states without a legal action pass instead of sampling."""

import torch
from torch import nn

from fxkit import bools, build, randn

PASS = -1


class MaskedPolicy(nn.Module):
    def __init__(self, obs=4, actions=5, epsilon=0.1):
        super().__init__()
        self.trunk = nn.Linear(obs, 6)
        self.logits = nn.Linear(6, actions)
        self.epsilon = epsilon

    def probabilities(self, obs, legal):
        probs = torch.softmax(self.logits(torch.tanh(self.trunk(obs))), -1)
        probs = (1 - self.epsilon) * probs + self.epsilon / probs.shape[-1]
        probs = probs * legal
        return probs / probs.sum().clamp(min=1e-8)

    @torch.no_grad()
    def forward(self, obs, legal):
        probs = self.probabilities(obs, legal)
        if probs.sum() > 0:
            action = torch.multinomial(probs, 1).squeeze(0)
            log_prob = probs[action].log()
        else:
            action = torch.tensor(PASS)
            log_prob = torch.zeros(())
        return action, log_prob, probs


def load():
    return torch.compile(MaskedPolicy())


def cases():
    yield from build(load, lambda: (randn(4), bools(5)), "base true zero")
    yield from build(load, lambda: (randn(4), torch.tensor([False, False, True, False, False])), "base", tag="forced-")
    yield from build(load, lambda: (randn(4), torch.zeros(5, dtype=torch.bool)), "base", tag="stuck-")


EXPECT = {'topic': 'rl',
 'verdict': 'decline',
 'obligations': ['exception in the untaken arm', 'rng'],
 'breaks': {27: 1, 29: 1},
 'gb': ['GB0033', 'GB0170'],
 'naive_differs_in': ['exception', 'grad_mode', 'type'],
 'unsafe': ['close', 'compiled-exception-type']}
