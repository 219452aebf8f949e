"""A PPO minibatch update appends its clip fraction to the list of the epoch and returns diagnostics."""

import torch
from torch import nn

from fxkit import build, randn


class Agent(nn.Module):
    def __init__(self, obs=4, actions=3):
        super().__init__()
        self.actor = nn.Linear(obs, actions)

    def log_prob(self, obs, action):
        return self.actor(obs).log_softmax(-1).gather(-1, action[:, None]).squeeze(-1)


class PPOLoss(nn.Module):
    def __init__(self, agent, clip_coef=0.2):
        super().__init__()
        self.agent = agent
        self.clip_coef = clip_coef

    def forward(self, mb, clipfracs):
        logratio = self.agent.log_prob(mb["obs"], mb["actions"]) - mb["logprobs"]
        ratio = logratio.exp()
        with torch.no_grad():
            old_approx_kl = (-logratio).mean()
            approx_kl = ((ratio - 1) - logratio).mean()
            clipfracs += [((ratio - 1.0).abs() > self.clip_coef).float().mean().item()]
        adv = mb["advantages"]
        pg_loss1 = -adv * ratio
        pg_loss2 = -adv * torch.clamp(ratio, 1 - self.clip_coef, 1 + self.clip_coef)
        pg_loss = torch.max(pg_loss1, pg_loss2).mean()
        return pg_loss, old_approx_kl, approx_kl


def load():
    return torch.compile(PPOLoss(Agent()))


def minibatch():
    return {"obs": randn(6, 4), "actions": torch.tensor([0, 2, 1, 1, 0, 2]), "logprobs": -randn(6).abs(),
            "advantages": randn(6, seed=4)}


def cases():
    yield from build(load, lambda: (minibatch(), []), "base grad nan")

EXPECT = {'topic': 'rl',
 'rewrites': ['R28'],
 'breaks': {30: 2},
 'gb': ['GB0124'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': ['number-tensor'],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'number-tensor', 'requires-grad']}
