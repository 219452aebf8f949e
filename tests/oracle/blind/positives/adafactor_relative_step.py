"""Adafactor with a relative step size: the rate follows the step counter and the scale of the parameter."""

import math

import torch
from torch import nn

from fxkit import build, randn


class Adafactor:
    def __init__(self, param, eps=(1e-30, 1e-3), clip_threshold=1.0, decay_rate=-0.8, warmup_init=False):
        self.param = param
        self.eps, self.clip_threshold = eps, clip_threshold
        self.decay_rate, self.warmup_init = decay_rate, warmup_init
        self.state = {
            "step": torch.zeros(()),
            "exp_avg_sq_row": torch.zeros(param.shape[0]),
            "exp_avg_sq_col": torch.zeros(param.shape[1]),
        }

    @staticmethod
    def _rms(tensor):
        return tensor.norm(2) / (tensor.numel() ** 0.5)

    def _get_lr(self):
        step = self.state["step"].item()
        min_step = 1e-6 * step if self.warmup_init else 1e-2
        rel_step_sz = min(min_step, 1.0 / math.sqrt(step))
        param_scale = max(self.eps[1], self._rms(self.param).item())
        return param_scale * rel_step_sz

    @torch.no_grad()
    def step(self, grad):
        state = self.state
        state["step"] += 1
        lr = self._get_lr()
        beta2t = 1.0 - math.pow(state["step"].item(), self.decay_rate)
        update = grad**2 + self.eps[0]
        state["exp_avg_sq_row"].mul_(beta2t).add_(update.mean(dim=-1) * (1.0 - beta2t))
        state["exp_avg_sq_col"].mul_(beta2t).add_(update.mean(dim=-2) * (1.0 - beta2t))
        row = state["exp_avg_sq_row"]
        r_factor = (row / row.mean(dim=-1, keepdim=True)).rsqrt().unsqueeze(-1)
        update = r_factor * state["exp_avg_sq_col"].unsqueeze(-2).rsqrt() * grad
        update.div_((self._rms(update) / self.clip_threshold).clamp_(min=1.0))
        self.param.sub_(update.mul_(lr))
        return lr


class Trainer:
    def __init__(self, warmup_init=False):
        self.weight = torch.randn(3, 4)
        self.optimizer = Adafactor(self.weight, warmup_init=warmup_init)
        self.update = torch.compile(self.optimizer.step)

    def train(self, grad):
        return self.update(grad), self.weight


def load(warmup_init=False):
    return Trainer(warmup_init).train


def cases():
    yield from build(load, lambda: (randn(3, 4),), "base small")
    yield from build(lambda: load(True), lambda: (randn(3, 4),), "base", tag="warmup-")

EXPECT = {'topic': 'optimiser',
 'kind': 'numbers',
 'rewrites': [],
 'breaks': {27: 1, 38: 1},
 'gb': ['GB0124'],
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
