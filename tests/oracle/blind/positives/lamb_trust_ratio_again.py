"""One LAMB step over a list of parameters (cybertronai/pytorch-lamb)."""

import math

import torch

from fxkit import randn, sweep


class Lamb:
    def __init__(self, lr=1e-2, betas=(0.9, 0.999), eps=1e-6, weight_decay=0.01, adam=False):
        self.lr, self.betas, self.eps = lr, betas, eps
        self.weight_decay = weight_decay
        self.adam = adam

    def step(self, params, grads, state):
        beta1, beta2 = self.betas
        for i, (p, grad) in enumerate(zip(params, grads)):
            if grad.is_sparse:
                raise RuntimeError("Lamb does not support sparse gradients, consider SparseAdam instad.")
            exp_avg, exp_avg_sq = state["exp_avg"][i], state["exp_avg_sq"][i]

            # Decay the first and second moment running average coefficient
            exp_avg.mul_(beta1).add_(grad, alpha=1 - beta1)
            exp_avg_sq.mul_(beta2).addcmul_(grad, grad, value=1 - beta2)

            # Paper v3 does not use debiasing.
            step_size = self.lr
            weight_norm = p.pow(2).sum().sqrt().clamp(0, 10)

            adam_step = exp_avg / exp_avg_sq.sqrt().add(self.eps)
            if self.weight_decay != 0:
                adam_step.add_(p, alpha=self.weight_decay)
            adam_norm = adam_step.pow(2).sum().sqrt()
            if weight_norm == 0 or adam_norm == 0:
                trust_ratio = 1
            else:
                trust_ratio = weight_norm / adam_norm
            state["trust_ratio"][i] = trust_ratio
            if self.adam:
                trust_ratio = 1

            p.add_(adam_step * (-step_size * trust_ratio))
        return params


optimizer = Lamb()
no_decay = Lamb(weight_decay=0, lr=1 / math.sqrt(50))


@torch.compile
def step(params, grads, state):
    with torch.no_grad():
        return optimizer.step(params, grads, state)


@torch.compile
def step_no_decay(params, grads, state):
    with torch.no_grad():
        return no_decay.step(params, grads, state)


def setup(first=1.0, grad=1.0):
    params = [randn(3, 2) * first, randn(4, seed=1), torch.zeros(2)]
    grads = [randn(3, 2, seed=2) * grad, randn(4, seed=3), randn(2, seed=4) * grad]
    state = {
        "exp_avg": [torch.zeros_like(p) for p in params],
        "exp_avg_sq": [torch.zeros_like(p) for p in params],
        "trust_ratio": torch.zeros(len(params)),
    }
    return params, grads, state


def cases():
    for fn, tag in ((step, ""), (step_no_decay, "nodecay-")):
        yield from sweep(fn, setup, "base f64 nan inf", tag=tag)
        yield from sweep(fn, lambda: setup(0.0), "base", tag=tag + "fresh-")
        yield from sweep(fn, lambda: setup(1.0, 0.0), "base", tag=tag + "idle-")


EXPECT = {'topic': 'optimizer',
 'rewrites': [],
 'breaks': {35: 2},
 'gb': ['GB0170', 'GB7000'],
 'skips': 1,
 'graphs_per_call': 0,
 'after': 0,
 'assume': [],
 'unsafe': ['close',
            'finite-grad',
            'fresh-result',
            'grad-close',
            'grad-none-zero',
            'number-tensor',
            'requires-grad']}
