"""Loss balancer of an audio codec: each loss gets a share of the gradient that reaches the decoder output."""

import torch
from torch import nn

from fxkit import build, randn


class Balancer:
    def __init__(self, weights, total_norm=1.0, ema_decay=0.9, epsilon=1e-12):
        self.weights = weights
        self.total_norm, self.ema_decay, self.epsilon = total_norm, ema_decay, epsilon
        self.avg = {k: torch.zeros(()) for k in weights}
        self.count = 0

    def gradient(self, losses, input):
        norms, grads = {}, {}
        for name, loss in losses.items():
            (grad,) = torch.autograd.grad(loss, [input], retain_graph=True)
            dims = tuple(range(1, grad.dim()))
            norms[name] = grad.norm(dim=dims).mean()
            grads[name] = grad
        self.count += 1
        fix = 1 - self.ema_decay**self.count
        total_weights = sum(self.weights[k] for k in norms)
        out_grad = torch.zeros_like(input)
        for name, norm in norms.items():
            self.avg[name] = self.ema_decay * self.avg[name] + (1 - self.ema_decay) * norm
            ratio = self.weights[name] / total_weights
            scale = ratio * self.total_norm / (self.epsilon + self.avg[name] / fix)
            out_grad += grads[name] * scale
        return out_grad


class CodecStep(nn.Module):
    def __init__(self, channels=4):
        super().__init__()
        self.encoder = nn.Conv1d(1, channels, 3, padding=1)
        self.decoder = nn.Conv1d(channels, 1, 3, padding=1)
        self.balancer = Balancer({"l1": 0.1, "l2": 1.0, "diff": 0.5})

    def losses(self, y_pred, y):
        return {
            "l1": (y_pred - y).abs().mean(),
            "l2": ((y_pred - y) ** 2).mean(),
            "diff": (y_pred.diff(dim=-1) - y.diff(dim=-1)).abs().mean(),
        }

    def forward(self, y):
        y_pred = self.decoder(torch.tanh(self.encoder(y)))
        leaf = y_pred.detach().requires_grad_(True)
        out_grad = self.balancer.gradient(self.losses(leaf, y), leaf)
        # the gradient of this surrogate with respect to y_pred is out_grad
        return (y_pred * out_grad).sum(), out_grad


def load():
    return torch.compile(CodecStep())


def cases():
    yield from build(load, lambda: (randn(2, 1, 12),), "base small big")

EXPECT = {'topic': 'audio',
 'kind': 'autograd',
 'rewrites': [],
 'breaks': {19: 2, 51: 1},
 'gb': ['GB7000', 'GB8985', 'GB9186'],
 'skips': 1,
 'graphs_per_call': 3,
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
