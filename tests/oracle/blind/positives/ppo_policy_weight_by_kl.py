"""PPO minibatch loss that drops the policy term where the new policy has moved too far."""

import torch
from torch import nn
from torch.distributions.utils import logits_to_probs

from fxkit import build, ints, randn


class ActorCritic(nn.Module):
    def __init__(self, obs=4, actions=3):
        super().__init__()
        self.actor = nn.Linear(obs, actions)
        self.critic = nn.Linear(obs, 1)

    def evaluate(self, obs, action):
        logp = self.actor(obs).log_softmax(dim=-1)
        entropy = -(logits_to_probs(logp) * logp).sum(dim=-1)
        return logp.gather(-1, action[:, None]).squeeze(-1), entropy, self.critic(obs).squeeze(-1)


class PPOLoss(nn.Module):
    def __init__(self, clip=0.2, target_kl=0.05, vf_coef=0.5, ent_coef=0.01):
        super().__init__()
        self.net = ActorCritic()
        self.clip, self.target_kl = clip, target_kl
        self.vf_coef, self.ent_coef = vf_coef, ent_coef

    def forward(self, obs, action, old_logp, adv, returns):
        logp, entropy, value = self.net.evaluate(obs, action)
        logratio = logp - old_logp
        ratio = logratio.exp()
        with torch.no_grad():
            approx_kl = ((ratio - 1) - logratio).mean()
        policy_weight = 0.0 if approx_kl.item() > 1.5 * self.target_kl else 1.0

        clipped = ratio.clamp(1 - self.clip, 1 + self.clip)
        pg_loss = -torch.minimum(adv * ratio, adv * clipped).mean()
        v_loss = (value - returns).square().mean()
        return policy_weight * pg_loss + self.vf_coef * v_loss - self.ent_coef * entropy.mean()


def load():
    return torch.compile(PPOLoss())


def batch(shift):
    return randn(6, 4), ints(0, 3, 6), randn(6).abs() * -shift - 1.0, randn(6, seed=1), randn(6, seed=2)


def cases():
    yield from build(load, lambda: batch(0.1), "base grad nan", tag="near-")
    yield from build(load, lambda: batch(3.0), "base grad", tag="far-")

EXPECT = {'topic': 'rl',
 'kind': 'numbers',
 'rewrites': [],
 'breaks': {35: 2},
 'gb': ['GB0124'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
