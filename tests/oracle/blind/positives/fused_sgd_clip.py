"""A functional SGD step with gradient clipping by the global norm."""

from dataclasses import dataclass
from typing import Dict

import torch

from fxkit import randn, sweep


@dataclass
class OptimConfig:
    lr: float = 0.1
    momentum: float = 0.9
    weight_decay: float = 1e-2
    max_grad_norm: float = 1.0


CONFIG = OptimConfig()


def global_norm(grads):
    return torch.sqrt(sum(torch.sum(g * g) for g in grads))


def clip_grads(grads, max_norm):
    total_norm = global_norm(grads)
    clip_coef = max_norm / (total_norm + 1e-6)
    if clip_coef.item() < 1.0:
        grads = [g * clip_coef for g in grads]
    return grads, total_norm


@torch.compile
def sgd_step(params: Dict[str, torch.Tensor], grads: Dict[str, torch.Tensor], momenta: Dict[str, torch.Tensor]):
    names = sorted(params)
    clipped, total_norm = clip_grads([grads[n] for n in names], CONFIG.max_grad_norm)
    new_params, new_momenta = {}, {}
    for name, grad in zip(names, clipped):
        param = params[name]
        if param.dim() > 1:
            grad = grad + CONFIG.weight_decay * param
        buf = CONFIG.momentum * momenta[name] + grad
        new_momenta[name] = buf
        new_params[name] = param - CONFIG.lr * buf
    return new_params, new_momenta, total_norm


def _make(scale):
    params = {"weight": randn(3, 4), "bias": randn(3)}
    grads = {"weight": randn(3, 4, seed=1) * scale, "bias": randn(3, seed=1) * scale}
    momenta = {"weight": randn(3, 4, seed=2), "bias": torch.zeros(3)}
    return params, grads, momenta


def cases():
    yield from sweep(sgd_step, lambda: _make(5.0), "base f64")
    yield from sweep(sgd_step, lambda: _make(0.01), "base", tag="small-")
    yield from sweep(sgd_step, lambda: _make(0.0), "base", tag="zero-")


EXPECT = {'topic': 'training',
 'kind': 'grad_clip',
 'rewrites': [],
 'breaks': {29: 1},
 'gb': ['GB0124'],
 'skips': 0,
 'graphs_per_call': 3,
 'after': 0,
 'assume': [],
 'unsafe': ['close', 'finite-grad', 'fresh-result']}
