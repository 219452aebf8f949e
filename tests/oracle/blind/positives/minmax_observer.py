"""Moving average min/max observer of fake quantisation."""

import torch
from torch import nn

from fxkit import build, randn


class MovingAverageObserver(nn.Module):
    def __init__(self, averaging_constant=0.1, quant_min=-128, quant_max=127):
        super().__init__()
        self.averaging_constant = averaging_constant
        self.quant_min = quant_min
        self.quant_max = quant_max
        self.register_buffer("min_val", torch.tensor(float("inf")))
        self.register_buffer("max_val", torch.tensor(float("-inf")))

    @torch.no_grad()
    def observe(self, x):
        x_min, x_max = torch.aminmax(x)
        if self.min_val == float("inf") and self.max_val == float("-inf"):
            min_val, max_val = x_min, x_max
        else:
            min_val = self.min_val + self.averaging_constant * (x_min - self.min_val)
            max_val = self.max_val + self.averaging_constant * (x_max - self.max_val)
        self.min_val.copy_(min_val)
        self.max_val.copy_(max_val)

    def qparams(self):
        bound = torch.maximum(-self.min_val, self.max_val).clamp(min=1e-6)
        return bound / (float(self.quant_max - self.quant_min) / 2)


class QuantLinear(nn.Module):
    def __init__(self, in_features=4, out_features=3):
        super().__init__()
        self.linear = nn.Linear(in_features, out_features)
        self.act_observer = MovingAverageObserver()

    def forward(self, x):
        if self.training:
            self.act_observer.observe(x)
        scale = self.act_observer.qparams()
        q = torch.clamp(torch.round(x / scale), -128, 127) * scale
        x = x + (q - x).detach()
        return self.linear(x)


def load():
    return torch.compile(QuantLinear())


def cases():
    yield from build(load, lambda: (randn(5, 4),), "base grad big zero nan")


EXPECT = {'topic': 'quantisation',
 'kind': 'first_batch_branch',
 'rewrites': [],
 'breaks': {21: 2},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 4,
 'after': 0,
 'assume': [],
 'unsafe': ['finite', 'fresh-result']}
