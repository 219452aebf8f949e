"""Adversarial imitation: the discriminator is held smooth by a penalty on its input gradient."""

import torch
import torch.nn.functional as F
from torch import nn

from fxkit import build, rand, randn


class Discriminator(nn.Module):
    def __init__(self, obs_dim=3, act_dim=2, hidden=6):
        super().__init__()
        self.trunk = nn.Sequential(nn.Linear(obs_dim + act_dim, hidden), nn.Tanh(), nn.Linear(hidden, 1))

    def forward(self, pair):
        return self.trunk(pair).squeeze(-1)


class GAILLoss(nn.Module):
    """Logistic loss of expert against policy, plus the gradient penalty between them."""

    def __init__(self, penalty=10.0):
        super().__init__()
        self.disc = Discriminator()
        self.penalty = penalty

    def gradient_penalty(self, expert, policy, mix):
        between = (mix * expert + (1 - mix) * policy).detach().requires_grad_(True)
        score = self.disc(between).sum()
        grad = torch.autograd.grad(score, between, create_graph=True)[0]
        return (grad.norm(dim=-1) - 1).square().mean()

    def forward(self, expert, policy, mix):
        expert_loss = F.softplus(-self.disc(expert)).mean()
        policy_loss = F.softplus(self.disc(policy)).mean()
        gp = self.gradient_penalty(expert, policy, mix)
        return expert_loss + policy_loss + self.penalty * gp, gp.detach()


def load():
    return torch.compile(GAILLoss())


def cases():
    yield from build(load, lambda: (randn(4, 5), randn(4, 5, seed=2), rand(4, 1)), "base zero big")

EXPECT = {'rewrites': [],
 'topic': 'rl',
 'kind': 'autograd',
 'breaks': {28: 1, 30: 1},
 'gb': ['GB8985', 'GB9186'],
 'skips': 0,
 'graphs_per_call': 5,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
