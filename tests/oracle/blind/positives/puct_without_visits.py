"""Tree search: the child with the best upper bound is taken, or the most likely one of a fresh node."""

import math
from dataclasses import dataclass

import torch
from torch import nn

from fxkit import build, randn


@dataclass
class SearchConfig:
    pb_c_base: float = 19652.0
    pb_c_init: float = 1.25
    discount: float = 0.99


class Node(nn.Module):
    def __init__(self, dim=4, num_actions=3, config=SearchConfig()):
        super().__init__()
        self.config = config
        self.policy = nn.Linear(dim, num_actions)

    def ucb(self, prior, visits, values):
        c = self.config
        total = visits.sum().item()
        pb_c = math.log((total + c.pb_c_base + 1) / c.pb_c_base) + c.pb_c_init
        return c.discount * values + pb_c * prior * math.sqrt(total) / (visits + 1)

    def forward(self, hidden, visits, values):
        prior = torch.softmax(self.policy(hidden), dim=-1)
        if visits.sum() == 0:
            score = prior
        else:
            score = self.ucb(prior, visits, values)
        action = score.argmax()
        return action, prior[action]


def load():
    return torch.compile(Node())


def cases():
    yield from build(load, lambda: (randn(4), torch.tensor([3, 0, 1]), randn(3)), "base grad big")
    yield from build(load, lambda: (randn(4), torch.tensor([0, 0, 0]), torch.zeros(3)), "base grad", tag="fresh-")

EXPECT = {'topic': 'rl',
 'kind': 'branch',
 'rewrites': [],
 'breaks': {27: 2, 33: 2, 38: 2},
 'gb': ['GB0033', 'GB0124', 'GB0170'],
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
