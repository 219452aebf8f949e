"""A sweep names its checkpoint after the settings that the model has learnt so far."""

import torch
import torch.nn.functional as F
from torch import nn

from fxkit import build, ints, randn


class LearnedSmoothing(nn.Module):
    def __init__(self, dim=4, classes=3):
        super().__init__()
        self.head = nn.Linear(dim, classes)
        self.log_temperature = nn.Parameter(torch.tensor(0.5))
        self.register_buffer("step", torch.zeros((), dtype=torch.long))

    def tag(self):
        settings = {
            "step": self.step.item(),
            "temperature": self.log_temperature.exp().item() > 1.0,
        }
        return "run-" + str(settings).replace(" ", "").replace("'", "")

    def forward(self, x, y):
        logits = self.head(x) / self.log_temperature.exp()
        loss = F.cross_entropy(logits, y)
        if self.training:
            self.step += 1
        return loss, self.tag()


def load():
    return torch.compile(LearnedSmoothing())


def load_cold():
    model = LearnedSmoothing()
    with torch.no_grad():
        model.log_temperature.fill_(-1.0)
    return torch.compile(model.eval())


def cases():
    yield from build(load, lambda: (randn(3, 4), ints(0, 3, 3)), "base grad nan")
    yield from build(load_cold, lambda: (randn(3, 4), ints(0, 3, 3)), "base", tag="cold-")

EXPECT = {'topic': 'training',
 'kind': 'logs',
 'verdict': 'decline',
 'obligations': ['numbers that become text'],
 'breaks': {19: 4, 20: 2},
 'gb': ['GB0124'],
 'naive_differs_in': ['result'],
 'unsafe': ['close',
            'finite-grad',
            'fresh-result',
            'grad-close',
            'grad-none-zero',
            'requires-grad',
            'shown-history',
            'number-tensor']}
