"""LAMB: each tensor takes a step scaled by the ratio of its own norm to the norm of its update."""

import torch

from fxkit import build, randn


class Lamb:
    def __init__(self, params, lr=1e-2, betas=(0.9, 0.999), eps=1e-6, weight_decay=0.01, clamp_value=10.0):
        self.params = list(params)
        self.lr, self.betas, self.eps = lr, betas, eps
        self.weight_decay = weight_decay
        self.clamp_value = clamp_value
        self.state = [
            {"exp_avg": torch.zeros_like(p), "exp_avg_sq": torch.zeros_like(p), "trust_ratio": None} for p in self.params
        ]

    def _ratio(self, weight_norm, adam_norm):
        if weight_norm == 0 or adam_norm == 0:
            return torch.ones(())
        return weight_norm / adam_norm

    @torch.no_grad()
    def step(self, grads):
        for p, grad, state in zip(self.params, grads, self.state):
            beta1, beta2 = self.betas
            state["exp_avg"].mul_(beta1).add_(grad, alpha=1 - beta1)
            state["exp_avg_sq"].mul_(beta2).addcmul_(grad, grad, value=1 - beta2)
            adam_step = state["exp_avg"] / state["exp_avg_sq"].sqrt().add(self.eps)
            adam_step = adam_step + self.weight_decay * p
            weight_norm = p.norm(p=2).clamp(0, self.clamp_value)
            adam_norm = adam_step.norm(p=2)
            trust_ratio = self._ratio(weight_norm, adam_norm)
            state["trust_ratio"] = trust_ratio
            p.sub_(self.lr * trust_ratio * adam_step)
        return [s["trust_ratio"] for s in self.state]


def load():
    opt = Lamb([torch.ones(3, 2), torch.zeros(2)])
    opt.step = torch.compile(opt.step)
    return opt.step


def cases():
    yield from build(load, lambda: ([randn(3, 2), randn(2)],), "base zero")

EXPECT = {'topic': 'optimizers',
 'kind': 'branch',
 'rewrites': [],
 'breaks': {19: 2},
 'gb': ['GB0170', 'GB7000'],
 'skips': 1,
 'graphs_per_call': 6,
 'after': 0,
 'assume': ['close'],
 'unsafe': ['close',
            'finite-grad',
            'fresh-result',
            'grad-close',
            'grad-none-zero',
            'number-tensor',
            'requires-grad',
            'shown-history']}
