"""Label assignment of YOLOX: dynamic k per ground truth, conflicts go to the cheapest."""

import torch
import torch.nn.functional as F

from fxkit import ints, rand, sweep


def simota_matching(cost, pair_wise_ious, gt_classes, num_gt, n_candidate=10):
    matching_matrix = torch.zeros_like(cost, dtype=torch.uint8)

    n_candidate_k = min(n_candidate, pair_wise_ious.size(1))
    topk_ious, _ = torch.topk(pair_wise_ious, n_candidate_k, dim=1)
    dynamic_ks = torch.clamp(topk_ious.sum(1).int(), min=1)
    for gt_idx in range(num_gt):
        _, pos_idx = torch.topk(cost[gt_idx], k=dynamic_ks[gt_idx].item(), largest=False)
        matching_matrix[gt_idx][pos_idx] = 1

    del topk_ious, dynamic_ks

    anchor_matching_gt = matching_matrix.sum(0)
    # deal with the case that one anchor matches multiple ground-truths
    if anchor_matching_gt.max() > 1:
        multiple_match_mask = anchor_matching_gt > 1
        _, cost_argmin = torch.min(cost[:, multiple_match_mask], dim=0)
        matching_matrix[:, multiple_match_mask] *= 0
        matching_matrix[cost_argmin, multiple_match_mask] = 1
    fg_mask_inboxes = anchor_matching_gt > 0
    num_fg = fg_mask_inboxes.sum()

    matched_gt_inds = matching_matrix.argmax(0)
    matched_classes = torch.where(fg_mask_inboxes, gt_classes[matched_gt_inds], -1)
    pred_ious_this_matching = (matching_matrix * pair_wise_ious).sum(0)
    return num_fg, matched_gt_inds, matched_classes, pred_ious_this_matching


@torch.compile
def get_assignments(pair_wise_ious, cls_prob, gt_classes, in_center):
    num_gt = pair_wise_ious.shape[0]
    gt_cls = F.one_hot(gt_classes, cls_prob.shape[-1]).to(cls_prob.dtype)
    cls_cost = F.binary_cross_entropy(
        cls_prob.sqrt().unsqueeze(0).repeat(num_gt, 1, 1),
        gt_cls.unsqueeze(1).repeat(1, cls_prob.shape[0], 1),
        reduction="none",
    ).sum(-1)
    iou_cost = -torch.log(pair_wise_ious + 1e-8)
    cost = cls_cost + 3.0 * iou_cost + float(1e6) * (~in_center)
    return simota_matching(cost, pair_wise_ious, gt_classes, num_gt)


def batch(gts=3, scale=1.0, anchors=12):
    return rand(gts, anchors) * scale, rand(anchors, 4) * 0.9, ints(0, 4, gts), rand(gts, anchors, seed=3) < 0.6


def cases():
    yield from sweep(get_assignments, batch, "base f64")
    yield from sweep(get_assignments, lambda: batch(1), "base", tag="one-")
    yield from sweep(get_assignments, lambda: batch(3, 0.05), "base", tag="low-")
    yield from sweep(get_assignments, lambda: batch(2, 0.7, 7), "base", tag="few-")


EXPECT = {'topic': 'detection',
 'rewrites': [],
 'breaks': {16: 2},
 'gb': ['GB0124', 'GB7000'],
 'skips': 1,
 'graphs_per_call': 1,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
