"""Property prediction over many assays: most molecules were measured in a few of them only."""

import torch
import torch.nn.functional as F
from torch import nn

from fxkit import build, ints, randn


class Fingerprint(nn.Module):
    """Sum of atom embeddings, two dense layers."""

    def __init__(self, species=5, dim=6):
        super().__init__()
        self.atom = nn.Embedding(species, dim, padding_idx=0)
        self.dense = nn.Linear(dim, dim)

    def forward(self, species):
        return torch.tanh(self.dense(self.atom(species).sum(dim=1)))


class AssayClassifier(nn.Module):
    def __init__(self, tasks=4):
        super().__init__()
        self.fingerprint = Fingerprint()
        self.heads = nn.Linear(6, tasks)

    def forward(self, species, labels):
        """labels: (molecules, tasks), NaN where an assay was not run."""
        logits = self.heads(self.fingerprint(species))
        measured = ~torch.isnan(labels)
        loss = F.binary_cross_entropy_with_logits(logits[measured], labels[measured])
        return loss, logits.sigmoid()


def load():
    return torch.compile(AssayClassifier())


def labels(p):
    y = ints(0, 2, 5, 4).float()
    return torch.where(randn(5, 4).abs() < p, y, float("nan"))


def cases():
    for name, p in (("half", 0.7), ("all", 99.0), ("none", -1.0)):
        yield f"{name} measured", lambda p=p: next(iter(build(load, lambda: (ints(0, 5, 5, 6), labels(p)))))[1]()

EXPECT = {'topic': 'molecules',
 'kind': 'mask',
 'rewrites': [],
 'breaks': {32: 3},
 'gb': ['GB0036'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['close', 'finite-grad', 'fresh-result', 'grad-close', 'grad-none-zero', 'requires-grad']}
