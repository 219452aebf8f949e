"""Returns of a rollout: bootstrapping is cut at episode ends; the advantage is whitened if it varies at all."""

import torch
from torch import Tensor

from fxkit import rand, randn, sweep


def discounted_returns(rewards: Tensor, dones: Tensor, last_value: Tensor, gamma: float) -> Tensor:
    running = last_value
    returns = []
    for t in reversed(range(rewards.shape[0])):
        if dones[t]:
            running = torch.zeros_like(running)
        running = rewards[t] + gamma * running
        returns.insert(0, running)
    return torch.stack(returns)


def whiten(x: Tensor, eps: float = 1e-8) -> Tensor:
    std = x.std()
    if std > eps:
        x = (x - x.mean()) / std
    return x


@torch.compile
def actor_critic_loss(rewards, values, dones, logp, gamma=0.9, value_coef=0.5):
    with torch.no_grad():
        returns = discounted_returns(rewards, dones, values[-1], gamma)
        advantage = whiten(returns - values[:-1])
    policy_loss = -(advantage * logp).mean()
    value_loss = (returns - values[:-1]).square().mean()
    stats = dict(policy=policy_loss.item(), value=value_loss.item())
    return policy_loss + value_coef * value_loss, advantage, stats


def cases():
    dones = torch.tensor([False, True, False, False, False])
    yield from sweep(actor_critic_loss, lambda: (randn(5), randn(6), dones, rand(5)), "base grad")
    yield from sweep(actor_critic_loss, lambda: (torch.zeros(5), torch.zeros(6), dones, rand(5)), "base", tag="flat-")

EXPECT = {'topic': 'rl',
 'kind': 'branch',
 'rewrites': [],
 'breaks': {13: 2, 22: 1, 34: 1},
 'gb': ['GB0124', 'GB0170', 'GB7000'],
 'skips': 1,
 'graphs_per_call': 7,
 'after': 0,
 'assume': ['number-tensor'],
 'unsafe': ['close',
            'finite-grad',
            'fresh-result',
            'grad-close',
            'grad-none-zero',
            'number-tensor',
            'requires-grad',
            'shown-history']}
