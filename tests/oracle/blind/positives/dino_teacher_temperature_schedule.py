"""Self-distillation: the teacher's temperature is looked up in a NumPy schedule by the epoch of a buffer."""

import numpy as np
import torch
import torch.nn.functional as F
from torch import nn

from fxkit import build, randn


class DINOLoss(nn.Module):
    def __init__(self, out_dim=6, ncrops=3, warmup_epochs=2, nepochs=5, student_temp=0.1, center_momentum=0.9):
        super().__init__()
        self.student_temp = student_temp
        self.center_momentum = center_momentum
        self.ncrops = ncrops
        self.register_buffer("center", torch.zeros(1, out_dim))
        self.register_buffer("epoch", torch.tensor(0))
        # we apply a warm up for the teacher temperature because
        # a too high temperature makes the training instable at the beginning
        self.teacher_temp_schedule = np.concatenate((
            np.linspace(0.04, 0.07, warmup_epochs),
            np.ones(nepochs - warmup_epochs) * 0.07,
        ))

    def forward(self, student_output, teacher_output):
        student_out = (student_output / self.student_temp).chunk(self.ncrops)
        temp = self.teacher_temp_schedule[self.epoch.item()]
        teacher_out = F.softmax((teacher_output - self.center) / temp, dim=-1)
        teacher_out = teacher_out.detach().chunk(2)

        total_loss, n_loss_terms = 0, 0
        for iq, q in enumerate(teacher_out):
            for v in range(len(student_out)):
                if v == iq:
                    continue  # we skip cases where student and teacher operate on the same view
                loss = torch.sum(-q * F.log_softmax(student_out[v], dim=-1), dim=-1)
                total_loss += loss.mean()
                n_loss_terms += 1
        self.update_center(teacher_output)
        return total_loss / n_loss_terms

    @torch.no_grad()
    def update_center(self, teacher_output):
        batch_center = teacher_output.mean(dim=0, keepdim=True)
        self.center.mul_(self.center_momentum).add_(batch_center, alpha=1 - self.center_momentum)


def at_epoch(n):
    loss = DINOLoss()
    loss.epoch.fill_(n)
    return torch.compile(loss)


def cases():
    yield from build(lambda: at_epoch(0), lambda: (randn(6, 6), randn(4, 6)), "base grad nan")
    yield from build(lambda: at_epoch(1), lambda: (randn(6, 6), randn(4, 6)), "base grad", tag="warm-")
    yield from build(lambda: at_epoch(4), lambda: (randn(6, 6), randn(4, 6)), "base", tag="last-")

EXPECT = {'topic': 'self-supervised',
 'kind': 'host',
 'rewrites': [],
 'breaks': {28: 3},
 'gb': ['GB0112', 'GB0124'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
