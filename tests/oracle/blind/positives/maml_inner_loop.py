"""First-order MAML: the weights of a regressor are adapted on the support set, the loss is taken on the query set."""

import torch
import torch.nn as nn
import torch.nn.functional as F

from fxkit import build, randn


class Regressor(nn.Module):
    def __init__(self, in_dim=2, hidden=5):
        super().__init__()
        self.w1, self.b1 = nn.Parameter(torch.randn(hidden, in_dim) * 0.5), nn.Parameter(torch.zeros(hidden))
        self.w2, self.b2 = nn.Parameter(torch.randn(1, hidden) * 0.5), nn.Parameter(torch.zeros(1))

    def weights(self):
        return [self.w1, self.b1, self.w2, self.b2]

    @staticmethod
    def functional(x, weights):
        w1, b1, w2, b2 = weights
        return F.linear(torch.tanh(F.linear(x, w1, b1)), w2, b2)


class FirstOrderMAML(nn.Module):
    def __init__(self, inner_lr=0.1, inner_steps=2):
        super().__init__()
        self.net = Regressor()
        self.inner_lr, self.inner_steps = inner_lr, inner_steps

    def adapt(self, x, y):
        fast = self.net.weights()
        for _ in range(self.inner_steps):
            fast = [w.detach().clone().requires_grad_() for w in fast]
            loss = F.mse_loss(self.net.functional(x, fast), y)
            grads = torch.autograd.grad(loss, fast)
            fast = [w.detach() - self.inner_lr * g for w, g in zip(fast, grads)]
        return fast

    def forward(self, x_support, y_support, x_query, y_query):
        fast = self.adapt(x_support, y_support)
        pred = self.net.functional(x_query, fast)
        return F.mse_loss(pred, y_query), pred


def load():
    return torch.compile(FirstOrderMAML())


def cases():
    yield from build(load, lambda: (randn(4, 2), randn(4, 1), randn(3, 2), randn(3, 1)), "base zero big")

EXPECT = {'topic': 'meta learning',
 'kind': 'autograd',
 'rewrites': [],
 'breaks': {36: 2, 37: 1},
 'gb': ['GB4347', 'GB7000', 'GB9186'],
 'skips': 2,
 'graphs_per_call': 3,
 'after': 0,
 'assume': ['close', 'grad-close'],
 'unsafe': ['close',
            'finite-grad',
            'fresh-result',
            'grad-close',
            'grad-none-zero',
            'number-tensor',
            'requires-grad',
            'shown-history']}
