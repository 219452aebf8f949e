"""Mixed precision update with a dynamic loss scale kept on the device."""

import torch
from torch import nn

from fxkit import build, randn


class DynamicLossScaler(nn.Module):
    def __init__(self, init_scale=2.0**4, scale_factor=2.0, scale_window=2, min_scale=1.0):
        super().__init__()
        self.scale_factor = scale_factor
        self.scale_window = scale_window
        self.min_scale = min_scale
        self.register_buffer("cur_scale", torch.tensor(init_scale))
        self.register_buffer("good_steps", torch.tensor(0))

    def has_overflow(self, grads):
        return torch.stack([(~torch.isfinite(g)).any() for g in grads]).any()

    def update_scale(self, overflow):
        if overflow:
            self.cur_scale.copy_(torch.clamp(self.cur_scale / self.scale_factor, min=self.min_scale))
            self.good_steps.zero_()
        else:
            self.good_steps.add_(1)
            if self.good_steps % self.scale_window == 0:
                self.cur_scale.mul_(self.scale_factor)


class MasterWeights(nn.Module):
    def __init__(self, lr=0.1):
        super().__init__()
        self.lr = lr
        self.scaler = DynamicLossScaler()
        self.register_buffer("master", torch.randn(3, 4))
        self.register_buffer("bias", torch.zeros(3))

    @torch.no_grad()
    def forward(self, grad_w, grad_b):
        overflow = self.scaler.has_overflow([grad_w, grad_b])
        inv_scale = 1.0 / self.scaler.cur_scale
        self.scaler.update_scale(overflow)
        step_w = torch.where(overflow, torch.zeros_like(grad_w), grad_w * inv_scale)
        step_b = torch.where(overflow, torch.zeros_like(grad_b), grad_b * inv_scale)
        self.master.sub_(self.lr * step_w)
        self.bias.sub_(self.lr * step_b)
        return self.master.half(), self.bias.half()


def load():
    return torch.compile(MasterWeights())


def cases():
    yield from build(load, lambda: (randn(3, 4) * 16, randn(3) * 16), "base nan inf zero")


EXPECT = {'topic': 'training',
 'kind': 'overflow_skip',
 'rewrites': [],
 'breaks': {22: 1, 27: 1},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 5,
 'after': 0,
 'assume': [],
 'unsafe': ['finite']}
