"""The position counts selected elements only."""

import torch

from fxkit import randn, sweep


@torch.compile
def best_of(scores, valid):
    k = scores[valid].argmax()
    return scores.amax(), k


def cases():
    yield from sweep(best_of, lambda: (torch.tensor([5.0, 1.0, 3.0, 2.0]), torch.tensor([False, True, True, True])), "base")

EXPECT = {'topic': 'detection',
 'verdict': 'any correct rewrite',
 'obligations': ['R30', 'O15'],
 'breaks': {10: 1},
 'gb': ['GB0036'],
 'naive_differs_in': ['values'],
 'unsafe': []}
