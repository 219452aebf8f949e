"""Gradient harmonised classification loss: examples are weighed by the density of their gradient norm."""

import torch
import torch.nn as nn
import torch.nn.functional as F

from fxkit import build, ints, rand, randn


def _expand_onehot_labels(labels, label_weights, label_channels):
    bin_labels = F.one_hot(labels.clamp(min=0), label_channels) * (labels >= 0).unsqueeze(1)
    bin_label_weights = label_weights.view(-1, 1).expand(label_weights.size(0), label_channels)
    return bin_labels, bin_label_weights


class GHMC(nn.Module):
    """Details of the theorem can be viewed in "Gradient Harmonized Single-stage Detector"."""

    def __init__(self, bins=5, momentum=0.0, loss_weight=1.0):
        super().__init__()
        self.bins = bins
        self.momentum = momentum
        edges = torch.arange(bins + 1).float() / bins
        self.register_buffer("edges", edges)
        self.edges[-1] += 1e-6
        if momentum > 0:
            self.register_buffer("acc_sum", torch.zeros(bins))
        self.loss_weight = loss_weight

    def forward(self, pred, target, label_weight):
        if pred.dim() != target.dim():
            target, label_weight = _expand_onehot_labels(target, label_weight, pred.size(-1))
        target, label_weight = target.float(), label_weight.float()
        edges = self.edges
        mmt = self.momentum
        weights = torch.zeros_like(pred)

        # gradient length
        g = torch.abs(pred.sigmoid().detach() - target)

        valid = label_weight > 0
        tot = max(valid.float().sum().item(), 1.0)
        n = 0  # n valid bins
        for i in range(self.bins):
            inds = (g >= edges[i]) & (g < edges[i + 1]) & valid
            num_in_bin = inds.sum().item()
            if num_in_bin > 0:
                if mmt > 0:
                    self.acc_sum[i] = mmt * self.acc_sum[i] + (1 - mmt) * num_in_bin
                    weights[inds] = tot / self.acc_sum[i]
                else:
                    weights[inds] = tot / num_in_bin
                n += 1
        if n > 0:
            weights = weights / n

        loss = F.binary_cross_entropy_with_logits(pred, target, weights, reduction="sum") / tot
        return loss * self.loss_weight


def load(momentum=0.0):
    return torch.compile(GHMC(momentum=momentum))


def cases():
    yield from build(load, lambda: (randn(4, 3), ints(-1, 3, 4), torch.ones(4)), "base grad big zero nan")
    yield from build(load, lambda: (randn(4, 3), ints(0, 3, 4), torch.zeros(4)), "base", tag="ignored-")
    yield from build(lambda: load(0.7), lambda: (randn(4, 3), ints(-1, 3, 4), (rand(4) > 0.3).float()), "base grad", tag="momentum-")

EXPECT = {'topic': 'vision',
 'kind': 'numbers',
 'rewrites': [],
 'breaks': {42: 4, 46: 1},
 'gb': ['GB0124', 'GB7000'],
 'skips': 1,
 'graphs_per_call': 1,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad',
            'fresh-result',
            'grad-none-zero',
            'number-tensor',
            'requires-grad']}
