"""Selection scores of a planning tree; values are brought to the unit interval by the range seen so far."""

import torch
from torch import nn

from fxkit import build, ints, randn


class MinMaxStats:
    """Holds the minimum and maximum value of the tree."""

    def __init__(self, minimum=float("inf"), maximum=-float("inf")):
        self.maximum = maximum
        self.minimum = minimum

    def update(self, value: float):
        self.maximum = max(self.maximum, value)
        self.minimum = min(self.minimum, value)

    def normalize(self, value):
        if self.maximum > self.minimum:
            # We normalize only when we have set the maximum and minimum values
            return (value - self.minimum) / (self.maximum - self.minimum)
        return value


class Planner(nn.Module):
    def __init__(self, dim=4, actions=3, c_init=1.25):
        super().__init__()
        self.value = nn.Linear(dim, 1)
        self.prior = nn.Linear(dim, actions)
        self.stats = MinMaxStats()
        self.c_init = c_init

    @torch.no_grad()
    def forward(self, latent, children, visits, discount=0.97):
        """latent [D], children [A, D], visits [A]; returns the action to expand and all scores."""
        root_value = self.value(latent).squeeze(-1)
        self.stats.update(root_value.item())
        q = discount * self.value(children).squeeze(-1)
        for child_value in q:
            self.stats.update(child_value.item())
        prior = torch.softmax(self.prior(latent), dim=-1)
        explore = prior * self.c_init * visits.sum().float().sqrt() / (1 + visits)
        score = torch.where(visits > 0, self.stats.normalize(q), torch.zeros_like(q)) + explore
        return score.argmax(), score


def load():
    return torch.compile(Planner())


def cases():
    yield from build(load, lambda: (randn(4), randn(3, 4), ints(0, 4, 3)), "base")
    yield from build(load, lambda: (torch.zeros(4), torch.zeros(3, 4), ints(1, 4, 3), 1.0), "base", tag="equal-")
    yield from build(load, lambda: (randn(4, seed=2) * 5, randn(3, 4, seed=2), ints(0, 4, 3)), "base", tag="wide-")

EXPECT = {'topic': 'rl',
 'kind': 'numbers',
 'rewrites': [],
 'breaks': {39: 2, 42: 1},
 'gb': ['GB0124', 'GB7000'],
 'skips': 1,
 'graphs_per_call': 2,
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
