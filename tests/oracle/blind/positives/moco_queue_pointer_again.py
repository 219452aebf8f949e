"""MoCo: a queue of negative keys with a write pointer kept in a buffer."""

import torch
import torch.nn.functional as F
from torch import nn

from fxkit import build, randn


class MoCo(nn.Module):
    def __init__(self, in_dim=5, dim=4, K=8, m=0.9, T=0.2):
        super().__init__()
        self.K = K
        self.m = m
        self.T = T
        self.encoder_q = nn.Linear(in_dim, dim)
        self.encoder_k = nn.Linear(in_dim, dim)
        for p_q, p_k in zip(self.encoder_q.parameters(), self.encoder_k.parameters()):
            p_k.data.copy_(p_q.data)
            p_k.requires_grad = False
        self.register_buffer("queue", F.normalize(torch.randn(dim, K), dim=0))
        self.register_buffer("queue_ptr", torch.zeros(1, dtype=torch.long))

    @torch.no_grad()
    def _momentum_update_key_encoder(self):
        for p_q, p_k in zip(self.encoder_q.parameters(), self.encoder_k.parameters()):
            p_k.mul_(self.m).add_(p_q, alpha=1.0 - self.m)

    @torch.no_grad()
    def _dequeue_and_enqueue(self, keys):
        batch_size = keys.shape[0]
        ptr = int(self.queue_ptr)
        assert self.K % batch_size == 0  # for simplicity
        # replace the keys at ptr (dequeue and enqueue)
        self.queue[:, ptr : ptr + batch_size] = keys.T
        ptr = (ptr + batch_size) % self.K  # move pointer
        self.queue_ptr[0] = ptr

    def forward(self, im_q, im_k):
        q = F.normalize(self.encoder_q(im_q), dim=1)
        with torch.no_grad():
            self._momentum_update_key_encoder()
            k = F.normalize(self.encoder_k(im_k), dim=1)
        l_pos = (q * k).sum(dim=1, keepdim=True)
        l_neg = q @ self.queue.clone().detach()
        logits = torch.cat([l_pos, l_neg], dim=1) / self.T
        labels = torch.zeros(logits.shape[0], dtype=torch.long)
        self._dequeue_and_enqueue(k)
        return logits, labels


def load():
    return torch.compile(MoCo())


def cases():
    yield from build(load, lambda: (randn(4, 5), randn(4, 5, seed=1)), "base grad big")
    yield from build(load, lambda: (randn(2, 5), randn(2, 5, seed=1)), "base", tag="two-")


EXPECT = {'topic': 'contrastive',
 'kind': 'int_of_buffer',
 'rewrites': [],
 'breaks': {32: 3},
 'gb': ['GB0124'],
 'skips': 0,
 'graphs_per_call': 3,
 'after': 0,
 'assume': [],
 'unsafe': []}
