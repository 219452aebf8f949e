"""Knowledge distillation with feature hints; mismatched feature maps are resized with a warning."""

import warnings

import torch
import torch.nn.functional as F
from torch import nn

from fxkit import build, ints, randn


class KDLoss(nn.Module):
    def __init__(self, temperature: float = 4.0, alpha: float = 0.9):
        super().__init__()
        self.temperature, self.alpha = temperature, alpha

    def forward(self, student_logits, teacher_logits, labels):
        t = self.temperature
        soft = F.kl_div(
            F.log_softmax(student_logits / t, dim=1), F.softmax(teacher_logits / t, dim=1), reduction="batchmean"
        )
        hard = F.cross_entropy(student_logits, labels)
        return self.alpha * t * t * soft + (1 - self.alpha) * hard


class HintLoss(nn.Module):
    """Mean squared error between student and teacher features, after a 1x1 adaptor."""

    def __init__(self, student_channels: int, teacher_channels: int):
        super().__init__()
        self.adaptor = nn.Conv2d(student_channels, teacher_channels, 1)

    def forward(self, student_feat: torch.Tensor, teacher_feat: torch.Tensor) -> torch.Tensor:
        x = self.adaptor(student_feat)
        if x.shape[-2:] != teacher_feat.shape[-2:]:
            warnings.warn(
                "Student and teacher feature maps differ in size; the student is resized by bilinear interpolation",
                UserWarning,
            )
            x = F.interpolate(x, size=teacher_feat.shape[-2:], mode="bilinear", align_corners=False)
        return F.mse_loss(x, teacher_feat.detach())


class Distiller(nn.Module):
    def __init__(self, in_ch=3, s_ch=4, t_ch=6, num_classes=5, hint_weight=0.5, stride=1):
        super().__init__()
        self.stem = nn.Conv2d(in_ch, s_ch, 3, padding=1, stride=stride)
        self.fc = nn.Linear(s_ch, num_classes)
        self.kd = KDLoss()
        self.hint = HintLoss(s_ch, t_ch)
        self.hint_weight = hint_weight

    def forward(self, images, labels, teacher_feat, teacher_logits):
        feat = self.stem(images).relu()
        logits = self.fc(feat.mean((2, 3)))
        loss = self.kd(logits, teacher_logits, labels)
        return loss + self.hint_weight * self.hint(feat, teacher_feat), logits


def make(**kw):
    return torch.compile(Distiller(**kw))


def _args(n=2):
    return randn(n, 3, 8, 8), ints(0, 5, n), randn(n, 6, 8, 8, seed=2), randn(n, 5, seed=3)


def cases():
    yield from build(make, _args, "base", tag="same-")
    yield from build(lambda: make(stride=2), _args, "base grad nan", tag="stride-")
    yield from build(lambda: make(stride=4, hint_weight=1.0), lambda: _args(1), "base", tag="coarse-")

EXPECT = {'topic': 'distillation',
 'rewrites': [],
 'breaks': {36: 6},
 'gb': ['GB0007'],
 'skips': 0,
 'graphs_per_call': 4,
 'after': 0,
 'assume': ['compiled-silent'],
 'unsafe': ['compiled-silent', 'log-order']}
