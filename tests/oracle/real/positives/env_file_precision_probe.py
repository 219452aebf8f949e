"""A decoder looks whether a device file exists to decide on the precision of its softmax."""

import os

import torch
from torch import nn

from fxkit import build, randn


class DecoderConfig:
    accelerator_path = "/dev/graphmend-fake-npu0"
    scale = 0.5


class DecoderHead(nn.Module):
    def __init__(self, config=DecoderConfig, dim=4, vocab=6):
        super().__init__()
        self.config = config
        self.norm = nn.RMSNorm(dim)
        self.lm_head = nn.Linear(dim, vocab, bias=False)

    def scores(self, hidden):
        return self.lm_head(self.norm(hidden)) * self.config.scale

    def forward(self, hidden):
        logits = self.scores(hidden[:, -1])
        if os.path.exists(self.config.accelerator_path):
            probs = torch.softmax(logits.half(), dim=-1).to(logits.dtype)
        else:
            probs = torch.softmax(logits, dim=-1)
        return probs, logits.argmax(dim=-1)


def load():
    return torch.compile(DecoderHead())


def cases():
    yield from build(load, lambda: (randn(2, 3, 4),), "base grad nan")

EXPECT = {'topic': 'inference',
 'rewrites': ['R46'],
 'breaks': {28: 2},
 'gb': ['GB0007'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
