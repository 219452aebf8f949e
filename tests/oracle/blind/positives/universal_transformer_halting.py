"""Adaptive computation time of a universal transformer: goes on while some position has not halted."""

import torch
from torch import nn

from fxkit import build, randn


class ACTBasic(nn.Module):
    def __init__(self, hidden_size, threshold=0.9):
        super().__init__()
        self.p = nn.Linear(hidden_size, 1)
        self.threshold = threshold

    def forward(self, state, fn, time_enc, max_hop):
        halting_probability = torch.zeros(state.shape[:2])
        remainders = torch.zeros(state.shape[:2])
        n_updates = torch.zeros(state.shape[:2])
        previous_state = torch.zeros_like(state)
        step = 0
        while ((halting_probability < self.threshold) & (n_updates < max_hop)).any():
            state = state + time_enc[step]
            p = torch.sigmoid(self.p(state)).squeeze(-1)
            still_running = (halting_probability < 1.0).float()
            # mask of inputs which halted at this step
            new_halted = (halting_probability + p * still_running > self.threshold).float() * still_running
            still_running = (halting_probability + p * still_running <= self.threshold).float() * still_running
            halting_probability = halting_probability + p * still_running
            remainders = remainders + new_halted * (1 - halting_probability)
            halting_probability = halting_probability + new_halted * remainders
            n_updates = n_updates + still_running + new_halted
            update_weights = p * still_running + new_halted * remainders
            state = fn(state)
            previous_state = state * update_weights.unsqueeze(-1) + previous_state * (1 - update_weights.unsqueeze(-1))
            step += 1
        return previous_state, remainders, n_updates


class Encoder(nn.Module):
    def __init__(self, dim=4, max_hop=4):
        super().__init__()
        self.step = nn.Sequential(nn.Linear(dim, dim), nn.Tanh())
        self.act = ACTBasic(dim)
        self.register_buffer("time_enc", torch.linspace(0, 1, max_hop * dim).view(max_hop, dim))
        self.max_hop = max_hop

    def forward(self, x):
        return self.act(x, self.step, self.time_enc, self.max_hop)


def load():
    return torch.compile(Encoder())


def cases():
    yield from build(load, lambda: (randn(2, 3, 4),), "base grad zero")
    yield from build(load, lambda: (8 * randn(2, 3, 4),), "base", tag="loud-")

EXPECT = {'topic': 'language',
 'kind': 'loops',
 'rewrites': [],
 'breaks': {21: 2},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 4,
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
