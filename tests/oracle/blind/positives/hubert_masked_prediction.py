"""HuBERT criterion: masked and unmasked prediction losses with their logging outputs."""

import torch
import torch.nn as nn
import torch.nn.functional as F

from fxkit import bools, build, ints, randn


class HubertCriterion(nn.Module):
    def __init__(self, pred_masked_weight=1.0, pred_nomask_weight=0.5):
        super().__init__()
        self.weights = {"m": pred_masked_weight, "u": pred_nomask_weight}

    def partial_loss(self, logits, targets, mask):
        logits, targets = logits[mask], targets[mask]
        loss = F.cross_entropy(logits, targets, reduction="sum")
        corr = (logits.argmax(-1) == targets).sum().item()
        return loss, corr, int(mask.sum())

    def forward(self, logits, targets, mask):
        loss = 0.0
        logging_output = {}
        for tag, m in (("m", mask), ("u", ~mask)):
            part, corr, count = self.partial_loss(logits, targets, m)
            loss = loss + self.weights[tag] * part
            logging_output[f"correct_{tag}"] = corr
            logging_output[f"count_{tag}"] = count
            logging_output[f"loss_{tag}"] = part.detach().item()
        return loss, logging_output


def make_criterion():
    return torch.compile(HubertCriterion())


def args(seed, p):
    return randn(2, 5, 4, seed=seed), ints(0, 4, 2, 5, seed=seed), bools(2, 5, seed=seed, p=p)


def cases():
    yield from build(make_criterion, lambda: args(0, 0.5), "base grad")
    yield from build(make_criterion, lambda: args(3, -1.0), "base", tag="none-")
    yield from build(make_criterion, lambda: args(4, 2.0), "base", tag="all-")

EXPECT = {'topic': 'speech',
 'rewrites': [],
 'breaks': {16: 4, 18: 3, 19: 2},
 'gb': ['GB0036', 'GB0124', 'GB7000'],
 'skips': 1,
 'graphs_per_call': 8,
 'after': 0,
 'assume': [],
 'unsafe': ['close', 'grad-close', 'number-tensor', 'finite-grad']}
