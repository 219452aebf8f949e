"""Cluster contrast: examples of one identity update its centre one after the other."""

import torch
import torch.nn.functional as F
from torch import nn

from fxkit import build, randn


class ClusterMemory(nn.Module):
    def __init__(self, num_features=4, num_samples=5, temp=0.05, momentum=0.2):
        super().__init__()
        self.momentum = momentum
        self.temp = temp
        self.register_buffer("features", F.normalize(torch.randn(num_samples, num_features), dim=1))

    @torch.no_grad()
    def update(self, inputs, targets):
        # momentum update
        for x, y in zip(inputs, targets.tolist()):
            self.features[y] = self.momentum * self.features[y] + (1.0 - self.momentum) * x
            self.features[y] /= self.features[y].norm()

    def forward(self, inputs, targets):
        inputs = F.normalize(inputs, dim=1)
        outputs = inputs.mm(self.features.clone().t())
        outputs = outputs / self.temp
        loss = F.cross_entropy(outputs, targets)
        if self.training:
            self.update(inputs.detach(), targets)
        return loss, self.features.clone()


def load():
    return torch.compile(ClusterMemory())


def cases():
    yield from build(load, lambda: (randn(4, 4), torch.tensor([0, 3, 1, 4])), "base grad nan")
    yield from build(load, lambda: (randn(4, 4), torch.tensor([2, 2, 1, 2])), "base grad", tag="repeated-")
    yield from build(lambda: torch.compile(ClusterMemory().eval()), lambda: (randn(4, 4), torch.tensor([2, 2, 1, 2])), "base", tag="eval-")

EXPECT = {'topic': 'self-supervised',
 'kind': 'loops',
 'verdict': 'any correct rewrite',
 'obligations': ['order of writes', 'repeated indices'],
 'breaks': {20: 3},
 'gb': ['GB0033'],
 'naive_differs_in': ['values', 'state'],
 'unsafe': ['close',
            'finite-grad',
            'fresh-result',
            'grad-close',
            'grad-none-zero',
            'requires-grad',
            'shown-history']}
