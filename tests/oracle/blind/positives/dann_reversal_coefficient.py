"""Adversarial domain head: the gradient reversal strength grows with the iteration counter."""

import numpy as np
import torch
from torch import nn
import torch.nn.functional as F

from fxkit import build, ints, randn


def calc_coeff(iter_num, high=1.0, low=0.0, alpha=10.0, max_iter=100.0):
    return 2.0 * (high - low) / (1.0 + np.exp(-alpha * iter_num / max_iter)) - (high - low) + low


class AdversarialNetwork(nn.Module):
    def __init__(self, in_feature=6, hidden=5):
        super().__init__()
        self.ad_layer1, self.ad_layer2 = nn.Linear(in_feature, hidden), nn.Linear(hidden, 1)
        self.register_buffer("iter_num", torch.zeros((), dtype=torch.long))

    def reverse(self, x, coeff):
        """identity in the forward pass, -coeff times the gradient in the backward pass"""
        return -coeff * x + (x + coeff * x).detach()

    def forward(self, x, domain):
        if self.training:
            self.iter_num += 1
        coeff = float(calc_coeff(self.iter_num.item()))
        x = self.reverse(x, coeff)
        y = self.ad_layer2(torch.relu(self.ad_layer1(x))).squeeze(-1)
        return F.binary_cross_entropy_with_logits(y, domain)


def load():
    return torch.compile(AdversarialNetwork())


def trained():
    net = AdversarialNetwork()
    net.iter_num.fill_(60)
    return torch.compile(net.eval())


def cases():
    yield from build(load, lambda: (randn(6, 6), ints(0, 2, 6).float()), "base grad")
    yield from build(trained, lambda: (randn(6, 6), ints(0, 2, 6).float()), "base grad nan", tag="trained-")


EXPECT = {'topic': 'domainadaptation',
 'rewrites': [],
 'breaks': {28: 2},
 'gb': ['GB0124'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['close', 'grad-close']}
