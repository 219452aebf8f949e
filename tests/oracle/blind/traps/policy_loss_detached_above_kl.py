"""A policy update whose loss is cut off from the graph as soon as the policy has moved too far."""

import torch
from torch import nn

from fxkit import build, ints, randn


class ActorCritic(nn.Module):
    def __init__(self, obs=4, actions=3):
        super().__init__()
        self.actor = nn.Linear(obs, actions)

    def log_prob(self, obs, act):
        return torch.log_softmax(self.actor(obs), dim=-1).gather(1, act.unsqueeze(1)).squeeze(1)


class SpinningPPO(nn.Module):
    def __init__(self, clip_ratio=0.2, target_kl=0.05):
        super().__init__()
        self.ac = ActorCritic()
        self.clip_ratio = clip_ratio
        self.target_kl = target_kl

    def compute_loss_pi(self, logp, logp_old, adv):
        ratio = torch.exp(logp - logp_old)
        clip_adv = torch.clamp(ratio, 1 - self.clip_ratio, 1 + self.clip_ratio) * adv
        loss_pi = -torch.min(ratio * adv, clip_adv).mean()
        approx_kl = (logp_old - logp).detach().mean()
        if approx_kl > 1.5 * self.target_kl:  # no gradient, but keep the value for the log
            loss_pi = loss_pi.detach()
        return loss_pi, approx_kl

    def forward(self, obs, act, logp_old, adv):
        logp = self.ac.log_prob(obs, act)
        return self.compute_loss_pi(logp, logp_old, adv)


def load():
    return torch.compile(SpinningPPO())


def make(shift):
    return lambda: (randn(4, 4), ints(0, 3, 4), shift - 1.1 + 0.01 * randn(4), randn(4, seed=1))


def cases():
    yield from build(load, make(-1.0), "base grad nan", tag="near-")
    yield from build(load, make(2.0), "base grad", tag="far-")

EXPECT = {'topic': 'RL',
 'kind': 'branch',
 'verdict': 'decline',
 'obligations': ['requires_grad', 'gradients None'],
 'breaks': {30: 4},
 'gb': ['GB0170'],
 'naive_differs_in': ['requires_grad', 'gradients'],
 'unsafe': ['close',
            'finite-grad',
            'fresh-result',
            'grad-close',
            'grad-none-zero',
            'requires-grad',
            'shown-history']}
