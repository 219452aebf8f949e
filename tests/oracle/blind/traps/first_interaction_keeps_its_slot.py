"""A knowledge tracer keeps the time of the first attempt of each exercise, not of the last."""

import torch
from torch import nn

from fxkit import build, ints, rand


class FirstSeen(nn.Module):
    """Hours of the first attempt of every exercise of one learner; -1 when never tried."""

    def __init__(self, n_exercises):
        super().__init__()
        self.n_exercises = n_exercises

    def forward(self, exercises, hours):
        first = torch.full((self.n_exercises,), -1.0)
        done = set()
        for position, exercise in enumerate(exercises.tolist()):
            if exercise in done:
                continue
            done.add(exercise)
            first[exercise] = hours[position]
        return first


class ForgettingModel(nn.Module):
    def __init__(self, n_exercises=6, dim=3):
        super().__init__()
        self.first_seen = FirstSeen(n_exercises)
        self.difficulty = nn.Embedding(n_exercises, dim)
        self.decay = nn.Parameter(torch.tensor(0.1))
        self.out = nn.Linear(dim, 1)

    def forward(self, exercises, hours, now):
        first = self.first_seen(exercises, hours)
        elapsed = (now - first) * (first >= 0)
        strength = torch.exp(-self.decay * elapsed)
        logits = self.out(self.difficulty.weight * strength.unsqueeze(-1)).squeeze(-1)
        return torch.sigmoid(logits), first


def load():
    return torch.compile(ForgettingModel())


def cases():
    yield from build(load, lambda: (torch.tensor([2, 4, 2, 0, 4, 2]), rand(6), torch.tensor(3.0)), "base grad nan")
    yield from build(load, lambda: (ints(0, 6, 9), rand(9), torch.tensor(3.0)), "base", tag="more-")
    yield from build(load, lambda: (torch.zeros(0, dtype=torch.long), rand(0), torch.tensor(3.0)), "base", tag="new-")
    yield from build(load, lambda: (torch.tensor([3, -3, 3]), rand(3), torch.tensor(3.0)), "base", tag="alias-")

EXPECT = {'topic': 'education',
 'kind': 'host set',
 'verdict': 'any correct rewrite',
 'obligations': ['order', 'duplicates', 'values'],
 'breaks': {19: 5},
 'gb': ['GB0033'],
 'naive_differs_in': ['values'],
 'unsafe': ['close',
            'finite-grad',
            'fresh-result',
            'grad-close',
            'grad-none-zero',
            'number-tensor',
            'requires-grad',
            'shown-history']}
