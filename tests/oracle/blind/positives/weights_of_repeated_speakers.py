"""A conversation corpus: every utterance weighs one over the number of utterances of its speaker in the batch."""

import torch
import torch.nn.functional as F
from torch import nn

from fxkit import build, ints, randn


def inverse_frequency(speakers):
    _, inverse, counts = torch.unique(speakers, return_inverse=True, return_counts=True)
    return 1.0 / counts[inverse].float()


class EmotionClassifier(nn.Module):
    def __init__(self, dim=6, classes=4):
        super().__init__()
        self.body = nn.Sequential(nn.Linear(dim, 8), nn.ReLU())
        self.head = nn.Linear(8, classes)

    def forward(self, features, labels, speakers):
        logits = self.head(self.body(features))
        weights = inverse_frequency(speakers)
        loss = F.cross_entropy(logits, labels, reduction="none")
        return (loss * weights).sum() / weights.sum(), logits


def load():
    return torch.compile(EmotionClassifier())


def cases():
    yield from build(load, lambda: (randn(6, 6), ints(0, 4, 6), torch.tensor([3, 1, 3, 8, 3, 1])), "base grad nan")
    yield from build(load, lambda: (randn(6, 6), ints(0, 4, 6), torch.arange(6)), "base", tag="single-")

EXPECT = {'topic': 'speech',
 'kind': 'host',
 'rewrites': [],
 'breaks': {11: 2},
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
