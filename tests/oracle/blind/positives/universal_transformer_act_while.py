"""Adaptive computation time: every position decides when it halts."""

import torch
import torch.nn as nn

from fxkit import build, randn


class AdaptiveComputation(nn.Module):
    def __init__(self, hidden=5, max_hop=4, bias=1.0):
        super().__init__()
        self.sigma = nn.Sigmoid()
        self.p = nn.Linear(hidden, 1)
        self.p.bias.data.fill_(bias)
        self.fn = nn.Linear(hidden, hidden)
        self.threshold = 1 - 0.1
        self.max_hop = max_hop

    def forward(self, state):
        halting_probability = torch.zeros(state.shape[:2])
        remainders = torch.zeros(state.shape[:2])
        n_updates = torch.zeros(state.shape[:2])
        previous_state = torch.zeros_like(state)
        while ((halting_probability < self.threshold) & (n_updates < self.max_hop)).byte().any():
            p = self.sigma(self.p(state)).squeeze(-1)
            still_running = (halting_probability < 1.0).float()
            new_halted = (halting_probability + p * still_running > self.threshold).float() * still_running
            still_running = (halting_probability + p * still_running <= self.threshold).float() * still_running
            halting_probability = halting_probability + p * still_running
            remainders = remainders + new_halted * (1 - halting_probability)
            halting_probability = halting_probability + new_halted * remainders
            n_updates = n_updates + still_running + new_halted
            update_weights = (p * still_running + new_halted * remainders).unsqueeze(-1)
            state = torch.tanh(self.fn(state))
            previous_state = state * update_weights + previous_state * (1 - update_weights)
        return previous_state, remainders, n_updates


def load():
    return torch.compile(AdaptiveComputation())


def load_slow():
    return torch.compile(AdaptiveComputation(bias=-2.0, max_hop=3))


def cases():
    yield from build(load, lambda: (randn(2, 3, 5),), "base neg")
    yield from build(load_slow, lambda: (randn(2, 3, 5),), "base grad", tag="slow-")


EXPECT = {'topic': 'nlp',
 'rewrites': ['R7'],
 'breaks': {-1: 5, 24: 3},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 4,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
