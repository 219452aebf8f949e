"""A behaviour transformer: until its action codes are fitted only the reconstruction is trained."""

import torch
import torch.nn.functional as F
from torch import nn

from fxkit import build, randn


class VqVae(nn.Module):
    def __init__(self, action_dim=2, codes=4, latent=3):
        super().__init__()
        self.encoder = nn.Linear(action_dim, latent)
        self.decoder = nn.Linear(latent, action_dim)
        self.register_buffer("codebook", torch.randn(codes, latent))
        self.register_buffer("discretized", torch.tensor(False))
        self.register_buffer("optimized_steps", torch.tensor(0))

    def get_code(self, action):
        latent = self.encoder(action)
        code = torch.cdist(latent, self.codebook).argmin(dim=-1)
        return latent, code, self.codebook[code]


class VQBeTPolicy(nn.Module):
    def __init__(self, obs_dim=4, n_vqvae_training_steps=2, commit=0.25):
        super().__init__()
        self.vqvae = VqVae()
        self.head = nn.Linear(obs_dim, 4)
        self.n_vqvae_training_steps = n_vqvae_training_steps
        self.commit = commit

    def forward(self, obs, action):
        # if Residual VQ is not trained, then we need to train it first.
        if not self.vqvae.discretized.item():
            latent, code, quantized = self.vqvae.get_code(action)
            st = latent + (quantized - latent).detach()
            recon = (self.vqvae.decoder(st) - action).abs().mean()
            loss = recon + self.commit * F.mse_loss(latent, quantized)
            self.vqvae.optimized_steps += 1
            # if the number of training steps is reached, the codes are fixed
            if self.vqvae.optimized_steps >= self.n_vqvae_training_steps:
                self.vqvae.discretized = torch.tensor(True)
            return loss
        with torch.no_grad():
            _, code, _ = self.vqvae.get_code(action)
        return F.cross_entropy(self.head(obs), code)


def load(n=2):
    policy = VQBeTPolicy(n_vqvae_training_steps=n)
    policy.vqvae.discretized.fill_(n == 0)
    return torch.compile(policy)


def cases():
    yield from build(load, lambda: (randn(5, 4), randn(5, 2)), "base grad")
    yield from build(lambda: load(1), lambda: (randn(3, 4), randn(3, 2)), "base", tag="once-")
    yield from build(lambda: load(0), lambda: (randn(5, 4), randn(5, 2)), "base", tag="fitted-")

EXPECT = {'topic': 'robotics',
 'kind': 'branch',
 'rewrites': [],
 'breaks': {35: 1, 42: 3},
 'gb': ['GB0124', 'GB0170'],
 'skips': 0,
 'graphs_per_call': 2,
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
