"""Two weights and a blended target per stage."""

import torch
from torch import nn

from fxkit import build, rand, randn


class Curriculum(nn.Module):
    margin: float = 0.5

    def forward(self, student, teacher, progress):
        done = progress.mean()
        if done < self.margin:
            mixed = teacher - student
            w_hard = mixed * 0.0 + 0.2
            w_soft = mixed * 0.8
        else:
            gap = student - teacher
            mixed = gap * 0.1
            w_hard, w_soft = gap * 0.0 + 0.9, mixed + 0.1
        return (mixed + w_hard).sum() + w_soft.mean()


def load():
    return torch.compile(Curriculum())


def cases():
    yield from build(load, lambda: (randn(3, 2), randn(3, 2, seed=1), rand(3) * 0.4), "base nan half grad")
    yield from build(load, lambda: (randn(3, 2), randn(3, 2, seed=1), rand(3) + 0.5), "base inf f64 grad", tag="late-")

EXPECT = {'topic': 'loss',
 'rewrites': ['R3'],
 'breaks': {14: 4},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
