"""Momentum contrast: the dictionary is a ring of keys, written at a pointer that lives in a buffer."""

import torch
import torch.nn.functional as F
from torch import nn

from fxkit import build, randn


class MoCo(nn.Module):
    """Build a MoCo model with a query encoder, a key encoder and a queue."""

    def __init__(self, dim=4, K=12, m=0.9, T=0.2):
        super().__init__()
        self.K = K
        self.m = m
        self.T = T
        self.encoder_q = nn.Sequential(nn.Linear(6, 8), nn.ReLU(), nn.Linear(8, dim))
        self.encoder_k = nn.Sequential(nn.Linear(6, 8), nn.ReLU(), nn.Linear(8, dim))
        for param_k in self.encoder_k.parameters():
            param_k.requires_grad = False
        self.register_buffer("queue", F.normalize(torch.randn(dim, K), dim=0))
        self.register_buffer("queue_ptr", torch.zeros(1, dtype=torch.long))

    @torch.no_grad()
    def _momentum_update_key_encoder(self):
        for param_q, param_k in zip(self.encoder_q.parameters(), self.encoder_k.parameters()):
            param_k.mul_(self.m).add_(param_q, alpha=1.0 - self.m)

    @torch.no_grad()
    def _dequeue_and_enqueue(self, keys):
        batch_size = keys.shape[0]
        ptr = int(self.queue_ptr)
        assert self.K % batch_size == 0  # for simplicity
        self.queue[:, ptr : ptr + batch_size] = keys.T
        self.queue_ptr[0] = (ptr + batch_size) % self.K

    def forward(self, im_q, im_k):
        q = F.normalize(self.encoder_q(im_q), dim=1)
        with torch.no_grad():
            self._momentum_update_key_encoder()
            k = F.normalize(self.encoder_k(im_k), dim=1)
        l_pos = torch.einsum("nc,nc->n", q, k).unsqueeze(-1)
        l_neg = torch.einsum("nc,ck->nk", q, self.queue.clone().detach())
        logits = torch.cat([l_pos, l_neg], dim=1) / self.T
        labels = torch.zeros(logits.shape[0], dtype=torch.long)
        self._dequeue_and_enqueue(k)
        return logits, labels


def load():
    return torch.compile(MoCo())


def cases():
    yield from build(load, lambda: (randn(4, 6), randn(4, 6, seed=1)), "base grad")
    yield from build(load, lambda: (randn(6, 6), randn(6, 6, seed=1)), "base", tag="half-")

EXPECT = {'topic': 'self-supervised',
 'kind': 'int()',
 'rewrites': [],
 'breaks': {33: 3},
 'gb': ['GB0124'],
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
