"""Contrastive loss; the temperature is read through math.exp, so nothing ever trains it."""

import math

import torch
import torch.nn.functional as F
from torch import nn

from fxkit import build, randn


class Tower(nn.Module):
    def __init__(self, dim, out=4):
        super().__init__()
        self.proj = nn.Sequential(nn.Linear(dim, 6), nn.GELU(), nn.Linear(6, out))

    def forward(self, x):
        return F.normalize(self.proj(x), dim=-1)


class AudioTextCLIP(nn.Module):
    def __init__(self, audio_dim=5, text_dim=3, init_scale=2.0, trainable=True):
        super().__init__()
        self.audio, self.text = Tower(audio_dim), Tower(text_dim)
        self.logit_scale = nn.Parameter(torch.tensor(init_scale), requires_grad=trainable)

    def forward(self, audio, text):
        a, t = self.audio(audio), self.text(text)
        scale = math.exp(self.logit_scale.item())
        logits = scale * a @ t.t()
        labels = torch.arange(len(logits))
        loss = (F.cross_entropy(logits, labels) + F.cross_entropy(logits.t(), labels)) / 2
        # a penalty keeps the parameter near its start
        penalty = 0.01 * (self.logit_scale - 2.0) ** 2
        return loss + penalty, logits.argmax(dim=-1)


def load(init_scale=2.0, trainable=True):
    return torch.compile(AudioTextCLIP(init_scale=init_scale, trainable=trainable))


def cases():
    yield from build(load, lambda: (randn(4, 5), randn(4, 3)), "base grad")
    yield from build(lambda: load(3.5), lambda: (randn(3, 5), randn(3, 3)), "base", tag="sharp-")
    yield from build(lambda: load(1.0, False), lambda: (randn(4, 5), randn(4, 3)), "base", tag="frozen-")

EXPECT = {'topic': 'contrastive',
 'kind': 'numbers',
 'verdict': 'any correct rewrite',
 'obligations': ['gradient is cut by the number'],
 'breaks': {29: 4},
 'gb': ['GB0124'],
 'naive_differs_in': ['values'],
 'unsafe': ['close',
            'finite-grad',
            'fresh-result',
            'grad-close',
            'grad-none-zero',
            'number-tensor',
            'requires-grad',
            'shown-history']}
