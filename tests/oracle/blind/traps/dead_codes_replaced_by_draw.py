"""A codebook replaces its dead codes by random vectors of the batch, and draws only when some are dead."""

import torch
import torch.nn.functional as F
from torch import nn

from fxkit import build, randn


def sample_vectors(samples, num):
    num_samples = samples.shape[0]
    if num_samples >= num:
        indices = torch.randperm(num_samples)[:num]
    else:
        indices = torch.randint(0, num_samples, (num,))
    return samples[indices]


class EuclideanCodebook(nn.Module):
    def __init__(self, dim=3, codebook_size=5, decay=0.8, threshold_ema_dead_code=0.5):
        super().__init__()
        self.decay = decay
        self.codebook_size = codebook_size
        self.threshold_ema_dead_code = threshold_ema_dead_code
        self.register_buffer("cluster_size", torch.ones(codebook_size))
        self.register_buffer("embed", torch.randn(codebook_size, dim))

    def replace_(self, samples, mask):
        modified_codebook = torch.where(mask[..., None], sample_vectors(samples, self.codebook_size), self.embed)
        self.embed.data.copy_(modified_codebook)

    def expire_codes_(self, batch_samples):
        expired_codes = self.cluster_size < self.threshold_ema_dead_code
        if not torch.any(expired_codes):
            return
        self.replace_(batch_samples, mask=expired_codes)

    @torch.no_grad()
    def forward(self, x):
        dist = -torch.cdist(x, self.embed)
        embed_ind = dist.max(dim=-1).indices
        embed_onehot = F.one_hot(embed_ind, self.codebook_size).type(x.dtype)
        quantize = F.embedding(embed_ind, self.embed)
        if self.training:
            self.expire_codes_(x)
            self.cluster_size.mul_(self.decay).add_(embed_onehot.sum(0), alpha=1 - self.decay)
        # noise substitution for the straight-through estimator
        return quantize, embed_ind, 0.01 * torch.randn_like(quantize)


def load(train=True, size=1.0):
    codebook = EuclideanCodebook()
    codebook.cluster_size.fill_(size)
    return torch.compile(codebook.train(train))


def cases():
    yield from build(load, lambda: (randn(7, 3),), "base zero")
    yield from build(lambda: load(size=0.1), lambda: (randn(7, 3),), "base", tag="dead-")
    yield from build(lambda: load(size=0.1), lambda: (randn(3, 3),), "base", tag="few-")
    yield from build(lambda: load(train=False), lambda: (randn(7, 3),), "base", tag="eval-")

EXPECT = {'topic': 'audio',
 'kind': 'branch',
 'verdict': 'decline',
 'obligations': ['random state'],
 'breaks': {34: 5},
 'gb': ['GB0170'],
 'naive_differs_in': ['random state', 'values'],
 'unsafe': ['close',
            'finite-grad',
            'fresh-result',
            'grad-close',
            'grad-none-zero',
            'number-tensor',
            'requires-grad',
            'shown-history']}
