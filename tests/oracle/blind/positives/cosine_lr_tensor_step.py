"""A capturable optimiser: the step count is a tensor and the schedule is evaluated on it."""

import math

import torch

from fxkit import randn, sweep


class WarmupCosine:
    """Linear warm-up, then cosine decay to ``min_lr``, then constant."""

    def __init__(self, base_lr, warmup_steps, total_steps, min_lr):
        self.base_lr = base_lr
        self.warmup_steps = warmup_steps
        self.total_steps = total_steps
        self.min_lr = min_lr

    def __call__(self, step):
        if step < self.warmup_steps:
            lr = self.base_lr * (step + 1) / self.warmup_steps
        elif step < self.total_steps:
            progress = (step - self.warmup_steps) / (self.total_steps - self.warmup_steps)
            lr = self.min_lr + 0.5 * (self.base_lr - self.min_lr) * (1 + torch.cos(math.pi * progress))
        else:
            lr = torch.full((), self.min_lr)
        return lr


schedule = WarmupCosine(base_lr=0.1, warmup_steps=4, total_steps=10, min_lr=0.01)
BETA1, BETA2, EPS, WEIGHT_DECAY = 0.9, 0.99, 1e-8, 0.01


@torch.compile
def adamw_update(param, grad, exp_avg, exp_avg_sq, step):
    lr = schedule(step)
    step = step + 1
    param = param * (1 - lr * WEIGHT_DECAY)
    exp_avg = torch.lerp(exp_avg, grad, 1 - BETA1)
    exp_avg_sq = BETA2 * exp_avg_sq + (1 - BETA2) * grad * grad
    bias1 = 1 - BETA1**step
    bias2 = 1 - BETA2**step
    denom = exp_avg_sq.sqrt() / bias2.sqrt() + EPS
    return param - lr * (exp_avg / bias1) / denom, exp_avg, exp_avg_sq, step


def _args(step):
    return randn(3, 4), randn(3, 4, seed=1), torch.zeros(3, 4), torch.zeros(3, 4), torch.tensor(float(step))


def cases():
    yield from sweep(adamw_update, lambda: _args(0), "base", tag="first-")
    yield from sweep(adamw_update, lambda: _args(3), "base", tag="warm-")
    yield from sweep(adamw_update, lambda: _args(4), "base", tag="edge-")
    yield from sweep(adamw_update, lambda: _args(7), "base nan", tag="cosine-")
    yield from sweep(adamw_update, lambda: _args(40), "base", tag="late-")


EXPECT = {'topic': 'training',
 'kind': 'schedule_thresholds',
 'rewrites': [],
 'breaks': {20: 1, 22: 1},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 4,
 'after': 0,
 'assume': [],
 'unsafe': ['fresh-result']}
