"""What sat at the marked sources moves to the marked targets, in order."""

import torch

from fxkit import randn, sweep


@torch.compile
@torch.no_grad()
def relocate(slots, source, target):
    moved = torch.zeros_like(slots)
    moved[target] = slots[source] * 0.5
    return moved + slots.mean()


def marks(a, b):
    return randn(4, 2), torch.tensor(a), torch.tensor(b)


def cases():
    yield from sweep(relocate, lambda: marks([True, False, True, False], [True, False, True, False]), "base", tag="stay-")
    yield from sweep(relocate, lambda: marks([True, True, False, False], [False, True, False, True]), "base", tag="move-")
    yield from sweep(relocate, lambda: marks([True, True, False, False], [False, True, False, False]), "base", tag="lose-")

EXPECT = {'topic': 'rnn',
 'verdict': 'any correct rewrite',
 'obligations': ['R31'],
 'breaks': {12: 1},
 'gb': ['GB0036'],
 'naive_differs_in': ['values', 'exception', 'type'],
 'unsafe': []}
