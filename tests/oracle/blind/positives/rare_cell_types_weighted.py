"""Cell type annotation loss for single-cell data: cells of rare types and doublets get their own weights."""

import torch
import torch.nn.functional as F
from torch import nn

from fxkit import build, randn

RARE_TYPES = {3, 5}
DOUBLET = 6


def type_weight(t, rare_weight):
    if t == DOUBLET:
        return 0.0
    return rare_weight if t in RARE_TYPES else 1.0


class AnnotationHead(nn.Module):
    """Linear probe on top of frozen expression embeddings."""

    def __init__(self, dim=4, num_types=7, rare_weight=2.5):
        super().__init__()
        self.dropout = nn.Dropout(0.0)
        self.fc = nn.Linear(dim, num_types)
        self.rare_weight = rare_weight

    def loss(self, logits, types):
        w = torch.tensor([type_weight(t, self.rare_weight) for t in types.tolist()])
        nll = F.cross_entropy(logits, types, reduction="none")
        return (w * nll).sum() / w.sum().clamp(min=1e-6)

    def forward(self, emb, types):
        logits = self.fc(self.dropout(torch.log1p(emb.abs())))
        acc = (logits.argmax(-1) == types).float()
        return self.loss(logits, types), acc.mean()


def cases():
    make = lambda: torch.compile(AnnotationHead())
    for name, types in (("common", [0, 1, 2, 0]), ("mixed", [3, 6, 5, 1]), ("rare", [5, 5, 3, 3]), ("doublets", [6, 6, 6, 6])):
        yield from build(make, lambda types=types: (randn(4, 4), torch.tensor(types)), "base", tag=name + "-")

EXPECT = {'topic': 'biology',
 'rewrites': ['R21'],
 'breaks': {29: 1},
 'gb': ['GB0033'],
 'skips': 0,
 'graphs_per_call': 3,
 'after': 0,
 'assume': [],
 'unsafe': ['close']}
