"""Masked language model evaluation step in the manner of a Lightning module: losses, perplexity, prefixed metrics."""

import math

import torch
import torch.nn.functional as F
from torch import nn

from fxkit import build, ints, randn


class MLMHead(nn.Module):
    def __init__(self, dim=4, vocab=7):
        super().__init__()
        self.dense = nn.Linear(dim, dim)
        self.decoder = nn.Linear(dim, vocab)

    def forward(self, x):
        return self.decoder(F.gelu(self.dense(x)))


class MLMValidation(nn.Module):
    """`stage` is put before every metric name."""

    def __init__(self, stage="val", ignore_index=-100):
        super().__init__()
        self.head = MLMHead()
        self.stage = stage
        self.ignore_index = ignore_index

    def token_losses(self, logits, labels):
        return F.cross_entropy(logits.flatten(0, 1), labels.flatten(), ignore_index=self.ignore_index, reduction="sum")

    def forward(self, hidden, labels):
        logits = self.head(hidden)
        active = labels != self.ignore_index
        count = active.sum().clamp(min=1)
        loss = self.token_losses(logits, labels) / count
        hits = (logits.argmax(-1) == labels) & active
        metrics = {
            "loss": loss,
            "accuracy": hits.sum() / count,
            "tokens": count,
        }
        metrics = {f"{self.stage}/{k}": v.item() for k, v in metrics.items()}
        metrics[f"{self.stage}/ppl"] = math.exp(min(metrics[f"{self.stage}/loss"], 20.0))
        return loss, metrics


def validation():
    return torch.compile(MLMValidation())


def cases():
    yield from build(validation, lambda: (randn(2, 3, 4), ints(0, 7, 2, 3)), "base nan", tag="all-")
    yield from build(validation, lambda: (randn(2, 3, 4), torch.tensor([[1, -100, 3], [-100, -100, 6]])), "base", tag="some-")
    yield from build(validation, lambda: (randn(2, 3, 4), torch.full((2, 3), -100)), "base", tag="none-")
    yield from build(validation, lambda: (randn(2, 3, 4) * 1e4, ints(0, 7, 2, 3)), "base", tag="worse-")

EXPECT = {'topic': 'language model',
 'rewrites': ['R21', 'R26'],
 'breaks': {45: 3},
 'gb': ['GB0092', 'GB0124', 'GB4347'],
 'skips': 1,
 'graphs_per_call': 1,
 'after': 0,
 'assume': [],
 'unsafe': ['close', 'number-tensor']}
