"""The discriminator of a small GAN is updated by its optimizer inside of the compiled method."""

import torch
import torch.nn as nn
import torch.nn.functional as F

from fxkit import build, randn


def mlp(n_in, n_hidden, n_out):
    return nn.Sequential(nn.Linear(n_in, n_hidden), nn.LeakyReLU(0.2), nn.Linear(n_hidden, n_out))


class GANTrainer:
    def __init__(self, nz=2, dim=3, lr=0.05):
        self.G, self.D = mlp(nz, 6, dim), mlp(dim, 6, 1)
        self.optimizerD = torch.optim.SGD(self.D.parameters(), lr=lr)

    @torch.compile
    def update_D(self, real, z):
        # train with all-real batch, then with all-fake batch
        self.optimizerD.zero_grad()
        with torch.no_grad():
            fake = self.G(z)
        errD_real = F.softplus(-self.D(real)).mean()
        errD_fake = F.softplus(self.D(fake)).mean()
        errD = errD_real + errD_fake
        errD.backward()
        self.optimizerD.step()
        return errD.detach()

    def step(self, real, z):
        errD = self.update_D(real, z)
        return errD, self.D[0].weight.detach().clone(), self.D[2].bias.detach().clone()


def load():
    return GANTrainer().step


def cases():
    yield from build(load, lambda: (randn(4, 3), randn(4, 2)), "base zero nan")

EXPECT = {'topic': 'gan',
 'kind': 'optimizer step',
 'rewrites': [],
 'breaks': {22: 1, 28: 1, 29: 1},
 'gb': ['GB0008', 'GB0025', 'GB0123'],
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
