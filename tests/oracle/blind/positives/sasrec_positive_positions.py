"""Sequential recommendation: the loss is taken at the positions whose next item is known."""

import torch
from torch import nn

from fxkit import build, ints


class SASRec(nn.Module):
    def __init__(self, items=12, hidden=6, l2_emb=1e-3):
        super().__init__()
        self.item_emb = nn.Embedding(items + 1, hidden, padding_idx=0)
        self.attention = nn.Linear(hidden, hidden)
        self.last_layernorm = nn.LayerNorm(hidden)
        self.l2_emb = l2_emb

    def log2feats(self, log_seqs):
        seqs = self.item_emb(log_seqs) * self.item_emb.embedding_dim ** 0.5
        length = log_seqs.shape[1]
        attention_mask = ~torch.tril(torch.ones((length, length), dtype=torch.bool))
        weights = (self.attention(seqs) @ seqs.transpose(1, 2)).masked_fill(attention_mask, float("-inf"))
        return self.last_layernorm(seqs + torch.softmax(weights, dim=-1) @ seqs)

    def forward(self, log_seqs, pos_seqs, neg_seqs):
        log_feats = self.log2feats(log_seqs)
        pos_logits = (log_feats * self.item_emb(pos_seqs)).sum(dim=-1)
        neg_logits = (log_feats * self.item_emb(neg_seqs)).sum(dim=-1)
        pos_labels, neg_labels = torch.ones_like(pos_logits), torch.zeros_like(neg_logits)
        indices = torch.where(pos_seqs != 0)
        bce_criterion = nn.BCEWithLogitsLoss()
        loss = bce_criterion(pos_logits[indices], pos_labels[indices])
        loss += bce_criterion(neg_logits[indices], neg_labels[indices])
        for param in self.item_emb.parameters():
            loss += self.l2_emb * torch.norm(param)
        return loss


def load():
    return torch.compile(SASRec())


def seqs(pad):
    s = ints(1, 13, 3, 5)
    s[:, :pad] = 0
    return s


def cases():
    yield from build(load, lambda: (seqs(2), seqs(1), ints(1, 13, 3, 5, seed=2)), "base")
    yield from build(load, lambda: (seqs(0), seqs(0), ints(1, 13, 3, 5, seed=2)), "base", tag="full-")
    yield from build(load, lambda: (seqs(5), seqs(5), ints(1, 13, 3, 5, seed=2)), "base", tag="empty-")

EXPECT = {'topic': 'recommendation',
 'kind': 'masks',
 'rewrites': [],
 'breaks': {29: 1},
 'gb': ['GB0036'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
