"""Debug records below the level of the logger still break the graph."""

import logging

import torch
from torch import nn

from fxkit import build, randn

logger = logging.getLogger("cells.lstm")
logger.setLevel(logging.WARNING)


class Cell(nn.Module):
    def __init__(self):
        super().__init__()
        self.lin = nn.Linear(6, 3)

    def forward(self, x, h):
        logger.debug("input %s", tuple(x.shape))
        z = torch.tanh(self.lin(torch.cat([x, h], dim=-1)))
        logger.debug("cell done")
        return z + h


def load():
    return torch.compile(Cell())


def cases():
    yield from build(load, lambda: (randn(2, 3), randn(2, 3, seed=1)), "base nan zero grad")

EXPECT = {'topic': 'rnn',
 'rewrites': ['R36'],
 'breaks': {20: 2, 22: 2},
 'gb': ['GB0291'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['compiled-silent', 'log-site']}
