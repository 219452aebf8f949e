"""The output of a speech training step is a dataclass that holds numbers beside the loss."""

from dataclasses import dataclass

import torch
from torch import nn

from fxkit import build, ints, randn


@dataclass
class StepOutput:
    loss: torch.Tensor
    nll: float
    frames: int
    blank_rate: float


class FrameClassifier(nn.Module):
    blank = 0

    def __init__(self, features=4, vocab=5):
        super().__init__()
        self.proj = nn.Linear(features, vocab)

    def forward(self, features, feature_lengths, targets):
        log_probs = self.proj(features).log_softmax(dim=-1)
        steps = torch.arange(features.shape[1])
        inside = steps[None, :] < feature_lengths[:, None]
        picked = log_probs.gather(-1, targets.unsqueeze(-1)).squeeze(-1)
        nll = -(picked * inside).sum() / inside.sum()
        blanks = (log_probs.argmax(-1) == self.blank) & inside
        return StepOutput(
            loss=nll + 0.01 * log_probs.pow(2).mean(),
            nll=float(nll.detach()),
            frames=int(feature_lengths.sum()),
            blank_rate=float(blanks.sum() / inside.sum()),
        )


def load():
    model = FrameClassifier()
    model.compile()
    return model


def cases():
    yield from build(load, lambda: (randn(2, 6, 4), torch.tensor([6, 3]), ints(0, 5, 2, 6)), "base grad nan")

EXPECT = {'topic': 'speech',
 'rewrites': ['R28'],
 'breaks': {35: 2, 36: 2, 37: 2},
 'gb': ['GB0124'],
 'skips': 0,
 'graphs_per_call': 3,
 'after': 0,
 'assume': ['number-tensor'],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'number-tensor', 'requires-grad']}
