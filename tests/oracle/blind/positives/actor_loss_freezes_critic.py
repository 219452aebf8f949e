"""SAC in one file: the parameters of the critics are frozen while the loss of the policy is computed."""

import torch
import torch.nn as nn
import torch.nn.functional as F

from fxkit import build, randn


def mlp(sizes, activation=nn.ReLU):
    layers = []
    for a, b in zip(sizes[:-2], sizes[1:-1]):
        layers += [nn.Linear(a, b), activation()]
    return nn.Sequential(*layers, nn.Linear(sizes[-2], sizes[-1]))


class SAC:
    def __init__(self, obs_dim=4, act_dim=2, alpha=0.2):
        self.pi = mlp([obs_dim, 6, 2 * act_dim])
        self.q1 = mlp([obs_dim + act_dim, 6, 1])
        self.q2 = mlp([obs_dim + act_dim, 6, 1])
        self.q_params = list(self.q1.parameters()) + list(self.q2.parameters())
        self.alpha = alpha

    @torch.compile
    def compute_loss_pi(self, o, noise):
        for p in self.q_params:
            p.requires_grad = False
        mu, log_std = self.pi(o).chunk(2, dim=-1)
        u = mu + log_std.clamp(-5, 2).exp() * noise
        logp = (-0.5 * noise.square() - log_std.clamp(-5, 2)).sum(-1)
        logp = logp - (2 * (0.6931 - u - F.softplus(-2 * u))).sum(-1)
        oa = torch.cat([o, torch.tanh(u)], dim=-1)
        q_pi = torch.min(self.q1(oa), self.q2(oa)).squeeze(-1)
        loss_pi = (self.alpha * logp - q_pi).mean()
        for p in self.q_params:
            p.requires_grad = True
        return loss_pi

    def update_pi(self, o, noise):
        loss = self.compute_loss_pi(o, noise)
        loss.backward()
        grads = [p.grad is None for p in self.q_params]
        with torch.no_grad():
            for p in self.pi.parameters():
                p.sub_(0.01 * p.grad)
                p.grad = None
        return loss.detach(), grads


def load():
    return SAC().update_pi


def cases():
    yield from build(load, lambda: (randn(5, 4), randn(5, 2)), "base zero nan")

EXPECT = {'topic': 'rl',
 'kind': 'autograd',
 'rewrites': [],
 'breaks': {28: 1},
 'gb': ['GB0206', 'GB7000'],
 'skips': 1,
 'graphs_per_call': 0,
 'after': 0,
 'assume': [],
 'unsafe': ['close',
            'finite-grad',
            'fresh-result',
            'grad-close',
            'grad-none-zero',
            'requires-grad']}
