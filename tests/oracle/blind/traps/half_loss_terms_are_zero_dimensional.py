"""Distillation in half precision: the student loss is weighted by a number that was measured in single precision."""

import torch
import torch.nn.functional as F
from torch import nn

from fxkit import build, randn


class Distiller(nn.Module):
    """The weight of the hint loss follows the confidence of the teacher."""

    def __init__(self, dim=4, classes=3):
        super().__init__()
        self.student = nn.Linear(dim, classes).half()
        self.temperature = 2.0

    def hint_weight(self, teacher_logits):
        entropy = -(teacher_logits.softmax(-1) * teacher_logits.log_softmax(-1)).sum(-1)
        return 1.0 / (1.0 + entropy.mean().item())

    def forward(self, x, teacher_logits):
        logits = self.student(x)
        w = self.hint_weight(teacher_logits)
        hint = F.mse_loss(logits, teacher_logits.half())
        return w * hint


def load():
    return torch.compile(Distiller())


def cases():
    yield from build(load, lambda: (randn(4, 4, dtype=torch.float16), randn(4, 3)), "base")
    yield from build(load, lambda: (randn(4, 4, dtype=torch.float16), 9 * randn(4, 3)), "base", tag="sure-")

EXPECT = {'topic': 'distillation',
 'kind': 'numbers',
 'verdict': 'any correct rewrite',
 'obligations': ['dtype promotion', 'O8'],
 'breaks': {20: 1},
 'gb': ['GB0124'],
 'naive_differs_in': ['dtype'],
 'unsafe': ['close',
            'finite-grad',
            'fresh-result',
            'grad-close',
            'grad-none-zero',
            'number-tensor',
            'requires-grad',
            'shown-history']}
