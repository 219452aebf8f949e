"""The setter of a property records every store."""

import torch

from fxkit import randn, sweep


class Schedule:
    def __init__(self):
        self._lr = torch.tensor(1.0)
        self.changes = 0

    @property
    def lr(self):
        return self._lr

    @lr.setter
    def lr(self, value):
        self.changes += 1
        self._lr = value


@torch.compile
def plateau(loss, schedule):
    if loss.mean() > 0.5:
        schedule.lr = schedule.lr * 0.5
    return loss * schedule.lr


def cases():
    yield from sweep(plateau, lambda: (randn(3), Schedule()), "pos neg")

EXPECT = {'topic': 'scheduler',
 'verdict': 'any correct rewrite',
 'obligations': ['R8'],
 'breaks': {25: 1},
 'gb': ['GB0170'],
 'naive_differs_in': ['value'],
 'unsafe': []}
