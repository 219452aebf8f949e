"""UCB1 bandit head for ad slot selection; arms that were never shown are played first."""

import torch

from fxkit import rand


class UCB1:
    def __init__(self, counts, rewards, c=1.4):
        self.counts = counts
        self.rewards = rewards
        self.c = c

    def bonus(self, total):
        return self.c * torch.sqrt(torch.log(total) / self.counts)

    def select(self):
        for arm in range(self.counts.numel()):
            if self.counts[arm] == 0:
                return torch.tensor(arm)
        total = self.counts.sum()
        return torch.argmax(self.rewards / self.counts + self.bonus(total))


@torch.compile
def play_round(bandit, click_rate):
    """One selection and update; returns arm and the regret of the choice."""
    arm = bandit.select()
    payoff = click_rate[arm]
    bandit.counts[arm] += 1
    bandit.rewards[arm] += payoff
    regret = click_rate.max() - payoff
    return arm, regret


def bandit_case(counts):
    def make():
        b = UCB1(torch.tensor(counts), rand(4) * torch.tensor(counts))
        return play_round, (b, torch.tensor([0.1, 0.5, 0.4, 0.3])), {}

    return make


def cases():
    yield "fresh", bandit_case([0.0, 0.0, 0.0, 0.0])
    yield "one-left", bandit_case([3.0, 2.0, 0.0, 4.0])
    yield "last-left", bandit_case([1.0, 1.0, 1.0, 0.0])
    yield "all-played", bandit_case([5.0, 2.0, 7.0, 3.0])


EXPECT = {'topic': 'bandits',
 'rewrites': [],
 'breaks': {19: 1},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 6,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
