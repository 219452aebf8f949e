"""A finished sequence returns the state alone, others also the scores."""

import torch
from torch import nn

from fxkit import build, randn


class Cell(nn.Module):
    def __init__(self):
        super().__init__()
        self.step = nn.Linear(3, 3)
        self.score = nn.Linear(3, 1)

    def forward(self, h, done):
        h = torch.tanh(self.step(h))
        if done.all():
            return h
        return h, self.score(h)


def cases():
    yield from build(lambda: torch.compile(Cell()), lambda: (randn(2, 3), torch.tensor([True, False])), "base true")

EXPECT = {'topic': 'rnn',
 'verdict': 'decline',
 'obligations': ['O10'],
 'breaks': {17: 1},
 'gb': ['GB0170'],
 'naive_differs_in': ['type', 'None or not'],
 'unsafe': []}
