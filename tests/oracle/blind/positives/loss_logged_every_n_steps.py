"""A masked image model logs its loss from inside of the forward, every second step."""

import logging

import torch
from torch import nn

from fxkit import build, bools, randn

logger = logging.getLogger("mim.pretrain")


class PatchDecoder(nn.Module):
    def __init__(self, dim=5, pixels=6):
        super().__init__()
        self.mask_token = nn.Parameter(torch.zeros(dim))
        self.encode = nn.Linear(pixels, dim)
        self.decode = nn.Linear(dim, pixels)

    def forward(self, patches, hidden):
        tokens = torch.where(hidden.unsqueeze(-1), self.mask_token, self.encode(patches))
        return self.decode(torch.tanh(tokens + tokens.mean(dim=1, keepdim=True)))


class MaskedImageModel(nn.Module):
    def __init__(self, log_every=2):
        super().__init__()
        self.decoder = PatchDecoder()
        self.log_every = log_every
        self.step = 0

    def report(self, loss):
        if self.step % self.log_every == 0:
            logger.info("step %d: reconstruction loss", self.step)
        self.step += 1

    def forward(self, patches, hidden):
        error = (self.decoder(patches, hidden) - patches).square().mean(dim=-1)
        loss = (error * hidden).sum() / hidden.sum().clamp(min=1)
        self.report(loss)
        return loss


def load():
    logger.setLevel(logging.INFO)
    return torch.compile(MaskedImageModel())


def cases():
    yield from build(load, lambda: (randn(2, 4, 6), bools(2, 4)), "base grad false")

EXPECT = {'topic': 'training',
 'kind': 'host',
 'rewrites': [],
 'breaks': {34: 2},
 'gb': ['GB0291'],
 'skips': 0,
 'graphs_per_call': 1,
 'after': 0,
 'assume': ['compiled-silent'],
 'unsafe': ['compiled-silent', 'finite-grad', 'fresh-result', 'grad-none-zero', 'log-site', 'requires-grad']}
