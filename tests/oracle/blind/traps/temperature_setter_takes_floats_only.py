"""Contrastive learning stores the measured temperature through a property whose setter refuses anything but a float."""

import torch
import torch.nn.functional as F
from torch import nn

from fxkit import build, randn


class TemperatureState:
    def __init__(self, value=0.1):
        self._value = value
        self.changes = 0

    @property
    def value(self):
        return self._value

    @value.setter
    def value(self, new):
        if type(new) is not float:
            raise TypeError(f"temperature must be a float, not {type(new).__name__}")
        if new != self._value:
            self.changes += 1
        self._value = max(0.01, new)


class InfoNCE(nn.Module):
    def __init__(self, dim=4):
        super().__init__()
        self.proj = nn.Linear(dim, dim)
        self.state = TemperatureState()

    def forward(self, a, b):
        a, b = F.normalize(self.proj(a), dim=-1), F.normalize(self.proj(b), dim=-1)
        sim = a @ b.t()
        loss = F.cross_entropy(sim / self.state.value, torch.arange(a.shape[0]))
        self.state.value = 0.5 * self.state.value + 0.5 * sim.std().item()
        return loss


class Loop:
    def __init__(self):
        self.criterion = InfoNCE()
        self.step = torch.compile(self.criterion)

    def run(self, a, b):
        loss = self.step(a, b)
        return loss.detach(), self.criterion.state.value, self.criterion.state.changes


def load():
    return Loop().run


def cases():
    yield from build(load, lambda: (randn(4, 4), randn(4, 4, seed=1)), "base zero")

EXPECT = {'topic': 'metric-learning',
 'kind': 'state',
 'verdict': 'any correct rewrite',
 'obligations': ['the type that the setter checks'],
 'breaks': {38: 1},
 'gb': ['GB0124'],
 'naive_differs_in': ['exception'],
 'unsafe': ['close',
            'finite-grad',
            'fresh-result',
            'grad-close',
            'grad-none-zero',
            'number-tensor',
            'requires-grad',
            'shown-history']}
