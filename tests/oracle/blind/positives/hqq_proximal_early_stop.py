"""Half-quadratic quantisation: the zero point is refined while the reconstruction error goes down."""

import torch
from torch import nn

from fxkit import build, randn


def shrink_lp_op(x, beta, lp_norm):
    if lp_norm == 1:
        return torch.sign(x) * torch.nn.functional.relu(torch.abs(x) - 1.0 / beta)
    return torch.sign(x) * torch.nn.functional.relu(
        torch.abs(x) - (1.0 / beta) * torch.pow(torch.abs(x) + 1e-8, lp_norm - 1)
    )


@torch.no_grad()
def optimize_weights_proximal(W_f, scale, zero, min_max, lp_norm=0.7, beta=10.0, kappa=1.01, iters=5):
    best_error = 1e4
    for i in range(iters):
        W_q = torch.round(W_f * scale + zero).clamp(min_max[0], min_max[1])
        W_r = (W_q - zero) / scale
        W_e = shrink_lp_op(W_f - W_r, beta, lp_norm)
        zero = torch.mean(W_q - (W_f - W_e) * scale, dim=1, keepdim=True)
        beta *= kappa
        current_error = float(torch.abs(W_f - W_r).mean())
        if current_error < best_error:
            best_error = current_error
        else:
            break
    W_q = torch.round(W_f * scale + zero).clamp(min_max[0], min_max[1])
    return W_q, scale, zero


class HQQCalibrator(nn.Module):
    def __init__(self, nbits=3, group_size=4, lp_norm=0.7):
        super().__init__()
        self.nbits, self.group_size, self.lp_norm = nbits, group_size, lp_norm

    def forward(self, weight, x):
        shape = weight.shape
        W = weight.detach().reshape(-1, self.group_size)
        low, high = W.min(dim=1, keepdim=True).values, W.max(dim=1, keepdim=True).values
        max_v = 2**self.nbits - 1
        scale = (max_v / (high - low).clamp(min=1e-4)).clamp(max=2e4)
        zero = -low * scale
        W_q, scale, zero = optimize_weights_proximal(W, scale, zero, (0, max_v), lp_norm=self.lp_norm)
        W_r = ((W_q - zero) / scale).reshape(shape)
        return x @ W_r.t(), W_q.to(torch.uint8).reshape(shape)


def load(lp_norm=0.7):
    return torch.compile(HQQCalibrator(lp_norm=lp_norm))


def cases():
    yield from build(load, lambda: (randn(4, 8), randn(3, 8)), "base zero small")
    yield from build(lambda: load(1), lambda: (randn(6, 8, seed=2), randn(3, 8)), "base", tag="l1-")

EXPECT = {'topic': 'quantisation',
 'kind': 'loops',
 'rewrites': [],
 'breaks': {26: 3},
 'gb': ['GB0124', 'GB7000'],
 'skips': 1,
 'graphs_per_call': 5,
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
