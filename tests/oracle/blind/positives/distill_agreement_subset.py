"""Distillation restricted to the samples that the teacher classifies correctly."""

import torch
import torch.nn as nn
import torch.nn.functional as F

from fxkit import build, ints, randn


def softened(logits, T):
    return F.log_softmax(logits / T, dim=1), F.softmax(logits / T, dim=1)


class DistillKL(nn.Module):
    """KL between student and teacher; samples with a wrong teacher are dropped."""

    def __init__(self, T=4.0):
        super().__init__()
        self.T = T

    def forward(self, y_s, y_t, labels):
        keep = y_t.argmax(dim=1) == labels
        n = int(keep.sum())
        if n == 0:
            return y_s.sum() * 0.0, 0.0
        log_p_s, _ = softened(y_s[keep], self.T)
        _, p_t = softened(y_t[keep], self.T)
        kl = F.kl_div(log_p_s, p_t, reduction="sum") * (self.T**2) / n
        return kl, n / len(labels)


def make_kd():
    return torch.compile(DistillKL())


def cases():
    yield from build(make_kd, lambda: (randn(6, 3), randn(6, 3, seed=1), ints(0, 3, 6)), "base grad")
    yield from build(make_kd, lambda: (randn(6, 3), randn(6, 3, seed=1), randn(6, 3, seed=1).argmin(1)), "base grad", tag="none-")
    yield from build(make_kd, lambda: (randn(6, 3), randn(6, 3, seed=1), randn(6, 3, seed=1).argmax(1)), "base", tag="all-")

EXPECT = {'topic': 'distillation',
 'rewrites': [],
 'breaks': {23: 2, 26: 3, 27: 3},
 'gb': ['GB0036', 'GB0124'],
 'skips': 0,
 'graphs_per_call': 4,
 'after': 0,
 'assume': [],
 'unsafe': ['close', 'grad-close', 'finite-grad', 'grad-none-zero', 'requires-grad', 'number-tensor']}
