"""Accumulated training loss as transformers' Trainer logs it: NaN and infinite steps count as the average so far."""

from dataclasses import dataclass

import torch
import torch.nn.functional as F
from torch import nn

from fxkit import build, ints, randn


@dataclass
class TrainingArguments:
    logging_nan_inf_filter: bool = True
    gradient_accumulation_steps: int = 2
    label_smoothing_factor: float = 0.1


class LabelSmoother:
    def __init__(self, epsilon, ignore_index=-100):
        self.epsilon, self.ignore_index = epsilon, ignore_index

    def __call__(self, logits, labels):
        log_probs = -F.log_softmax(logits, dim=-1)
        if labels.dim() == log_probs.dim() - 1:
            labels = labels.unsqueeze(-1)
        padding_mask = labels.eq(self.ignore_index)
        labels = torch.clamp(labels, min=0)
        nll_loss = log_probs.gather(dim=-1, index=labels).masked_fill(padding_mask, 0.0)
        smoothed_loss = log_probs.sum(dim=-1, keepdim=True).masked_fill(padding_mask, 0.0)
        num_active_elements = padding_mask.numel() - padding_mask.long().sum()
        nll_loss = nll_loss.sum() / num_active_elements
        smoothed_loss = smoothed_loss.sum() / (num_active_elements * log_probs.shape[-1])
        return (1 - self.epsilon) * nll_loss + self.epsilon * smoothed_loss


class Trainer(nn.Module):
    def __init__(self, args, dim=4, vocab=5, global_step=3):
        super().__init__()
        self.args = args
        self.model = nn.Linear(dim, vocab)
        self.label_smoother = LabelSmoother(args.label_smoothing_factor)
        self.global_step = global_step
        self._globalstep_last_logged = 1
        self.tr_loss = torch.tensor(0.75)

    def training_step(self, inputs, labels):
        loss = self.label_smoother(self.model(inputs), labels)
        return loss / self.args.gradient_accumulation_steps

    def forward(self, inputs, labels):
        args = self.args
        loss = self.training_step(inputs, labels)
        tr_loss_step = loss.detach()
        if args.logging_nan_inf_filter and (torch.isnan(tr_loss_step) or torch.isinf(tr_loss_step)):
            # if loss is nan or inf simply add the average of previous logged losses
            self.tr_loss = self.tr_loss + self.tr_loss / (1 + self.global_step - self._globalstep_last_logged)
        else:
            if self.tr_loss.device != tr_loss_step.device:
                raise ValueError("Calculated loss must be on the original device")
            self.tr_loss = self.tr_loss + tr_loss_step
        return loss


def load(**kw):
    return torch.compile(Trainer(TrainingArguments(**kw)))


def cases():
    yield from build(load, lambda: (randn(2, 3, 4), ints(0, 5, 2, 3)), "base grad nan inf big")
    yield from build(load, lambda: (randn(2, 3, 4), torch.full((2, 3), -100)), "base", tag="padding-")
    yield from build(lambda: load(logging_nan_inf_filter=False), lambda: (randn(2, 3, 4), ints(0, 5, 2, 3)), "nan", tag="off-")


EXPECT = {'topic': 'training',
 'rewrites': [],
 'breaks': {55: 2},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 3,
 'after': 0,
 'assume': [],
 'unsafe': ['close',
            'finite-grad',
            'fresh-result',
            'grad-close',
            'grad-none-zero',
            'number-tensor',
            'requires-grad']}
