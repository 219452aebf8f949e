"""Unsupervised branch of a semi-supervised detector: pseudo boxes above a score threshold supervise the student."""

import torch
import torch.nn.functional as F

from fxkit import rand, randn, sweep


def smooth_l1(pred, target, beta=0.5):
    d = (pred - target).abs()
    return torch.where(d < beta, 0.5 * d * d / beta, d - 0.5 * beta)


def box_uncertainty(jittered):
    """Variance of the regressed boxes over the jittered proposals (jitter, n, 4)."""
    size = (jittered[..., 2:] - jittered[..., :2]).mean(0).clamp(min=1e-3)
    return jittered.std(0).mean(-1) / size.mean(-1)


@torch.compile
def unsupervised_loss(student_boxes, student_logits, teacher_scores, jittered, score_thr=0.7, unc_thr=0.5):
    teacher_boxes = jittered.mean(0)
    keep = teacher_scores > score_thr
    reliable = keep & (box_uncertainty(jittered) < unc_thr)

    cls_loss = F.binary_cross_entropy_with_logits(student_logits, keep.float(), reduction="mean")
    if reliable.sum() == 0:
        reg_loss = student_boxes.sum() * 0.0
    else:
        reg_loss = smooth_l1(student_boxes[reliable], teacher_boxes[reliable]).sum() / reliable.sum()
    return cls_loss + 2.0 * reg_loss, {"cls": cls_loss.detach(), "reg": reg_loss.detach(), "num_pseudo": keep.sum()}


def jitter(spread):
    lt = rand(6, 2) * 3
    base = torch.cat([lt, lt + 2.0], -1)
    return base + randn(5, 6, 4) * spread


def cases():
    args = lambda score, spread: (randn(6, 4), randn(6, seed=1), rand(6) * 0.5 + score, jitter(spread))
    yield from sweep(unsupervised_loss, lambda: args(0.4, 0.05), "base grad", tag="some-")
    yield from sweep(unsupervised_loss, lambda: args(0.7, 0.05), "base", tag="all-")
    yield from sweep(unsupervised_loss, lambda: args(0.0, 0.05), "base grad", tag="low-score-")
    yield from sweep(unsupervised_loss, lambda: args(0.5, 9.0), "base", tag="uncertain-")

EXPECT = {'topic': 'detection',
 'rewrites': ['R30', 'R5'],
 'breaks': {27: 1, 30: 1},
 'gb': ['GB0036', 'GB0170'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': ['grad-none-zero'],
 'unsafe': ['close', 'finite-grad', 'fresh-result', 'grad-close', 'grad-none-zero', 'requires-grad']}
