"""Temperature of a distillation loss drops on plateaus: a patience counter ticks only while the loss does not improve."""

import torch
import torch.nn.functional as F
from torch import nn

from fxkit import build, randn


class Patience:
    def __init__(self, limit=2):
        self.limit = limit
        self.count = 0

    def exhausted(self):
        self.count += 1
        if self.count >= self.limit:
            self.count = 0
            return True
        return False


class DistillationStep(nn.Module):
    def __init__(self, dim=4, classes=3, temperature=4.0, min_delta=1e-3):
        super().__init__()
        self.student = nn.Linear(dim, classes)
        self.patience = Patience()
        self.min_delta = min_delta
        self.register_buffer("temperature", torch.tensor(temperature))
        self.register_buffer("best", torch.tensor(float("inf")))

    def forward(self, x, teacher_logits):
        t = self.temperature.clone()
        loss = F.kl_div(
            F.log_softmax(self.student(x) / t, -1), F.softmax(teacher_logits / t, -1), reduction="batchmean"
        ) * t**2
        value = loss.detach()
        if value > self.best - self.min_delta and self.patience.exhausted():
            self.temperature.mul_(0.5).clamp_(min=1.0)
        self.best.copy_(torch.minimum(self.best, value))
        return loss, t


def load(best=None):
    step = DistillationStep()
    if best is not None:
        step.best.fill_(best)
    return torch.compile(step)


def cases():
    yield from build(load, lambda: (randn(5, 4), randn(5, 3)), "base grad")
    yield from build(lambda: load(0.0), lambda: (randn(5, 4), randn(5, 3)), "base nan", tag="plateau-")


EXPECT = {'topic': 'training',
 'verdict': 'decline',
 'obligations': ['short circuit with an effect'],
 'breaks': {38: 2},
 'gb': ['GB0170'],
 'naive_differs_in': ['value', 'values'],
 'unsafe': ['close', 'grad-close']}
