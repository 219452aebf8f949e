"""Additive angular margin of a partial face classifier: rows whose identity lives elsewhere are labelled -1."""

import math

import torch
from torch import nn

from fxkit import build, ints, randn


class ArcFace(nn.Module):
    def __init__(self, s=16.0, margin=0.5):
        super().__init__()
        self.scale = s
        self.cos_m = math.cos(margin)
        self.sin_m = math.sin(margin)
        self.theta = math.cos(math.pi - margin)
        self.sinmm = math.sin(math.pi - margin) * margin
        self.easy_margin = False

    def forward(self, logits, labels):
        index = torch.where(labels != -1)[0]
        target_logit = logits[index, labels[index].view(-1)]

        sin_theta = torch.sqrt(1.0 - torch.pow(target_logit, 2) + 1e-6)
        cos_theta_m = target_logit * self.cos_m - sin_theta * self.sin_m  # cos(target + margin)
        if self.easy_margin:
            final_target_logit = torch.where(target_logit > 0, cos_theta_m, target_logit)
        else:
            final_target_logit = torch.where(target_logit > self.theta, cos_theta_m, target_logit - self.sinmm)

        logits = logits.clone()
        logits[index, labels[index].view(-1)] = final_target_logit
        return logits * self.scale


class PartialFC(nn.Module):
    def __init__(self, dim=4, num_local=5):
        super().__init__()
        self.weight = nn.Parameter(torch.randn(num_local, dim) * 0.1)
        self.margin_softmax = ArcFace()

    def forward(self, embeddings, labels):
        norm_embeddings = nn.functional.normalize(embeddings)
        logits = norm_embeddings @ nn.functional.normalize(self.weight).t()
        return self.margin_softmax(logits.clamp(-1, 1), labels)


def load():
    return torch.compile(PartialFC())


def cases():
    yield from build(load, lambda: (randn(4, 4), ints(-1, 5, 4)), "base grad big")
    yield from build(load, lambda: (randn(4, 4), torch.full((4,), -1)), "base", tag="elsewhere-")
    yield from build(load, lambda: (randn(4, 4), torch.tensor([2, 2, 0, 4])), "base", tag="local-")

EXPECT = {'topic': 'face recognition',
 'kind': 'mask write',
 'rewrites': [],
 'breaks': {22: 2},
 'gb': ['GB0036'],
 'skips': 0,
 'graphs_per_call': 3,
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
