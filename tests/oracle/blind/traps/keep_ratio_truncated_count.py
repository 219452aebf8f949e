"""Bootstrapped loss: only a share of the valid pixels counts."""

import torch
import torch.nn as nn
import torch.nn.functional as F

from fxkit import build, randn


class BootstrappedCE(nn.Module):
    def __init__(self, ratio=0.29, ignore_index=255):
        super().__init__()
        self.ratio = ratio
        self.ignore_index = ignore_index

    def forward(self, logits, target):
        loss = F.cross_entropy(logits, target, ignore_index=self.ignore_index, reduction="none").flatten()
        n_valid = (target != self.ignore_index).sum()
        k = max(int(self.ratio * n_valid.item()), 1)
        order = loss.sort(descending=True).values
        rank = torch.arange(order.numel(), device=order.device)
        hard = torch.where(rank < k, order, torch.zeros_like(order))
        return hard.sum() / k, torch.as_tensor(k)


def load():
    return torch.compile(BootstrappedCE())


def target(n, ignored):
    t = torch.arange(n) % 3
    t[:ignored] = 255
    return t


def cases():
    yield from build(load, lambda: (randn(120, 3), target(120, 20)), "base grad", tag="hundred-")
    yield from build(load, lambda: (randn(120, 3), target(120, 100)), "base", tag="twenty-")
    yield from build(load, lambda: (randn(6, 3), target(6, 5)), "base grad", tag="single-")


EXPECT = {'topic': 'segmentation',
 'verdict': 'any correct rewrite',
 'obligations': ['O8', 'R22'],
 'breaks': {19: 4},
 'gb': ['GB0124'],
 'naive_differs_in': ['values'],
 'unsafe': ['close', 'grad-close']}
