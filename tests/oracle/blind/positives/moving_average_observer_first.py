"""An observer that starts from the first range it sees and then follows by a moving average."""

import torch
from torch import nn

from fxkit import build, randn


class MovingAverageMinMaxObserver(nn.Module):
    def __init__(self, averaging_constant=0.01, quant_min=-128, quant_max=127):
        super().__init__()
        self.averaging_constant = averaging_constant
        self.quant_min, self.quant_max = quant_min, quant_max
        self.eps = torch.finfo(torch.float32).eps
        self.register_buffer("min_val", torch.tensor(float("inf")))
        self.register_buffer("max_val", torch.tensor(float("-inf")))

    def forward(self, x_orig):
        if x_orig.numel() == 0:
            return x_orig
        x = x_orig.detach()  # avoid keeping autograd tape
        x = x.to(self.min_val.dtype)
        min_val = self.min_val
        max_val = self.max_val
        if min_val == float("inf") and max_val == float("-inf"):
            min_val, max_val = torch.aminmax(x)
        else:
            min_val_cur, max_val_cur = torch.aminmax(x)
            min_val = min_val + self.averaging_constant * (min_val_cur - min_val)
            max_val = max_val + self.averaging_constant * (max_val_cur - max_val)
        self.min_val.copy_(min_val)
        self.max_val.copy_(max_val)
        return x_orig

    def calculate_qparams(self):
        reach = torch.max(-self.min_val.clamp(max=0.0), self.max_val.clamp(min=0.0))
        return (reach / ((self.quant_max - self.quant_min) / 2)).clamp(min=self.eps)


class ObservedLinear(nn.Module):
    def __init__(self, dim=4, out=3, averaging_constant=0.01):
        super().__init__()
        self.linear = nn.Linear(dim, out)
        self.observer = MovingAverageMinMaxObserver(averaging_constant)

    def forward(self, x):
        y = self.observer(torch.relu(self.linear(x)))
        scale = self.observer.calculate_qparams()
        return y, torch.round(y.detach() / scale).clamp(-128, 127).to(torch.int8)


def load(averaging_constant=0.01):
    return torch.compile(ObservedLinear(averaging_constant=averaging_constant))


def cases():
    yield from build(load, lambda: (randn(3, 4),), "base grad zero nan")
    yield from build(lambda: load(0.3), lambda: (randn(2, 5, 4),), "base big", tag="fast-")

EXPECT = {'topic': 'quantisation',
 'kind': 'branch',
 'rewrites': [],
 'breaks': {25: 3},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 5,
 'after': 0,
 'assume': [],
 'unsafe': ['close',
            'finite-grad',
            'fresh-result',
            'grad-close',
            'grad-none-zero',
            'number-tensor',
            'requires-grad',
            'shown-history']}
