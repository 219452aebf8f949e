"""PPO in the style of a single-file library: clip fractions of the minibatches are collected as numbers."""

import torch
from torch import nn
from torch.distributions.categorical import Categorical

from fxkit import build, ints, randn


class Agent(nn.Module):
    def __init__(self, obs=4, actions=3):
        super().__init__()
        self.critic = nn.Sequential(nn.Linear(obs, 8), nn.Tanh(), nn.Linear(8, 1))
        self.actor = nn.Sequential(nn.Linear(obs, 8), nn.Tanh(), nn.Linear(8, actions))

    def get_action_and_value(self, x, action):
        probs = Categorical(logits=self.actor(x), validate_args=False)
        return probs.log_prob(action), probs.entropy(), self.critic(x)


class PPOLoss(nn.Module):
    def __init__(self, clip_coef=0.2, ent_coef=0.01, vf_coef=0.5, minibatches=2):
        super().__init__()
        self.agent = Agent()
        self.clip_coef, self.ent_coef, self.vf_coef = clip_coef, ent_coef, vf_coef
        self.minibatches = minibatches

    def forward(self, obs, actions, logprobs, advantages, returns):
        clipfracs, total = [], 0.0
        for mb in torch.arange(len(obs)).chunk(self.minibatches):
            newlogprob, entropy, newvalue = self.agent.get_action_and_value(obs[mb], actions[mb])
            logratio = newlogprob - logprobs[mb]
            ratio = logratio.exp()
            with torch.no_grad():
                approx_kl = ((ratio - 1) - logratio).mean()
                clipfracs += [((ratio - 1.0).abs() > self.clip_coef).float().mean().item()]
            pg_loss1 = -advantages[mb] * ratio
            pg_loss2 = -advantages[mb] * torch.clamp(ratio, 1 - self.clip_coef, 1 + self.clip_coef)
            pg_loss = torch.max(pg_loss1, pg_loss2).mean()
            v_loss = 0.5 * ((newvalue.view(-1) - returns[mb]) ** 2).mean()
            total = total + pg_loss - self.ent_coef * entropy.mean() + v_loss * self.vf_coef
        stats = {"approx_kl": approx_kl.item(), "clipfrac": sum(clipfracs) / len(clipfracs)}
        return total, stats


def load():
    return torch.compile(PPOLoss())


def cases():
    yield from build(
        load, lambda: (randn(6, 4), ints(0, 3, 6), -1.0 + 0.3 * randn(6), randn(6, seed=1), randn(6, seed=2)), "base grad"
    )

EXPECT = {'topic': 'rl',
 'kind': 'item',
 'rewrites': [],
 'breaks': {36: 1},
 'gb': ['GB0124', 'GB7000'],
 'skips': 1,
 'graphs_per_call': 2,
 'after': 0,
 'assume': ['close', 'number-tensor'],
 'unsafe': ['close',
            'finite-grad',
            'fresh-result',
            'grad-close',
            'grad-none-zero',
            'number-tensor',
            'requires-grad',
            'shown-history']}
