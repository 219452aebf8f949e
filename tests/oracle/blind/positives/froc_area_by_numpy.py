"""Lesion detection report: sensitivities at several thresholds and the area under the free-response curve."""

import numpy as np
import torch

from fxkit import bools, rand, sweep


def sensitivity_curve(scores, is_lesion, thresholds):
    above = scores[None] >= thresholds[:, None]
    tp = (above & is_lesion[None]).sum(-1)
    fp = (above & ~is_lesion[None]).sum(-1)
    return tp / is_lesion.sum().clamp(min=1), fp


@torch.compile
def froc_report(logits, is_lesion, num_images=4.0):
    """Mean loss of the candidates beside the FROC numbers."""
    scores = torch.sigmoid(logits)
    thresholds = torch.linspace(0.9, 0.1, 5)
    sens, fp = sensitivity_curve(scores.detach(), is_lesion, thresholds)
    fp_per_image = fp / num_images
    curve = list(zip(fp_per_image.tolist(), sens.tolist()))
    area = float(np.trapezoid([s for _, s in curve], [f for f, _ in curve]))
    loss = torch.where(is_lesion, -scores.clamp(min=1e-6).log(), -(1 - scores).clamp(min=1e-6).log())
    return loss.mean(), {"froc/area": area, "froc/max_sensitivity": curve[-1][1]}


def cases():
    yield from sweep(froc_report, lambda: (rand(9) * 6 - 3, bools(9)), "base grad", tag="mixed-")
    yield from sweep(froc_report, lambda: (rand(9) * 6 - 3, torch.zeros(9, dtype=torch.bool)), "base", tag="healthy-")
    yield from sweep(froc_report, lambda: (rand(9) * 6 - 3, torch.ones(9, dtype=torch.bool)), "base", tag="lesions-")

EXPECT = {'topic': 'medical',
 'rewrites': ['R26', 'R21'],
 'breaks': {23: 1, 24: 1},
 'gb': ['GB0109', 'GB0294'],
 'skips': 0,
 'graphs_per_call': 4,
 'after': 0,
 'assume': ['number-tensor'],
 'unsafe': ['close', 'number-tensor']}
