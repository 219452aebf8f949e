"""VQ tokenizer: the entropy of the usage of the codes in a batch, over the codes that are used."""

import torch
from torch import nn

from fxkit import build, randn


class Tokenizer(nn.Module):
    def __init__(self, dim=3, codes=5, commitment=0.25):
        super().__init__()
        self.codebook = nn.Embedding(codes, dim)
        self.commitment = commitment

    def nearest(self, z):
        d = (z[:, None, :] - self.codebook.weight[None]).pow(2).sum(-1)
        return d.argmin(-1)

    @torch.no_grad()
    def usage_entropy(self, codes):
        counts = torch.bincount(codes, minlength=self.codebook.num_embeddings)
        p = counts[counts > 0] / codes.numel()
        return -(p * p.log()).sum()

    def forward(self, z):
        codes = self.nearest(z)
        q = self.codebook(codes)
        loss = (q - z.detach()).pow(2).mean() + self.commitment * (z - q.detach()).pow(2).mean()
        return {"quantized": z + (q - z).detach(), "loss": loss, "entropy": self.usage_entropy(codes)}


def load():
    return torch.compile(Tokenizer())


def cases():
    yield from build(load, lambda: (randn(6, 3),), "base grad")
    yield from build(load, lambda: (randn(1, 3).expand(4, 3).clone(),), "base", tag="same-")

EXPECT = {'topic': 'generative models, tokenizers',
 'kind': 'bincount, log only when used',
 'rewrites': [],
 'breaks': {21: 3, 22: 1},
 'gb': ['GB0036'],
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
