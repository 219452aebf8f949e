"""Symmetric contrastive loss; the learned temperature is capped at 100 before it is used."""

import math

import torch
import torch.nn.functional as F
from torch import nn

from fxkit import build, randn


class ClipHead(nn.Module):
    def __init__(self, img_dim=6, txt_dim=5, dim=4, init=math.log(1 / 0.07)):
        super().__init__()
        self.visual = nn.Linear(img_dim, dim, bias=False)
        self.text = nn.Linear(txt_dim, dim, bias=False)
        self.logit_scale = nn.Parameter(torch.tensor(init))

    def forward(self, image, text):
        with torch.no_grad():
            if self.logit_scale > math.log(100.0):
                self.logit_scale.fill_(math.log(100.0))
        image = F.normalize(self.visual(image), dim=-1)
        text = F.normalize(self.text(text), dim=-1)
        logits = self.logit_scale.exp() * image @ text.t()
        labels = torch.arange(logits.shape[0], device=logits.device)
        return (F.cross_entropy(logits, labels) + F.cross_entropy(logits.t(), labels)) / 2


def load():
    return torch.compile(ClipHead())


def hot():
    return torch.compile(ClipHead(init=5.0))


def cases():
    yield from build(load, lambda: (randn(4, 6), randn(4, 5)), "base grad nan")
    yield from build(hot, lambda: (randn(4, 6), randn(4, 5)), "base grad", tag="hot-")


EXPECT = {'topic': 'contrastive',
 'rewrites': [],
 'breaks': {21: 1},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': []}
