"""Temperature from the spread of the scores; impossible ones fall back to the default."""

import math

import torch

from fxkit import randn, sweep


def temperature(spread, default=0.7):
    try:
        return math.sqrt(math.log(spread))
    except ValueError:
        return default


@torch.compile
def soften(scores):
    spread = (scores.max() - scores.min()).item()
    return torch.softmax(scores * temperature(spread), -1)


def cases():
    yield from sweep(soften, lambda: (torch.tensor([-3.0, 1.0, 4.0]),), "base", tag="wide-")
    yield from sweep(soften, lambda: (torch.tensor([0.1, 0.2, 0.4]),), "base zero", tag="narrow-")

EXPECT = {'topic': 'sampling',
 'verdict': 'any correct rewrite',
 'obligations': ['O4', 'O15'],
 'breaks': {19: 1},
 'gb': ['GB0124'],
 'naive_differs_in': ['nan positions'],
 'unsafe': []}
