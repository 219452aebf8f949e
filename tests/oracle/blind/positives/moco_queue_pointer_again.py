"""Dequeue and enqueue of a momentum contrast queue."""

import torch
import torch.nn as nn
import torch.nn.functional as F

from fxkit import build, randn


class MoCoHead(nn.Module):
    def __init__(self, dim=4, K=8, T=0.07):
        super().__init__()
        self.K = K
        self.T = T
        self.register_buffer("queue", F.normalize(torch.randn(dim, K), dim=0))
        self.register_buffer("queue_ptr", torch.zeros(1, dtype=torch.long))

    @torch.no_grad()
    def _dequeue_and_enqueue(self, keys):
        batch_size = keys.shape[0]
        ptr = int(self.queue_ptr)
        assert self.K % batch_size == 0  # for simplicity
        # replace the keys at ptr (dequeue and enqueue)
        self.queue[:, ptr : ptr + batch_size] = keys.T
        ptr = (ptr + batch_size) % self.K  # move pointer
        self.queue_ptr[0] = ptr

    def forward(self, q, k):
        l_pos = torch.einsum("nc,nc->n", [q, k]).unsqueeze(-1)
        l_neg = torch.einsum("nc,ck->nk", [q, self.queue.clone().detach()])
        logits = torch.cat([l_pos, l_neg], dim=1) / self.T
        self._dequeue_and_enqueue(k)
        return logits


def make_head():
    return torch.compile(MoCoHead())


def cases():
    yield from build(make_head, lambda: (randn(4, 4), randn(4, 4, seed=1)), "base grad")
    yield from build(make_head, lambda: (randn(2, 4, seed=5), randn(2, 4, seed=6)), "base nan", tag="two-")

EXPECT = {'topic': 'memory networks',
 'rewrites': [],
 'breaks': {21: 3},
 'gb': ['GB0124'],
 'skips': 0,
 'graphs_per_call': 3,
 'after': 0,
 'assume': [],
 'unsafe': ['close']}
