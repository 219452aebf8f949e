"""Functional LAMB update: the step of every parameter is scaled by its trust ratio."""

import math

import torch
from torch import Tensor

from fxkit import randn, sweep


def adam_moments(grad: Tensor, exp_avg: Tensor, exp_avg_sq: Tensor, beta1: float, beta2: float) -> None:
    exp_avg.mul_(beta1).add_(grad, alpha=1 - beta1)
    exp_avg_sq.mul_(beta2).add_(grad * grad, alpha=1 - beta2)


@torch.no_grad()
@torch.compile
def lamb_step(
    params: list[Tensor],
    grads: list[Tensor],
    exp_avgs: list[Tensor],
    exp_avg_sqs: list[Tensor],
    step: int,
    *,
    lr: float = 0.01,
    beta1: float = 0.9,
    beta2: float = 0.999,
    eps: float = 1e-6,
    weight_decay: float = 0.01,
    trust_clip: bool = False,
    always_adapt: bool = False,
) -> None:
    bias_correction1 = 1 - beta1**step
    bias_correction2 = 1 - beta2**step

    for p, g, exp_avg, exp_avg_sq in zip(params, grads, exp_avgs, exp_avg_sqs):
        adam_moments(g, exp_avg, exp_avg_sq, beta1, beta2)

        denom = (exp_avg_sq.sqrt() / math.sqrt(bias_correction2)).add_(eps)
        update = (exp_avg / bias_correction1).div_(denom)
        if weight_decay != 0:
            update.add_(p, alpha=weight_decay)

        if weight_decay != 0 or always_adapt:
            # Layer-wise LR adaptation. Skipped by default for parameters excluded from weight decay.
            w_norm = p.norm(2.0)
            g_norm = update.norm(2.0)
            if w_norm > 0 and g_norm > 0:
                trust_ratio = w_norm / g_norm
            else:
                trust_ratio = torch.ones_like(w_norm)
            if trust_clip:
                trust_ratio = torch.clamp(trust_ratio, max=1.0)
            update.mul_(trust_ratio)

        p.add_(update, alpha=-lr)


def _state(zero_p=False, zero_g=False):
    shapes = [(3, 4), (4,), (2, 2)]
    params = [randn(*s) * (0.0 if zero_p and i == 0 else 1.0) for i, s in enumerate(shapes)]
    grads = [randn(*s, seed=1) * (0.0 if zero_g else 1.0) for s in shapes]
    return params, grads, [torch.zeros(s) for s in shapes], [torch.zeros(s) for s in shapes], 1


def cases():
    yield from sweep(lamb_step, _state, "base nan inf f64")
    yield from sweep(lamb_step, lambda: _state(zero_p=True), "base", tag="zeroparam-")
    yield from sweep(lamb_step, lambda: _state(True, True), "base", kwargs={"weight_decay": 0.1}, tag="zerograd-")
    yield from sweep(lamb_step, _state, "base", kwargs={"weight_decay": 0.0}, tag="nodecay-")
    yield from sweep(lamb_step, _state, "base", kwargs={"trust_clip": True, "always_adapt": True}, tag="clip-")

EXPECT = {'topic': 'optimizer',
 'rewrites': [],
 'breaks': {48: 1},
 'gb': ['GB0170', 'GB7000'],
 'skips': 1,
 'graphs_per_call': 3,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result']}
