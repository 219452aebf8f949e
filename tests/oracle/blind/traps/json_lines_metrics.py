"""A ranker returns its figures; the training script writes them as one line of JSON."""

import json

import torch
import torch.nn.functional as F
from torch import nn

from fxkit import build, ints, randn


class FactorizationMachine(nn.Module):
    def __init__(self, fields=4, values=6, dim=3):
        super().__init__()
        self.fields = fields
        self.embed = nn.Embedding(fields * values, dim)
        self.register_buffer("offsets", torch.arange(fields) * values)

    def forward(self, ids):
        v = self.embed(ids + self.offsets)
        return 0.5 * (v.sum(dim=1).square() - v.square().sum(dim=1)).sum(dim=-1)


class CTRTask(nn.Module):
    def __init__(self):
        super().__init__()
        self.fm = FactorizationMachine()

    def forward(self, ids, clicked):
        logits = self.fm(ids)
        loss = F.binary_cross_entropy_with_logits(logits, clicked)
        return {"loss": loss.item(), "ctr": logits.sigmoid().mean().item()}


class JsonLinesLogger:
    def __init__(self):
        self.task = torch.compile(CTRTask())

    def step(self, ids, clicked):
        metrics = self.task(ids, clicked)
        print(json.dumps({k: round(v, 3) for k, v in metrics.items()}))


def load():
    return JsonLinesLogger().step


def cases():
    yield from build(load, lambda: (ints(0, 6, 5, 4), (randn(5) > 0).float()), "base zero")

EXPECT = {'topic': 'recommender',
 'kind': 'numbers',
 'verdict': 'any correct rewrite',
 'obligations': ['R28', 'caller needs a float'],
 'breaks': {32: 2},
 'gb': ['GB0124'],
 'naive_differs_in': ['events', 'exception'],
 'unsafe': ['close',
            'finite-grad',
            'fresh-result',
            'grad-close',
            'grad-none-zero',
            'number-tensor',
            'requires-grad']}
