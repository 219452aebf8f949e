"""Contrastive pre-training of speech: a negative that equals the positive is taken out of the softmax."""

import torch
import torch.nn.functional as F
from torch import nn

from fxkit import build, ints, randn


class Wav2Vec2Contrast(nn.Module):
    def __init__(self, dim=4, logit_temp=0.1):
        super().__init__()
        self.logit_temp = logit_temp
        self.project_q = nn.Linear(dim, dim)
        self.final_proj = nn.Linear(dim, dim)

    def sample_negatives(self, y, neg_idxs):
        bsz, tsz, fsz = y.shape
        flat = y.reshape(-1, fsz)
        negs = flat[neg_idxs.view(-1)]
        return negs.view(bsz, tsz, -1, fsz).permute(2, 0, 1, 3)

    def compute_preds(self, x, y, negatives):
        neg_is_pos = (y == negatives).all(-1)
        y = y.unsqueeze(0)
        targets = torch.cat([y, negatives], dim=0)
        logits = torch.cosine_similarity(x.float(), targets.float(), dim=-1)
        logits = logits / self.logit_temp
        logits = logits.type_as(x)
        if neg_is_pos.any():
            logits[1:][neg_is_pos] = float("-inf")
        return logits

    def forward(self, x, y, neg_idxs):
        y = self.project_q(y)
        negs = self.sample_negatives(y, neg_idxs)
        preds = self.compute_preds(self.final_proj(x), y, negs)
        logits = preds.flatten(1).transpose(0, 1)
        target = logits.new_zeros(logits.size(0), dtype=torch.long)
        return F.cross_entropy(logits.float(), target, reduction="sum")


def load():
    return torch.compile(Wav2Vec2Contrast())


def cases():
    yield from build(load, lambda: (randn(2, 3, 4), randn(2, 3, 4, seed=1), ints(0, 6, 2, 3, 2)), "base grad nan big")
    yield from build(load, lambda: (randn(2, 3, 4), randn(2, 3, 4, seed=1), torch.tensor([[[1, 2], [0, 2], [0, 1]], [[4, 5], [3, 5], [3, 4]]])), "base grad", tag="distinct-")
    yield from build(load, lambda: (randn(1, 2, 4), torch.ones(1, 2, 4), ints(0, 2, 1, 2, 2)), "base grad", tag="collapsed-")

EXPECT = {'topic': 'speech',
 'kind': 'branch',
 'rewrites': [],
 'breaks': {30: 6},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 4,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
