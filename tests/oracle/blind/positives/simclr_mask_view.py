"""Contrastive learning: the similarities are split into positives and negatives by boolean masks."""

import torch
import torch.nn.functional as F
from torch import nn

from fxkit import build, randn


class SimCLR(nn.Module):
    def __init__(self, dim=5, out_dim=4, n_views=2, temperature=0.07):
        super().__init__()
        self.n_views = n_views
        self.temperature = temperature
        self.backbone = nn.Linear(dim, out_dim)

    def info_nce_loss(self, features):
        batch_size = features.shape[0] // self.n_views
        labels = torch.cat([torch.arange(batch_size) for i in range(self.n_views)], dim=0)
        labels = (labels.unsqueeze(0) == labels.unsqueeze(1)).float()

        features = F.normalize(features, dim=1)
        similarity_matrix = torch.matmul(features, features.T)

        # discard the main diagonal from both: labels and similarities matrix
        mask = torch.eye(labels.shape[0], dtype=torch.bool)
        labels = labels[~mask].view(labels.shape[0], -1)
        similarity_matrix = similarity_matrix[~mask].view(similarity_matrix.shape[0], -1)

        # select and combine multiple positives
        positives = similarity_matrix[labels.bool()].view(labels.shape[0], -1)
        # select only the negatives
        negatives = similarity_matrix[~labels.bool()].view(similarity_matrix.shape[0], -1)

        logits = torch.cat([positives, negatives], dim=1)
        labels = torch.zeros(logits.shape[0], dtype=torch.long)
        return logits / self.temperature, labels

    def forward(self, images):
        logits, labels = self.info_nce_loss(self.backbone(images))
        return F.cross_entropy(logits, labels), logits


def load():
    return torch.compile(SimCLR())


def cases():
    yield from build(load, lambda: (randn(6, 5),), "base grad nan zero")
    yield from build(load, lambda: (randn(4, 5),), "base grad", tag="two-")

EXPECT = {'topic': 'self-supervised',
 'kind': 'masks',
 'rewrites': [],
 'breaks': {27: 6, 28: 2, 31: 2, 33: 2},
 'gb': ['GB0036'],
 'skips': 0,
 'graphs_per_call': 7,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
