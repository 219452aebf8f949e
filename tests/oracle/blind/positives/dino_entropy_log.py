"""DINO style loss: teacher centring, student cross entropy and the logged statistics."""

import torch
import torch.nn as nn
import torch.nn.functional as F

from fxkit import build, randn


class DINOLoss(nn.Module):
    """Cross-entropy between softmax outputs of the teacher and student networks."""

    def __init__(self, out_dim, student_temp=0.1, center_momentum=0.9):
        super().__init__()
        self.student_temp = student_temp
        self.center_momentum = center_momentum
        self.register_buffer("center", torch.zeros(1, out_dim))

    @torch.no_grad()
    def update_center(self, teacher_output):
        batch_center = teacher_output.mean(dim=0, keepdim=True)
        self.center.mul_(self.center_momentum).add_(batch_center * (1 - self.center_momentum))

    def entropy(self, probs):
        return -(probs * probs.clamp_min(1e-8).log()).sum(-1).mean()

    def forward(self, student_output, teacher_output, teacher_temp):
        student_out = student_output / self.student_temp
        teacher_out = F.softmax((teacher_output - self.center) / teacher_temp, dim=-1).detach()
        loss = torch.sum(-teacher_out * F.log_softmax(student_out, dim=-1), dim=-1).mean()
        entropy = self.entropy(teacher_out).item()
        self.update_center(teacher_output)
        stats = {"teacher_entropy": entropy, "center_norm": self.center.norm().item()}
        return loss, stats


def make_loss():
    return torch.compile(DINOLoss(8))


def cases():
    yield from build(make_loss, lambda: (randn(4, 8), randn(4, 8, seed=1), 0.04), "base grad f64")
    yield from build(make_loss, lambda: (randn(4, 8, seed=5) * 3, randn(4, 8, seed=9), 0.07), "base zero", tag="late-")

EXPECT = {'topic': 'self-distillation',
 'rewrites': [],
 'breaks': {31: 4, 33: 3},
 'gb': ['GB0124'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['number-tensor']}
