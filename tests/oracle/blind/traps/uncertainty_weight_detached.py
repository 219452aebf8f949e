"""Dynamic weight averaging: the ratio of task losses enters as a plain number."""

import torch
import torch.nn as nn

from fxkit import build, randn


class TaskBalancer(nn.Module):
    def __init__(self, temp=2.0):
        super().__init__()
        self.temp = temp

    def ratio(self, loss, reference):
        return loss.item() / (reference.item() + 1e-3)

    def forward(self, depth_err, seg_err):
        depth_loss = depth_err.abs().mean()
        seg_loss = seg_err.pow(2).mean()
        w = self.ratio(depth_loss, seg_loss)
        return w * depth_loss + (1.0 / (1.0 + w)) * seg_loss


def make_balancer():
    return torch.compile(TaskBalancer())


def cases():
    yield from build(make_balancer, lambda: (randn(4), randn(5)), "base grad")
    yield from build(make_balancer, lambda: (randn(4, seed=3) * 3, randn(5, seed=4)), "base grad", tag="other-")

EXPECT = {'topic': 'multi-task',
 'verdict': 'any correct rewrite',
 'obligations': [],
 'breaks': {15: 4},
 'gb': ['GB0124'],
 'naive_differs_in': ['values'],
 'unsafe': ['close',
            'finite-grad',
            'fresh-result',
            'grad-close',
            'grad-none-zero',
            'number-tensor',
            'requires-grad',
            'shown-history',
            'compiled-exception-type']}
