"""The numbers of a step are picked out by their type and written as a line of JSON."""

import json

import torch
import torch.nn.functional as F
from torch import nn

from fxkit import build, ints, randn


class Classifier(nn.Module):
    def __init__(self):
        super().__init__()
        self.head = nn.Linear(4, 3)

    def forward(self, x, y):
        logits = self.head(x)
        loss = F.cross_entropy(logits, y)
        return {"loss": loss, "nll": loss.item(), "correct": int((logits.argmax(-1) == y).sum()), "logits": logits.detach()}


class JsonlTrainer:
    def __init__(self):
        self.model = torch.compile(Classifier())

    def summary(self, output):
        return json.dumps({k: v for k, v in output.items() if isinstance(v, (int, float))}, sort_keys=True)

    def step(self, x, y):
        output = self.model(x, y)
        return output["loss"], self.summary(output)


def load():
    return JsonlTrainer().step


def cases():
    yield from build(load, lambda: (randn(5, 4), ints(0, 3, 5)), "base grad zero")

EXPECT = {'topic': 'training',
 'verdict': 'any correct rewrite',
 'obligations': ['O15', 'R28'],
 'breaks': {20: 3},
 'gb': ['GB0124'],
 'naive_differs_in': ['value'],
 'unsafe': ['finite-grad',
            'fresh-result',
            'grad-none-zero',
            'number-tensor',
            'requires-grad',
            'shown-history']}
