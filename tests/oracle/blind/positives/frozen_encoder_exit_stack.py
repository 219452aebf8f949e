"""Fine-tuning of a speech encoder: contexts for the frozen part are gathered in an exit stack."""

import contextlib

import torch
import torch.nn.functional as F
from torch import nn

from fxkit import build, randn


class Encoder(nn.Module):
    def __init__(self, dim=4, layers=2):
        super().__init__()
        self.layers = nn.ModuleList(nn.Linear(dim, dim) for _ in range(layers))

    def forward(self, x, lengths):
        keep = torch.arange(x.shape[1])[None] < lengths[:, None]
        for layer in self.layers:
            x = x + F.gelu(layer(x))
        return x * keep.unsqueeze(-1), keep


class Finetuned(nn.Module):
    def __init__(self, dim=4, classes=3, freeze=True):
        super().__init__()
        self.encoder = Encoder(dim)
        self.classifier = nn.Linear(dim, classes)
        self.freeze = freeze
        self.register_buffer("num_updates", torch.zeros((), dtype=torch.long))

    def encode(self, x, lengths):
        with contextlib.ExitStack() as stack:
            if self.freeze:
                stack.enter_context(torch.no_grad())
            return self.encoder(x, lengths)

    def forward(self, x, lengths, labels):
        features, keep = self.encode(x, lengths)
        pooled = features.sum(dim=1) / keep.sum(dim=1, keepdim=True)
        self.num_updates += 1
        return F.cross_entropy(self.classifier(pooled), labels)


def load():
    return torch.compile(Finetuned())


def unfrozen():
    return torch.compile(Finetuned(freeze=False))


def cases():
    def args():
        return randn(2, 4, 4), torch.tensor([4, 2]), torch.tensor([0, 2])

    yield from build(load, args, "base grad nan")
    yield from build(unfrozen, args, "base grad", tag="unfrozen-")

EXPECT = {'topic': 'speech',
 'kind': 'context manager',
 'rewrites': [],
 'breaks': {35: 2},
 'gb': ['GB0007', 'GB0066'],
 'skips': 0,
 'graphs_per_call': 2,
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
