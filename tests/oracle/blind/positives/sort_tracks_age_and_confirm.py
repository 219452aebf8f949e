"""Track management of a SORT-like tracker: hit streaks, ages and the number of confirmed tracks of a frame."""

import torch

from fxkit import rand, randn


class TrackTable:
    """Fixed number of slots; an unmatched track ages, a matched one extends its streak."""

    def __init__(self, slots=4, min_hits=2, max_age=3):
        self.boxes = torch.zeros(slots, 4)
        self.age = torch.zeros(slots)
        self.streak = torch.zeros(slots)
        self.min_hits = min_hits
        self.max_age = max_age

    def pairwise_iou(self, dets):
        lt = torch.maximum(self.boxes[:, None, :2], dets[None, :, :2])
        rb = torch.minimum(self.boxes[:, None, 2:], dets[None, :, 2:])
        inter = (rb - lt).clamp(min=0).prod(-1)
        area = lambda b: (b[..., 2:] - b[..., :2]).prod(-1)
        return inter / (area(self.boxes)[:, None] + area(dets)[None] - inter).clamp(min=1e-6)


@torch.compile
def step_tracks(table, dets, iou_thr=0.3):
    """Greedy association by best IoU, then the life cycle of every slot."""
    best_iou, best_det = table.pairwise_iou(dets).max(dim=1)
    boxes, age, streak = [], [], []
    for i in range(table.boxes.shape[0]):
        if best_iou[i] > iou_thr:
            boxes.append(0.5 * table.boxes[i] + 0.5 * dets[best_det[i]])
            age.append(torch.zeros(()))
            streak.append(table.streak[i] + 1)
        else:
            boxes.append(table.boxes[i])
            age.append(table.age[i] + 1)
            streak.append(torch.zeros(()))
    table.boxes = torch.stack(boxes)
    table.age = torch.stack(age)
    table.streak = torch.stack(streak)
    alive = table.age <= table.max_age
    confirmed = alive & (table.streak >= table.min_hits)
    return table.boxes, confirmed, alive.sum()


def boxes(seed, n=4):
    xy = rand(n, 2, seed=seed) * 4
    return torch.cat([xy, xy + 2 + rand(n, 2, seed=seed + 1)], 1)


def scene(kind):
    def make():
        table = TrackTable()
        table.boxes = boxes(0)
        dets = boxes(0) + randn(4, 4) * 0.05 if kind == "still" else boxes(7, 3)
        if kind == "left":
            dets = dets + 100.0
        return step_tracks, (table, dets), {}

    return make


def cases():
    for kind in ("still", "other", "left"):
        yield kind, scene(kind)

EXPECT = {'topic': 'tracking',
 'rewrites': ['R7', 'R5'],
 'breaks': {32: 1},
 'gb': ['GB0170', 'GB7000'],
 'skips': 1,
 'graphs_per_call': 1,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
