"""Image inversion: a latent is optimised by hand and the loss is printed every second iteration."""

import torch
from torch import nn

from fxkit import build, randn


class Inverter(nn.Module):
    def __init__(self, latent=3, pixels=5, iterations=4, lr=0.1, verbose=True):
        super().__init__()
        self.generator = nn.Sequential(nn.Linear(latent, 6), nn.Tanh(), nn.Linear(6, pixels))
        self.iterations, self.lr, self.verbose = iterations, lr, verbose

    def loss_and_grad(self, z, image):
        # gradient of the last layers written out: it is the same generator in every run
        first, last = self.generator[0], self.generator[2]
        h = torch.tanh(first(z))
        diff = last(h) - image
        grad = ((2 * diff / diff.numel()) @ last.weight * (1 - h * h)) @ first.weight
        return diff.square().mean(), grad

    @torch.no_grad()
    def forward(self, image, z):
        for i in range(self.iterations):
            loss, grad = self.loss_and_grad(z, image)
            z = z - self.lr * grad
            if self.verbose and i % 2 == 0:
                print(f"iter {i}: loss {loss.item():.4f}")
        return z, loss


def load(verbose=True):
    return torch.compile(Inverter(verbose=verbose))


def cases():
    yield from build(load, lambda: (randn(2, 5), randn(2, 3)), "base zero")
    yield from build(lambda: load(False), lambda: (randn(2, 5), randn(2, 3)), "base", tag="quiet-")

EXPECT = {'topic': 'inversion',
 'kind': 'print in the forward',
 'rewrites': [],
 'breaks': {29: 2},
 'gb': ['GB0124', 'GB7000'],
 'skips': 1,
 'graphs_per_call': 4,
 'after': 0,
 'assume': ['compiled-silent'],
 'unsafe': ['close',
            'compiled-silent',
            'finite-grad',
            'fresh-result',
            'grad-close',
            'grad-none-zero',
            'log-site',
            'number-tensor',
            'requires-grad',
            'shown-history']}
