"""KL term that is skipped when a teacher probability is exactly zero."""

import torch
from torch import nn

from fxkit import build, rand


class DistillationLoss(nn.Module):
    def __init__(self, weight=0.5):
        super().__init__()
        self.weight = weight

    def soft_term(self, student, teacher):
        if (student > 0).all():
            soft = (teacher * (teacher.clamp(min=1e-4).log() - student.log())).sum(-1)
        else:
            soft = (student - teacher).pow(2).sum(-1)
        return soft.mean()

    def forward(self, student, teacher, target):
        hard = (student - target).abs().mean()
        return hard + self.weight * self.soft_term(student, teacher)


def load():
    return torch.compile(DistillationLoss())


def cases():
    yield from build(load, lambda: (rand(3, 4), rand(3, 4), rand(3, 4)), "base grad zero+grad")
    yield from build(load, lambda: (torch.relu(rand(3, 4) - 0.5), rand(3, 4), rand(3, 4)), "grad", tag="sparse-")


EXPECT = {'topic': 'loss',
 'kind': 'where_nan_gradient',
 'verdict': 'any correct rewrite',
 'obligations': ['O9'],
 'breaks': {15: 2},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 4,
 'naive_differs_in': ['nan positions'],
 'unsafe': ['no-training']}
