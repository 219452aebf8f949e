"""SASRec: item sequences arrive as numpy arrays, positions are tiled and masked in numpy."""

import numpy as np
import torch
import torch.nn.functional as F
from torch import nn

from fxkit import build, ints


class PointWiseFeedForward(nn.Module):
    def __init__(self, hidden_units):
        super().__init__()
        self.conv1 = nn.Conv1d(hidden_units, hidden_units, kernel_size=1)
        self.conv2 = nn.Conv1d(hidden_units, hidden_units, kernel_size=1)

    def forward(self, inputs):
        outputs = self.conv2(self.conv1(inputs.transpose(-1, -2)).relu())
        return outputs.transpose(-1, -2) + inputs  # as Conv1D requires (N, C, Length)


class SASRec(nn.Module):
    def __init__(self, item_num=20, hidden_units=4, maxlen=6, num_blocks=2):
        super().__init__()
        self.dev = "cpu"
        self.item_emb = nn.Embedding(item_num + 1, hidden_units, padding_idx=0)
        self.pos_emb = nn.Embedding(maxlen + 1, hidden_units, padding_idx=0)
        self.blocks = nn.ModuleList(PointWiseFeedForward(hidden_units) for _ in range(num_blocks))
        self.last_layernorm = nn.LayerNorm(hidden_units, eps=1e-8)

    def log2feats(self, log_seqs):
        seqs = self.item_emb(torch.LongTensor(log_seqs).to(self.dev))
        seqs *= self.item_emb.embedding_dim**0.5
        poss = np.tile(np.arange(1, log_seqs.shape[1] + 1), [log_seqs.shape[0], 1])
        # the position of a padding item is the padding position
        poss *= log_seqs != 0
        seqs += self.pos_emb(torch.LongTensor(poss).to(self.dev))
        for block in self.blocks:
            seqs = block(seqs)
        return self.last_layernorm(seqs)

    def forward(self, log_seqs, pos_seqs, neg_seqs):
        log_feats = self.log2feats(log_seqs)
        pos_embs = self.item_emb(torch.LongTensor(pos_seqs).to(self.dev))
        neg_embs = self.item_emb(torch.LongTensor(neg_seqs).to(self.dev))
        pos_logits = (log_feats * pos_embs).sum(dim=-1)
        neg_logits = (log_feats * neg_embs).sum(dim=-1)
        return pos_logits, neg_logits

    def loss(self, log_seqs, pos_seqs, neg_seqs, l2_emb=0.01):
        pos_logits, neg_logits = self(log_seqs, pos_seqs, neg_seqs)
        pos_labels, neg_labels = torch.ones(pos_logits.shape), torch.zeros(neg_logits.shape)
        indices = np.where(pos_seqs != 0)
        loss = F.binary_cross_entropy_with_logits(pos_logits[indices], pos_labels[indices])
        loss += F.binary_cross_entropy_with_logits(neg_logits[indices], neg_labels[indices])
        for param in self.item_emb.parameters():
            loss += l2_emb * torch.norm(param)
        return loss


def load():
    return torch.compile(SASRec().loss)


def batch(n=3, pad=2):
    seqs, pos = ints(1, 21, n, 6), ints(1, 21, n, 6, seed=1)
    seqs[:, :pad] = 0
    pos[:, : pad - 1] = 0
    return seqs.numpy(), pos.numpy(), ints(1, 21, n, 6, seed=2).numpy()


def cases():
    yield from build(load, batch, "base")
    yield from build(load, lambda: batch(2, 1), "base", tag="full-")
    yield from build(load, lambda: batch(1, 6), "base", tag="padding-")


EXPECT = {'topic': 'recommendation',
 'rewrites': [],
 'breaks': {53: 3},
 'gb': ['GB0036'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['close',
            'finite-grad',
            'fresh-result',
            'grad-close',
            'grad-none-zero',
            'requires-grad']}
