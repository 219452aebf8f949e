"""Clinical coding head: the gold code of a note is looked up in the shortlist of the ward; unknown codes are 'other'."""

import torch
import torch.nn.functional as F
from torch import nn

from fxkit import build, randn

OTHER = 0


class ShortlistHead(nn.Module):
    """Classifies over the codes of one ward plus an 'other' class."""

    def __init__(self, codes=(401, 250, 427), dim=4):
        super().__init__()
        self.codes = list(codes)
        self.classifier = nn.Linear(dim, len(self.codes) + 1)

    def local_index(self, code):
        try:
            return self.codes.index(int(code)) + 1
        except ValueError:
            return OTHER

    def targets(self, gold):
        return torch.tensor([self.local_index(c) for c in gold])

    def forward(self, note, gold):
        logits = self.classifier(F.normalize(note, dim=-1))
        target = self.targets(gold)
        loss = F.cross_entropy(logits, target, reduction="none")
        known = target != OTHER
        return loss.mean() + 0.5 * (loss * known).sum() / known.sum().clamp(min=1), logits.argmax(-1)


def cases():
    make = lambda: torch.compile(ShortlistHead())
    yield from build(make, lambda: (randn(3, 4), torch.tensor([401, 427, 250])), "base grad", tag="known-")
    yield from build(make, lambda: (randn(3, 4), torch.tensor([99, 250, 1])), "base", tag="mixed-")
    yield from build(make, lambda: (randn(2, 4), torch.tensor([7, 8])), "base", tag="unknown-")

EXPECT = {'topic': 'health',
 'rewrites': ['R38', 'R21'],
 'breaks': {22: 4},
 'gb': ['GB0124', 'GB7000'],
 'skips': 2,
 'graphs_per_call': 4,
 'after': 0,
 'assume': [],
 'unsafe': []}
