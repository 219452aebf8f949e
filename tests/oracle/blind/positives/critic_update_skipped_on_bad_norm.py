"""TD3-style critic update: gradient norm is clipped, an update with a non-finite norm is skipped and counted."""

import torch
import torch.nn.functional as F
from torch import nn

from fxkit import rand, randn


class Critic(nn.Module):
    def __init__(self, obs=3, act=1):
        super().__init__()
        self.q = nn.Sequential(nn.Linear(obs + act, 5), nn.ReLU(), nn.Linear(5, 1))

    def forward(self, obs, act):
        return self.q(torch.cat([obs, act], -1)).squeeze(-1)


class CriticLearner:
    """Plain SGD on the critic; the target network is supplied by the caller as values."""

    def __init__(self, critic, lr=0.1, max_norm=1.0):
        self.critic = critic
        self.lr = lr
        self.max_norm = max_norm
        self.skipped = 0
        self.params = [p for p in critic.parameters()]

    def td_target(self, reward, done, next_value, gamma=0.99):
        return reward + gamma * (1.0 - done) * next_value


@torch.compile
def update_critic(learner, obs, act, reward, done, next_value):
    target = learner.td_target(reward, done, next_value)
    loss = F.smooth_l1_loss(learner.critic(obs, act), target)
    grads = torch.autograd.grad(loss, learner.params)
    norm = torch.sqrt(sum((g ** 2).sum() for g in grads))
    if not torch.isfinite(norm):
        learner.skipped += 1
        return loss.detach(), norm
    coef = (learner.max_norm / (norm + 1e-6)).clamp(max=1.0)
    with torch.no_grad():
        for p, g in zip(learner.params, grads):
            p.sub_(learner.lr * coef * g)
    return loss.detach(), norm


def batch(reward_scale, bad=False):
    def make():
        torch.manual_seed(5)
        learner = CriticLearner(Critic())
        obs = randn(4, 3)
        if bad:
            obs[0, 0] = float("inf")
        done = torch.tensor([0.0, 1.0, 0.0, 0.0])
        return update_critic, (learner, obs, randn(4, 1), rand(4) * reward_scale, done, randn(4, seed=3)), {}

    return make


def cases():
    yield "small-norm", batch(1.0)
    yield "clipped", batch(500.0)
    yield "inf-observation", batch(1.0, bad=True)

EXPECT = {'topic': 'RL',
 'rewrites': ['R6', 'R43'],
 'breaks': {37: 1, 39: 1},
 'gb': ['GB0170', 'GB9186'],
 'skips': 0,
 'graphs_per_call': 3,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'number-tensor', 'requires-grad']}
