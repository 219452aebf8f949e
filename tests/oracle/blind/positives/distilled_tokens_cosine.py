"""Distillation of a speech encoder: cosine distance to the teacher on frames that hold speech."""

import torch
import torch.nn.functional as F
from torch import nn

from fxkit import bools, build, randn


class StudentEncoder(nn.Module):
    def __init__(self, n_mels=5, dim=4):
        super().__init__()
        self.conv = nn.Conv1d(n_mels, dim, 3, padding=1)
        self.proj = nn.Linear(dim, dim)

    def forward(self, mel):
        h = F.gelu(self.conv(mel.transpose(1, 2))).transpose(1, 2)
        return self.proj(h)


class CosineDistiller(nn.Module):
    """L1 and cosine terms, as mean over the frames of all utterances."""

    def __init__(self, l1_weight=0.2):
        super().__init__()
        self.student = StudentEncoder()
        self.l1_weight = l1_weight

    def forward(self, mel, teacher, speech):
        hidden = self.student(mel)[speech]
        reference = teacher[speech].detach()
        cosine = F.cosine_similarity(hidden, reference, dim=-1)
        l1 = (hidden - reference).abs().mean(dim=-1)
        return (1.0 - cosine + self.l1_weight * l1).mean()


def load():
    return torch.compile(CosineDistiller())


def cases():
    yield from build(load, lambda: (randn(2, 6, 5), randn(2, 6, 4), bools(2, 6)), "base grad zero true false")

EXPECT = {'topic': 'speech',
 'kind': 'mask',
 'rewrites': [],
 'breaks': {30: 2, 31: 4},
 'gb': ['GB0036'],
 'skips': 0,
 'graphs_per_call': 3,
 'after': 0,
 'assume': [],
 'unsafe': ['close', 'finite-grad', 'fresh-result', 'grad-close', 'grad-none-zero', 'requires-grad']}
