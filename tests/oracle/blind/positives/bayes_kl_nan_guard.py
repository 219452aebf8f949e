"""Bayes-by-backprop linear layer: the KL term is checked before it is used."""

import torch
import torch.nn as nn
import torch.nn.functional as F

from fxkit import build, randn


class NumericalError(RuntimeError):
    pass


def kl_gaussian(mu_q, sigma_q, mu_p, sigma_p):
    kl = torch.log(sigma_p / sigma_q) - 0.5 + (sigma_q**2 + (mu_q - mu_p) ** 2) / (2 * sigma_p**2)
    return kl.sum()


class BBBLinear(nn.Module):
    def __init__(self, in_features, out_features, prior_sigma=0.1):
        super().__init__()
        self.W_mu = nn.Parameter(torch.randn(out_features, in_features) * 0.1)
        self.W_rho = nn.Parameter(torch.full((out_features, in_features), -3.0))
        self.prior_sigma = prior_sigma

    @property
    def W_sigma(self):
        return torch.log1p(torch.exp(self.W_rho))

    def kl_loss(self):
        return kl_gaussian(self.W_mu, self.W_sigma, 0.0, self.prior_sigma)

    @torch.compile
    def forward(self, x, beta):
        out = F.linear(x, self.W_mu)
        var = F.linear(x**2, self.W_sigma**2)
        nll = out.pow(2).mean() + var.mean()
        elbo = nll + beta * self.kl_loss()
        if torch.isnan(elbo) or torch.isinf(elbo):
            raise NumericalError("ELBO is not finite; lower the learning rate")
        return elbo, out


def make_layer():
    return BBBLinear(4, 3)


def cases():
    yield from build(make_layer, lambda: (randn(5, 4), 0.01), "base grad nan inf huge")
    yield from build(make_layer, lambda: (randn(5, 4, seed=3), 0.5), "base", tag="beta-")

EXPECT = {'topic': 'bayesian layers',
 'rewrites': [],
 'breaks': {39: 1, 40: 1},
 'gb': ['GB0088', 'GB0170'],
 'skips': 1,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['compiled-exception-type']}
