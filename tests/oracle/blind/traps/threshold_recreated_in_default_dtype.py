"""A pruning threshold is read as a number and made a tensor again, in the default dtype and without gradient."""

import torch
import torch.nn.functional as F
from torch import nn

from fxkit import build, randn


def percentile(t, q):
    """Return the q-th percentile of the flattened input tensor."""
    k = 1 + round(0.01 * float(q) * (t.numel() - 1))
    return t.reshape(-1).kthvalue(k).values.item()


class GetSubnet(nn.Module):
    """Soft mask of the scores that are above the sparsity's percentile."""

    def __init__(self, temperature=0.1):
        super().__init__()
        self.temperature = temperature

    def forward(self, scores, sparsity):
        k_val = percentile(scores, sparsity * 100)
        threshold = torch.tensor(k_val)
        mask = torch.sigmoid((scores - threshold) / self.temperature)
        return mask, threshold


class SubnetLinear(nn.Module):
    def __init__(self, sparsity=0.5):
        super().__init__()
        self.sparsity = sparsity
        self.get_subnet = GetSubnet()

    def forward(self, x, weight, scores):
        mask, threshold = self.get_subnet(scores.abs(), self.sparsity)
        return F.linear(x, weight * mask), threshold


def load():
    return torch.compile(SubnetLinear())


def cases():
    yield from build(load, lambda: (randn(2, 4), randn(3, 4), randn(3, 4, seed=1)), "base grad f64 f64+grad bf16 nan")

EXPECT = {'topic': 'pruning',
 'kind': 'numbers',
 'verdict': 'any correct rewrite',
 'obligations': ['dtype', 'gradients'],
 'breaks': {13: 15},
 'gb': ['GB0124'],
 'naive_differs_in': ['dtype', 'values', 'gradients'],
 'unsafe': ['close',
            'finite-grad',
            'fresh-result',
            'grad-close',
            'grad-none-zero',
            'number-tensor',
            'requires-grad',
            'shown-history']}
