"""A neural codec draws the number of codebooks of a training batch and leaves the residual loop there."""

import torch
import torch.nn.functional as F
from torch import nn

from fxkit import build, randn


class EuclideanCodebook(nn.Module):
    def __init__(self, dim, size):
        super().__init__()
        self.register_buffer("embed", torch.randn(size, dim))

    def forward(self, x):
        dist = -(x.pow(2).sum(-1, keepdim=True) - 2 * x @ self.embed.t() + self.embed.pow(2).sum(-1))
        codes = dist.max(dim=-1).indices
        return F.embedding(codes, self.embed), codes


class ResidualVectorQuantizer(nn.Module):
    def __init__(self, dim=4, n_q=4, bins=8, commitment=0.25):
        super().__init__()
        self.n_q = n_q
        self.commitment = commitment
        self.layers = nn.ModuleList(EuclideanCodebook(dim, bins) for _ in range(n_q))

    def forward(self, x):
        n_q = self.n_q
        if self.training:
            n_q = int(torch.randint(1, self.n_q + 1, (1,)).item())
        residual = x
        quantized_out = torch.zeros_like(x)
        loss = x.new_zeros(())
        for layer in self.layers[:n_q]:
            quantized, _ = layer(residual)
            loss = loss + self.commitment * F.mse_loss(quantized.detach(), residual)
            residual = residual - quantized
            quantized_out = quantized_out + quantized
        quantized_out = x + (quantized_out - x).detach()
        return quantized_out, loss


def load():
    return torch.compile(ResidualVectorQuantizer())


def cases():
    yield from build(load, lambda: (randn(2, 5, 4),), "base grad zero nan")
    yield from build(lambda: torch.compile(ResidualVectorQuantizer().eval()), lambda: (randn(2, 5, 4),), "base grad", tag="eval-")

EXPECT = {'topic': 'audio codecs',
 'kind': 'random',
 'rewrites': [],
 'breaks': {31: 1},
 'gb': ['GB0124'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
