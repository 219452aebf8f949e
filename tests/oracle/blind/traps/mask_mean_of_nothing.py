"""The mean error of the valid pixels, NaN when there are none: the trainer skips such batches."""

import torch

from fxkit import bools, randn, sweep


@torch.compile
def valid_mean(err, valid):
    total = err.abs()
    return total[valid].mean()


def step(err, valid):
    loss = valid_mean(err, valid)
    return None if torch.isnan(loss) else loss


def cases():
    yield from sweep(step, lambda: (torch.tensor([1.0, -2.0, 4.0, 8.0]), bools(4)), "true false")

EXPECT = {'topic': 'metrics',
 'verdict': 'any correct rewrite',
 'obligations': ['O4', 'R32'],
 'breaks': {11: 1},
 'gb': ['GB0036'],
 'naive_differs_in': ['type'],
 'unsafe': []}
