"""A base trainer module hands its metrics to a method; a subclass overrides it and serialises what it is given."""

import json

import torch
import torch.nn.functional as F
from torch import nn

from fxkit import build, ints, randn


class BaseTask(nn.Module):
    def __init__(self, dim=5, classes=3):
        super().__init__()
        self.model = nn.Linear(dim, classes)
        self.metrics = {}

    def report(self, name, value):
        self.metrics[name] = value

    def forward(self, x, y):
        logits = self.model(x)
        loss = F.cross_entropy(logits, y)
        self.report("loss", loss.item())
        self.report("correct", (logits.argmax(dim=-1) == y).sum().item())
        return loss


class JsonTask(BaseTask):
    def __init__(self, *args, **kwargs):
        super().__init__(*args, **kwargs)
        self.lines = []

    def report(self, name, value):
        super().report(name, value)
        self.lines.append(json.dumps({name: value, "exact": isinstance(value, int)}))


class Runner:
    def __init__(self, task):
        self.task = task
        self.step = torch.compile(task)

    def run(self, x, y):
        loss = self.step(x, y)
        return loss.detach(), list(getattr(self.task, "lines", [])), sorted(self.task.metrics)


def load():
    return Runner(JsonTask()).run


def load_base():
    return Runner(BaseTask()).run


def cases():
    yield from build(load, lambda: (randn(4, 5), ints(0, 3, 4)), "base zero nan")
    yield from build(load_base, lambda: (randn(4, 5), ints(0, 3, 4)), "base", tag="plain-")

EXPECT = {'topic': 'training',
 'kind': 'numbers',
 'verdict': 'any correct rewrite',
 'obligations': ['a subclass overrides the consumer', 'json needs Python numbers'],
 'breaks': {24: 2, 25: 2, 36: 3},
 'gb': ['GB0124', 'GB0156'],
 'naive_differs_in': ['exception', 'values'],
 'unsafe': ['close',
            'finite-grad',
            'fresh-result',
            'grad-close',
            'grad-none-zero',
            'number-tensor',
            'requires-grad',
            'shown-history']}
