"""A2C in one file: loss, backward, clipping of the gradient norm and the optimizer step in one compiled method."""

from dataclasses import dataclass

import torch
import torch.nn as nn

from fxkit import build, ints, randn


@dataclass
class Args:
    ent_coef: float = 0.01
    vf_coef: float = 0.5
    max_grad_norm: float = 0.5
    learning_rate: float = 0.05


class Agent(nn.Module):
    def __init__(self, obs=4, actions=3):
        super().__init__()
        self.critic = nn.Sequential(nn.Linear(obs, 6), nn.Tanh(), nn.Linear(6, 1))
        self.actor = nn.Sequential(nn.Linear(obs, 6), nn.Tanh(), nn.Linear(6, actions))

    def get_action_and_value(self, x, action):
        logits = self.actor(x).log_softmax(dim=-1)
        logprob = logits.gather(-1, action[:, None]).squeeze(-1)
        return logprob, -(logits.exp() * logits).sum(-1), self.critic(x).squeeze(-1)


class A2C:
    def __init__(self, args=Args()):
        self.args = args
        self.agent = Agent()
        self.optimizer = torch.optim.SGD(self.agent.parameters(), lr=args.learning_rate)

    @torch.compile
    def update(self, obs, actions, returns):
        logprob, entropy, value = self.agent.get_action_and_value(obs, actions)
        advantage = (returns - value).detach()
        pg_loss = -(advantage * logprob).mean()
        v_loss = (returns - value).square().mean()
        loss = pg_loss - self.args.ent_coef * entropy.mean() + self.args.vf_coef * v_loss
        self.optimizer.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(self.agent.parameters(), self.args.max_grad_norm)
        self.optimizer.step()
        return pg_loss.detach(), v_loss.detach()

    def train(self, obs, actions, returns):
        losses = self.update(obs, actions, returns)
        return losses, self.agent.actor[2].weight.detach().clone()


def load():
    return A2C().train


def cases():
    yield from build(load, lambda: (randn(5, 4), ints(0, 3, 5), randn(5)), "base big")

EXPECT = {'topic': 'rl',
 'kind': 'training',
 'rewrites': [],
 'breaks': {44: 1, 45: 1, 47: 1},
 'gb': ['GB0008', 'GB0025', 'GB0123'],
 'skips': 0,
 'graphs_per_call': 4,
 'after': 0,
 'assume': [],
 'unsafe': ['close',
            'finite-grad',
            'fresh-result',
            'grad-close',
            'grad-none-zero',
            'number-tensor',
            'requires-grad',
            'shown-history']}
