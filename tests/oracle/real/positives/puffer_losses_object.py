"""Running losses of an RL update, added up over minibatches in an object (graph must not be kept alive)."""

import torch
import torch.nn.functional as F
from torch import nn

from fxkit import build, randn


class Losses:
    def __init__(self):
        self.policy_loss = 0.0
        self.value_loss = 0.0
        self.entropy = 0.0


class Policy(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = nn.Linear(4, 8)
        self.pi = nn.Linear(8, 3)
        self.v = nn.Linear(8, 1)


class Update(nn.Module):
    def __init__(self, policy, total_minibatches=4, vf_coef=0.5, ent_coef=0.01):
        super().__init__()
        self.policy = policy
        self.total_minibatches = total_minibatches
        self.vf_coef, self.ent_coef = vf_coef, ent_coef

    def forward(self, obs, adv, returns, losses):
        hidden = self.policy.body(obs).relu()
        logp = self.policy.pi(hidden).log_softmax(-1)
        pg_loss = -(adv * logp[:, 0]).mean()
        v_loss = F.mse_loss(self.policy.v(hidden).squeeze(-1), returns)
        entropy = -(logp.exp() * logp).sum(-1).mean()
        loss = pg_loss + self.vf_coef * v_loss - self.ent_coef * entropy

        losses.policy_loss += pg_loss.item() / self.total_minibatches
        losses.value_loss += v_loss.item() / self.total_minibatches
        losses.entropy += entropy.item() / self.total_minibatches
        return loss


def load():
    return torch.compile(Update(Policy()))


def cases():
    yield from build(load, lambda: (randn(5, 4), randn(5), randn(5, seed=3), Losses()), "base grad zero")

EXPECT = {'topic': 'rl',
 'rewrites': ['R28'],
 'breaks': {40: 2, 41: 2, 42: 2},
 'gb': ['GB0124'],
 'skips': 0,
 'graphs_per_call': 3,
 'after': 0,
 'assume': ['number-tensor'],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'number-tensor', 'requires-grad']}
