"""AdaLoRA: importance of the singular triplets is smoothed, the least important ones are masked to the budget."""

import torch
from torch import nn

from fxkit import build, randn


class RankAllocator(nn.Module):
    def __init__(self, shapes=((3, 4, 5), (3, 5, 4)), beta1=0.85, beta2=0.85, init_bgt=6, target_bgt=3, tfinal=4):
        super().__init__()
        self.beta1, self.beta2 = beta1, beta2
        self.init_bgt, self.target_bgt, self.tfinal = init_bgt, target_bgt, tfinal
        self.lora_E = nn.ParameterList(nn.Parameter(randn(r, 1, seed=i)) for i, (r, _, _) in enumerate(shapes))
        for i, (r, n_in, n_out) in enumerate(shapes):
            for kind, size in (("E", (r, 1)), ("A", (r, n_in)), ("B", (n_out, r))):
                self.register_buffer(f"ipt_{kind}{i}", torch.zeros(size))
                self.register_buffer(f"unc_{kind}{i}", torch.zeros(size))

    def budget_schedule(self, step):
        if step >= self.tfinal:
            return self.target_bgt
        mul_coeff = 1 - step / self.tfinal
        return int((self.init_bgt - self.target_bgt) * (mul_coeff**3) + self.target_bgt)

    def _element_score(self, name, value):
        ipt, unc = getattr(self, "ipt_" + name), getattr(self, "unc_" + name)
        # Sensitivity smoothing
        ipt.copy_(self.beta1 * ipt + (1 - self.beta1) * value.abs())
        # Uncertainty quantification
        unc.copy_(self.beta2 * unc + (1 - self.beta2) * (value.abs() - ipt).abs())
        return ipt * unc

    def mask_to_budget(self, sensitivities, budget):
        all_score, triplet_ipt = [], []
        for i, (sen_E, sen_A, sen_B) in enumerate(sensitivities):
            ipt_AB = torch.cat(
                [
                    self._element_score(f"A{i}", sen_A).mean(dim=1, keepdim=True),
                    self._element_score(f"B{i}", sen_B).mean(dim=0, keepdim=False).view(-1, 1),
                ],
                dim=1,
            )
            sum_ipt = self._element_score(f"E{i}", sen_E).view(-1) + ipt_AB.sum(dim=1, keepdim=False)
            triplet_ipt.append(sum_ipt.view(-1, 1))
            all_score.append(sum_ipt.view(-1))

        # Get the threshold by ranking ipt
        mask_threshold = torch.kthvalue(torch.cat(all_score), k=self.init_bgt - budget)[0].item()

        for p, ipt in zip(self.lora_E, triplet_ipt):
            p.masked_fill_(ipt <= mask_threshold, 0.0)
        return mask_threshold

    @torch.no_grad()
    def forward(self, sensitivities, step):
        budget = self.budget_schedule(step)
        if budget < self.init_bgt:
            self.mask_to_budget(sensitivities, budget)
        return torch.cat([(p != 0).flatten() for p in self.lora_E]).sum()


def load():
    return torch.compile(RankAllocator())


def sensitivities(scale=1.0):
    return [tuple(randn(*s, seed=7) * scale for s in ((3, 1), (3, 4), (5, 3))), tuple(randn(*s, seed=8) for s in ((3, 1), (3, 5), (4, 3)))]


def cases():
    yield from build(load, lambda: (sensitivities(), 4), "base f64 zero nan")
    yield from build(load, lambda: (sensitivities(0.0), 4), "base", tag="weak-")
    yield from build(load, lambda: (sensitivities(), 2), "base", tag="halfway-")
    yield from build(load, lambda: (sensitivities(), 0), "base", tag="start-")


EXPECT = {'topic': 'lora',
 'rewrites': [],
 'breaks': {49: 3},
 'gb': ['GB0124'],
 'skips': 0,
 'graphs_per_call': 4,
 'after': 0,
 'assume': [],
 'unsafe': ['close', 'grad-close']}
