"""A bandit head takes the arm by Python's max over numbers, which keeps the first of the equal and steps over NaN."""

import torch
from torch import nn

from fxkit import build, randn


def best_arm(values):
    return max(range(len(values)), key=lambda i: values[i].item())


class NeuralUCB(nn.Module):
    def __init__(self, context=3, arms=4, beta=0.5):
        super().__init__()
        self.mean = nn.Linear(context, arms)
        self.beta = beta
        self.register_buffer("counts", torch.ones(arms))

    def bonus(self):
        return self.beta * (self.counts.sum().log() / self.counts).sqrt()

    @torch.no_grad()
    def forward(self, context, missing):
        ucb = self.mean(context) + self.bonus()
        ucb = torch.where(missing, torch.full_like(ucb, float("nan")), ucb)
        arm = best_arm(ucb)
        self.counts[arm] += 1
        return arm, ucb[arm]


def load():
    return torch.compile(NeuralUCB())


def load_tied():
    model = NeuralUCB()
    nn.init.zeros_(model.mean.weight)
    nn.init.zeros_(model.mean.bias)
    return torch.compile(model)


def cases():
    none = torch.tensor([False, False, False, False])
    yield from build(load, lambda: (randn(3), none.clone()), "base nan true")
    yield from build(load, lambda: (randn(3), torch.tensor([False, True, False, False])), "base", tag="one-")
    yield from build(load, lambda: (randn(3), torch.tensor([True, False, True, False])), "base", tag="first-")
    yield from build(load_tied, lambda: (randn(3), none.clone()), "base", tag="tied-")

EXPECT = {'topic': 'bandit',
 'kind': 'index',
 'verdict': 'any correct rewrite',
 'obligations': ['NaN in comparisons', 'the type of the index'],
 'breaks': {10: 2},
 'gb': ['GB0124', 'GB0193'],
 'naive_differs_in': ['values', 'type'],
 'unsafe': ['close',
            'finite-grad',
            'fresh-result',
            'grad-close',
            'grad-none-zero',
            'number-tensor',
            'requires-grad',
            'shown-history']}
