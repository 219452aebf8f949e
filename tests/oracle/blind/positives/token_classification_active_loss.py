"""Token classification head: only the attended positions take part in the loss."""

import torch
from torch import nn

from fxkit import build, ints, randn


class TokenClassifier(nn.Module):
    def __init__(self, hidden=6, num_labels=4):
        super().__init__()
        self.num_labels = num_labels
        self.classifier = nn.Linear(hidden, num_labels)

    def forward(self, sequence_output, attention_mask=None, labels=None):
        logits = self.classifier(sequence_output)
        outputs = (logits,)
        if labels is not None:
            loss_fct = nn.CrossEntropyLoss()
            # Only keep active parts of the loss
            if attention_mask is not None:
                active_loss = attention_mask.view(-1) == 1
                active_logits = logits.view(-1, self.num_labels)[active_loss]
                active_labels = labels.view(-1)[active_loss]
                loss = loss_fct(active_logits, active_labels)
            else:
                loss = loss_fct(logits.view(-1, self.num_labels), labels.view(-1))
            outputs = (loss,) + outputs
        return outputs


def load():
    return torch.compile(TokenClassifier())


def batch(lengths):
    mask = (torch.arange(6)[None] < torch.tensor(lengths)[:, None]).long()
    return randn(3, 6, 6), mask, ints(0, 4, 3, 6)


def cases():
    yield from build(load, lambda: batch([6, 4, 1]), "base grad big")
    yield from build(load, lambda: batch([6, 6, 6]), "base grad", tag="full-")
    yield from build(load, lambda: (randn(3, 6, 6), None, ints(0, 4, 3, 6)), "base", tag="nomask-")
    yield from build(load, lambda: (randn(3, 6, 6),), "base", tag="predict-")


EXPECT = {'topic': 'language',
 'rewrites': [],
 'breaks': {23: 2},
 'gb': ['GB0036', 'GB0092'],
 'skips': 1,
 'graphs_per_call': 0,
 'after': 0,
 'assume': [],
 'unsafe': ['close', 'finite', 'finite-grad', 'grad-close']}
