"""Guidance with rescaling; the ratio of the deviations of each step is kept for plots."""

import torch
from torch import nn

from fxkit import build, randn


class TinyDenoiser(nn.Module):
    def __init__(self, channels=4):
        super().__init__()
        self.body = nn.Linear(channels, channels)
        self.cond = nn.Embedding(3, channels)

    def forward(self, x, label):
        return self.body(x) + self.cond(label)[:, None]


class GuidedSampler:
    """Classifier free guidance, rescaled to the deviation of the conditional prediction."""

    def __init__(self, model, scale=4.0, rescale=0.7):
        self.model = model
        self.scale = scale
        self.rescale = rescale
        self.ratios = []
        self._step = torch.compile(self.step)

    def __call__(self, x, label, alphas=(0.1, 0.05)):
        with torch.no_grad():
            for alpha in alphas:
                x = self._step(x, label, alpha)
        return x

    def step(self, x, label, alpha: float):
        uncond = self.model(x, torch.zeros_like(label))
        cond = self.model(x, label)
        guided = uncond + self.scale * (cond - uncond)
        ratio = cond.std() / guided.std()
        self.ratios.append(ratio.item())
        guided = self.rescale * guided * ratio + (1 - self.rescale) * guided
        return x - alpha * guided


def load():
    return GuidedSampler(TinyDenoiser())


def cases():
    yield from build(load, lambda: (randn(2, 3, 4), torch.tensor([1, 2])), "base big nan")

EXPECT = {'rewrites': [],
 'topic': 'diffusion',
 'kind': 'numbers',
 'breaks': {40: 3},
 'gb': ['GB0124'],
 'skips': 0,
 'graphs_per_call': 4,
 'after': 0,
 'assume': ['number-tensor'],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'number-tensor', 'requires-grad']}
