"""A dynamic loss scaler: the loss takes the scale of this step, the buffer grows for the next one."""

import torch
import torch.nn.functional as F
from torch import nn

from fxkit import build, randn


class DynamicScale(nn.Module):
    def __init__(self, init=8.0, growth=2.0, max_scale=64.0):
        super().__init__()
        self.growth = growth
        self.max_scale = max_scale
        self.register_buffer("scale", torch.tensor(init))

    def advance(self):
        """Returns the scale to use now and prepares the next one."""
        current = self.scale.item()
        self.scale.mul_(self.growth).clamp_(max=self.max_scale)
        return current


class ScaledRegression(nn.Module):
    def __init__(self):
        super().__init__()
        self.net = nn.Sequential(nn.Linear(3, 5), nn.Tanh(), nn.Linear(5, 1))
        self.scaler = DynamicScale()

    def forward(self, x, y):
        pred = self.net(x).squeeze(-1)
        scale = self.scaler.advance()
        return F.mse_loss(pred, y) * scale, pred


def load():
    return torch.compile(ScaledRegression())


def cases():
    yield from build(load, lambda: (randn(4, 3), randn(4)), "base grad zero")

EXPECT = {'topic': 'training',
 'kind': 'numbers',
 'verdict': 'any correct rewrite',
 'obligations': ['R28', 'aliasing'],
 'breaks': {19: 2},
 'gb': ['GB0124'],
 'naive_differs_in': ['values'],
 'unsafe': ['close',
            'finite-grad',
            'fresh-result',
            'grad-close',
            'grad-none-zero',
            'number-tensor',
            'requires-grad',
            'shown-history']}
