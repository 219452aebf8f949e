"""Adaptive computation time: ponder until every position has halted."""

import torch
from torch import nn

from fxkit import build, randn


class PonderCell(nn.Module):
    def __init__(self, dim):
        super().__init__()
        self.fc = nn.Linear(dim, dim)
        self.halt = nn.Linear(dim, 1)

    def forward(self, state):
        p = torch.sigmoid(self.halt(state)).squeeze(-1)
        return torch.tanh(self.fc(state)), p


class ACTBasic(nn.Module):
    def __init__(self, dim=4, threshold=0.9, max_hop=4):
        super().__init__()
        self.cell = PonderCell(dim)
        self.threshold = threshold
        self.max_hop = max_hop

    def forward(self, state):
        halting = torch.zeros(state.shape[:2])
        remainders = torch.zeros_like(halting)
        n_updates = torch.zeros_like(halting)
        previous = torch.zeros_like(state)
        while ((halting < self.threshold) & (n_updates < self.max_hop)).any():
            running = (halting < 1.0).float()
            state, p = self.cell(state)
            new_halted = ((halting + p * running > self.threshold).float()) * running
            running = ((halting + p * running <= self.threshold).float()) * running
            halting = halting + p * running
            remainders = remainders + new_halted * (1 - halting)
            halting = halting + new_halted * remainders
            n_updates = n_updates + running + new_halted
            weights = (p * running + new_halted * remainders).unsqueeze(-1)
            previous = state * weights + previous * (1 - weights)
        return previous, remainders, n_updates


def load():
    return torch.compile(ACTBasic())


def load_quick():
    model = ACTBasic()
    with torch.no_grad():
        model.cell.halt.bias.fill_(2.0)
    return torch.compile(model)


def cases():
    yield from build(load, lambda: (randn(2, 3, 4),), "base grad")
    yield from build(load_quick, lambda: (randn(2, 3, 4),), "base grad", tag="quick-")


EXPECT = {'topic': 'transformer',
 'kind': 'while_any_running',
 'rewrites': [],
 'breaks': {32: 2},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 4,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad']}
