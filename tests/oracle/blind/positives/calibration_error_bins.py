"""Expected calibration error over equal bins of confidence, bins without samples are left out."""

import torch
import torch.nn.functional as F
from torch import nn

from fxkit import build, ints, randn


class ECELoss(nn.Module):
    """Guo et al., On Calibration of Modern Neural Networks."""

    def __init__(self, n_bins=5):
        super().__init__()
        boundaries = torch.linspace(0, 1, n_bins + 1)
        self.register_buffer("bin_lowers", boundaries[:-1])
        self.register_buffer("bin_uppers", boundaries[1:])

    def forward(self, logits, labels):
        confidences, predictions = torch.max(F.softmax(logits, dim=1), 1)
        accuracies = predictions.eq(labels)
        ece = torch.zeros(1, device=logits.device)
        for bin_lower, bin_upper in zip(self.bin_lowers, self.bin_uppers):
            in_bin = confidences.gt(bin_lower.item()) * confidences.le(bin_upper.item())
            prop_in_bin = in_bin.float().mean()
            if prop_in_bin.item() > 0:
                accuracy_in_bin = accuracies[in_bin].float().mean()
                avg_confidence_in_bin = confidences[in_bin].mean()
                ece += torch.abs(avg_confidence_in_bin - accuracy_in_bin) * prop_in_bin
        return ece


class ModelWithTemperature(nn.Module):
    def __init__(self, dim=5, classes=3, temperature=1.5):
        super().__init__()
        self.model = nn.Linear(dim, classes)
        self.temperature = nn.Parameter(torch.full((1,), temperature))
        self.ece = ECELoss()

    @torch.no_grad()
    def forward(self, x, labels):
        logits = self.model(x) / self.temperature
        return self.ece(logits, labels), F.cross_entropy(logits, labels)


def load():
    return torch.compile(ModelWithTemperature())


def cases():
    yield from build(load, lambda: (randn(8, 5), ints(0, 3, 8)), "base big zero")
    yield from build(load, lambda: (6 * randn(4, 5), ints(0, 3, 4)), "base", tag="sure-")

EXPECT = {'topic': 'metrics',
 'kind': 'masks',
 'rewrites': [],
 'breaks': {24: 3},
 'gb': ['GB0124', 'GB7000'],
 'skips': 1,
 'graphs_per_call': 2,
 'after': 0,
 'assume': ['close'],
 'unsafe': ['close',
            'finite-grad',
            'fresh-result',
            'grad-close',
            'grad-none-zero',
            'number-tensor',
            'requires-grad']}
