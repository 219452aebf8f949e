"""Simple noise scale of McCandlish et al.: small and big batch gradient norms with EMA, kept as Python floats."""

import torch
from torch import nn

from fxkit import randn


class NoiseScale:
    def __init__(self, b_small, b_big, decay=0.9):
        self.b_small, self.b_big, self.decay = b_small, b_big, decay
        self.ema_s = None
        self.ema_g = None

    def _ema(self, old, new):
        return new if old is None else self.decay * old + (1 - self.decay) * new

    def update(self, g_small, g_big):
        g2_small = g_small.pow(2).sum().double().item()
        g2_big = g_big.pow(2).sum().double().item()
        g2 = (self.b_big * g2_big - self.b_small * g2_small) / (self.b_big - self.b_small)
        s = (g2_small - g2_big) / (1 / self.b_small - 1 / self.b_big)
        self.ema_g = self._ema(self.ema_g, g2)
        self.ema_s = self._ema(self.ema_s, s)
        if self.ema_g <= 0:
            return float("inf")
        return self.ema_s / self.ema_g


@torch.compile
def training_step(model, tracker, x, y):
    """Closed-form gradients of a least squares model on the two halves of the batch."""
    half = x.shape[0] // 2
    grads = []
    for xs, ys in ((x[:half], y[:half]), (x[half:], y[half:])):
        err = xs @ model.weight.detach().t() - ys
        grads.append(2 * err.t() @ xs / xs.shape[0])
    big = (grads[0] + grads[1]) / 2
    noise = tracker.update(grads[0], big)
    with torch.no_grad():
        model.weight -= 0.01 * big
    return noise, big.norm()


def problem(noise):
    def make():
        torch.manual_seed(1)
        m = nn.Linear(3, 1, bias=False)
        x = randn(6, 3)
        y = x @ torch.tensor([[1.0], [2.0], [-1.0]]) + noise * randn(6, 1)
        return training_step, (m, NoiseScale(3, 6), x, y), {}

    return make


def cases():
    yield "clean", problem(0.0)
    yield "noisy", problem(3.0)
    yield "pure-noise", problem(100.0)


EXPECT = {'topic': 'training utilities',
 'rewrites': [],
 'breaks': {19: 1, 20: 1},
 'gb': ['GB0124'],
 'skips': 0,
 'graphs_per_call': 4,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad', 'number-tensor', 'close']}
