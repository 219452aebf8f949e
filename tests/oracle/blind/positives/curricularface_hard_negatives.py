"""CurricularFace: the logits of hard negatives are modulated by a running mean of the target cosine."""

import math

import torch
import torch.nn.functional as F
from torch import nn
from torch.nn import Parameter

from fxkit import build, ints, randn


def l2_norm(input, axis=1):
    norm = torch.norm(input, 2, axis, True)
    return torch.div(input, norm)


class CurricularFace(nn.Module):
    def __init__(self, in_features=5, out_features=7, m=0.5, s=64.0):
        super().__init__()
        self.m = m
        self.s = s
        self.cos_m = math.cos(m)
        self.sin_m = math.sin(m)
        self.threshold = math.cos(math.pi - m)
        self.mm = math.sin(math.pi - m) * m
        self.kernel = Parameter(torch.empty(in_features, out_features))
        self.register_buffer("t", torch.zeros(1))
        nn.init.normal_(self.kernel, std=0.01)

    def forward(self, embeddings, label):
        embeddings = l2_norm(embeddings, axis=1)
        kernel_norm = l2_norm(self.kernel, axis=0)
        cos_theta = torch.mm(embeddings, kernel_norm)
        cos_theta = cos_theta.clamp(-1, 1)  # for numerical stability
        target_logit = cos_theta[torch.arange(0, embeddings.size(0)), label].view(-1, 1)

        sin_theta = torch.sqrt(1.0 - torch.pow(target_logit, 2))
        cos_theta_m = target_logit * self.cos_m - sin_theta * self.sin_m  # cos(target+margin)
        mask = cos_theta > cos_theta_m
        final_target_logit = torch.where(target_logit > self.threshold, cos_theta_m, target_logit - self.mm)

        hard_example = cos_theta[mask]
        with torch.no_grad():
            self.t = target_logit.mean() * 0.01 + (1 - 0.01) * self.t
        cos_theta[mask] = hard_example * (self.t + hard_example)
        cos_theta.scatter_(1, label.view(-1, 1).long(), final_target_logit)
        output = cos_theta * self.s
        return F.cross_entropy(output, label), self.t


def load():
    return torch.compile(CurricularFace())


def cases():
    yield from build(load, lambda: (randn(6, 5), ints(0, 7, 6)), "base grad big nan")
    yield from build(load, lambda: (randn(1, 5), ints(0, 7, 1)), "base", tag="one-")

EXPECT = {'topic': 'vision',
 'kind': 'mask write',
 'rewrites': [],
 'breaks': {43: 3},
 'gb': ['GB0036'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad',
            'fresh-result',
            'grad-none-zero',
            'number-tensor',
            'requires-grad']}
