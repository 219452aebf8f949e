"""Expected calibration error: bins without samples are left out of the sum."""

import torch
from torch import Tensor

from fxkit import ints, randn, sweep


class CalibrationMeter:
    def __init__(self, n_bins: int = 5):
        bounds = torch.linspace(0, 1, n_bins + 1)
        self.bin_lowers = bounds[:-1]
        self.bin_uppers = bounds[1:]

    def __call__(self, logits: Tensor, labels: Tensor):
        softmaxes = logits.softmax(dim=1)
        confidences, predictions = torch.max(softmaxes, 1)
        accuracies = predictions.eq(labels)
        ece = torch.zeros(1)
        worst = torch.zeros(1)
        for bin_lower, bin_upper in zip(self.bin_lowers, self.bin_uppers):
            in_bin = confidences.gt(bin_lower.item()) * confidences.le(bin_upper.item())
            prop_in_bin = in_bin.float().mean()
            if prop_in_bin.item() > 0:
                accuracy_in_bin = accuracies[in_bin].float().mean()
                avg_confidence_in_bin = confidences[in_bin].mean()
                gap = torch.abs(avg_confidence_in_bin - accuracy_in_bin)
                ece += gap * prop_in_bin
                worst = torch.maximum(worst, gap)
        return {"ece": ece, "mce": worst}


meter = CalibrationMeter()


@torch.no_grad()
def evaluate(logits, labels):
    out = meter(logits, labels)
    out["nll"] = torch.nn.functional.cross_entropy(logits, labels)
    return out


evaluate = torch.compile(evaluate)


def cases():
    yield from sweep(evaluate, lambda: (2 * randn(8, 3), ints(0, 3, 8)), "base")
    yield from sweep(evaluate, lambda: (torch.zeros(8, 3), ints(0, 3, 8)), "base", tag="flat-")

EXPECT = {'topic': 'calibration',
 'kind': 'mask reduction',
 'rewrites': [],
 'breaks': {22: 2},
 'gb': ['GB0124', 'GB7000'],
 'skips': 1,
 'graphs_per_call': 1,
 'after': 0,
 'assume': ['close'],
 'unsafe': ['close',
            'finite-grad',
            'fresh-result',
            'grad-close',
            'grad-none-zero',
            'number-tensor',
            'requires-grad',
            'shown-history']}
