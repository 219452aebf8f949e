"""Relation extraction: the representations of two entity spans are averaged for each sentence."""

import torch
import torch.nn as nn

from fxkit import build, randn


class FCLayer(nn.Module):
    def __init__(self, input_dim, output_dim, use_activation=True):
        super().__init__()
        self.use_activation = use_activation
        self.linear = nn.Linear(input_dim, output_dim)
        self.tanh = nn.Tanh()

    def forward(self, x):
        if self.use_activation:
            x = self.tanh(x)
        return self.linear(x)


class RBERTHead(nn.Module):
    def __init__(self, hidden=6, num_labels=4):
        super().__init__()
        self.cls_fc_layer = FCLayer(hidden, hidden)
        self.entity_fc_layer = FCLayer(hidden, hidden)
        self.label_classifier = FCLayer(hidden * 3, num_labels, use_activation=False)

    @staticmethod
    def span_average(sequence_output, spans):
        """spans: (batch, 2), first and one past the last position of the entity"""
        pooled = []
        for i in range(sequence_output.size(0)):
            start, end = spans[i].tolist()
            pooled.append(sequence_output[i, start:end].mean(dim=0))
        return torch.stack(pooled)

    def forward(self, sequence_output, e1_span, e2_span):
        pooled_output = self.cls_fc_layer(sequence_output[:, 0])
        e1_h = self.entity_fc_layer(self.span_average(sequence_output, e1_span))
        e2_h = self.entity_fc_layer(self.span_average(sequence_output, e2_span))
        return self.label_classifier(torch.cat([pooled_output, e1_h, e2_h], dim=-1))


def load():
    return torch.compile(RBERTHead())


def spans(*pairs):
    return torch.tensor(pairs)


def cases():
    yield from build(load, lambda: (randn(3, 8, 6), spans((1, 3), (2, 3), (4, 8)), spans((5, 7), (0, 8), (1, 2))), "base grad big nan")
    yield from build(load, lambda: (randn(2, 8, 6), spans((1, 1), (2, 5)), spans((5, 7), (3, 12))), "base", tag="degenerate-")

EXPECT = {'topic': 'language',
 'kind': 'loop over examples',
 'rewrites': [],
 'breaks': {34: 7},
 'gb': ['GB0033', 'GB7000'],
 'skips': 1,
 'graphs_per_call': 3,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad',
            'fresh-result',
            'grad-none-zero',
            'number-tensor',
            'requires-grad']}
