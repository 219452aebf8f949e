"""The weight of the KL penalty follows the measured KL within limits, as in RLHF with a proportional controller."""

import torch
import torch.nn as nn
import torch.nn.functional as F

from fxkit import build, ints, randn


class AdaptiveKLController:
    def __init__(self, init_kl_coef=0.2, target=0.5):
        self.value = init_kl_coef
        self.target = target

    def update(self, current):
        if current > 1.5 * self.target:
            self.value *= 2.0
        elif current < self.target / 1.5:
            self.value *= 0.5


class PolicyUpdate(nn.Module):
    def __init__(self, dim=4, vocab=5):
        super().__init__()
        self.policy = nn.Linear(dim, vocab)
        self.reference = nn.Linear(dim, vocab).requires_grad_(False)
        self.kl_ctl = AdaptiveKLController()

    def forward(self, states, actions, advantages):
        logp = F.log_softmax(self.policy(states), dim=-1)
        ref_logp = F.log_softmax(self.reference(states), dim=-1)
        kl = (logp.exp() * (logp - ref_logp)).sum(dim=-1).mean()
        taken = logp.gather(-1, actions[:, None]).squeeze(-1)
        loss = -(taken * advantages).mean() + self.kl_ctl.value * kl
        self.kl_ctl.update(kl.item())
        return loss, kl


def load():
    return torch.compile(PolicyUpdate())


def cases():
    yield from build(load, lambda: (randn(6, 4), ints(0, 5, 6), randn(6)), "base grad big small")

EXPECT = {'topic': 'alignment',
 'kind': 'branch',
 'rewrites': [],
 'breaks': {35: 3},
 'gb': ['GB0124'],
 'skips': 0,
 'graphs_per_call': 1,
 'after': 0,
 'assume': ['number-tensor', 'close'],
 'unsafe': ['close',
            'finite-grad',
            'fresh-result',
            'grad-close',
            'grad-none-zero',
            'number-tensor',
            'requires-grad',
            'shown-history']}
