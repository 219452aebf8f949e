"""Dice metric per image and class, in the way of MONAI's DiceHelper."""

import torch
import torch.nn.functional as F

from fxkit import ints, randn, sweep


class DiceHelper:
    def __init__(self, include_background=False, ignore_empty=True, num_classes=3):
        self.include_background = include_background
        self.ignore_empty = ignore_empty
        self.num_classes = num_classes

    def compute_channel(self, y_pred, y):
        y_o = torch.sum(y)
        if y_o > 0:
            return (2.0 * torch.sum(torch.masked_select(y, y_pred))) / (y_o + torch.sum(y_pred))
        if self.ignore_empty:
            return torch.tensor(float("nan"), device=y_o.device)
        denorm = y_o + torch.sum(y_pred)
        if denorm <= 0:
            return torch.tensor(1.0, device=y_o.device)
        return torch.tensor(0.0, device=y_o.device)

    def __call__(self, y_pred, y):
        y_pred = F.one_hot(torch.argmax(y_pred, dim=1), self.num_classes).movedim(-1, 1).bool()
        first_ch = 0 if self.include_background else 1
        data = []
        for b in range(y_pred.shape[0]):
            c_list = []
            for c in range(first_ch, self.num_classes):
                x_pred = y_pred[b, c]
                x = y[b, 0] == c
                c_list.append(self.compute_channel(x_pred, x.float()))
            data.append(torch.stack(c_list))
        data = torch.stack(data, dim=0).contiguous()
        not_nans = ~torch.isnan(data)
        return torch.nan_to_num(data).sum(0) / not_nans.sum(0).clamp(min=1), not_nans.sum(0)


dice_ignoring = DiceHelper()
dice_with_empty = DiceHelper(include_background=True, ignore_empty=False)


@torch.compile
def validation_dice(logits, label):
    return dice_ignoring(logits, label)


@torch.compile
def strict_dice(logits, label):
    return dice_with_empty(logits, label)


def batch(hi=3, shift=0.0):
    logits = randn(2, 3, 4, 4)
    logits[:, 2] += shift
    return logits, ints(0, hi, 2, 1, 4, 4)


def cases():
    for fn, tag in ((validation_dice, ""), (strict_dice, "strict-")):
        yield from sweep(fn, batch, "base", tag=tag)
        yield from sweep(fn, lambda: batch(2), "base", tag=tag + "absent-")
        yield from sweep(fn, lambda: batch(1, -100.0), "base", tag=tag + "background-")


EXPECT = {'topic': 'medical imaging',
 'rewrites': [],
 'breaks': {17: 2, 18: 1, 22: 1},
 'gb': ['GB0036', 'GB0170', 'GB7000'],
 'skips': 1,
 'graphs_per_call': 16,
 'after': 0,
 'assume': [],
 'unsafe': ['close',
            'finite',
            'finite-grad',
            'fresh-result',
            'grad-close',
            'grad-none-zero',
            'requires-grad']}
