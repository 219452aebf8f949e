"""Vector quantiser that restarts dead codes from the current batch."""

import torch
import torch.nn.functional as F
from torch import nn

from fxkit import build, randn


class EuclideanCodebook(nn.Module):
    def __init__(self, dim=3, codebook_size=5, decay=0.5, threshold_ema_dead_code=0.4):
        super().__init__()
        self.decay = decay
        self.threshold = threshold_ema_dead_code
        self.register_buffer("embed", torch.randn(codebook_size, dim))
        self.register_buffer("cluster_size", torch.ones(codebook_size))

    def replace(self, samples, mask):
        rows = torch.arange(self.embed.shape[0]) % samples.shape[0]
        self.embed.copy_(torch.where(mask[..., None], samples[rows], self.embed))
        self.cluster_size.copy_(torch.where(mask, torch.ones_like(self.cluster_size), self.cluster_size))

    def expire_codes_(self, batch_samples):
        if self.threshold == 0:
            return
        expired = self.cluster_size < self.threshold
        if not torch.any(expired):
            return
        self.replace(batch_samples, mask=expired)

    def forward(self, x):
        flat = x.reshape(-1, x.shape[-1])
        dist = -torch.cdist(flat, self.embed)
        embed_ind = dist.argmax(dim=-1)
        quantize = F.embedding(embed_ind, self.embed)
        if self.training:
            with torch.no_grad():
                onehot = F.one_hot(embed_ind, self.embed.shape[0]).type(x.dtype)
                self.cluster_size.mul_(self.decay).add_(onehot.sum(0), alpha=1 - self.decay)
                self.expire_codes_(flat)
        return quantize.view_as(x), embed_ind.view(x.shape[:-1])


class VectorQuantizer(nn.Module):
    def __init__(self, dim=4, codebook_dim=3, commitment=0.25):
        super().__init__()
        self.project_in = nn.Linear(dim, codebook_dim)
        self.project_out = nn.Linear(codebook_dim, dim)
        self.codebook = EuclideanCodebook(codebook_dim)
        self.commitment = commitment

    def forward(self, x):
        z = self.project_in(x)
        quantize, ind = self.codebook(z)
        loss = self.commitment * F.mse_loss(quantize.detach(), z)
        quantize = z + (quantize - z).detach()
        return self.project_out(quantize), ind, loss


def load():
    return torch.compile(VectorQuantizer())


def cases():
    yield from build(load, lambda: (randn(2, 3, 4),), "base grad big")


EXPECT = {'topic': 'quantisation',
 'kind': 'any_dead_codes',
 'rewrites': [],
 'breaks': {27: 2},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 6,
 'after': 0,
 'assume': [],
 'unsafe': ['finite']}
