"""What times say: medians, and how sure one can be of a change."""

import random
import statistics

RESAMPLINGS = 2000


def summary(blocks, rows):
    """Of the times of one arm, a list of blocks of seconds; `rows`: how many samples one call works on."""
    times = sorted(time for block in blocks for time in block)
    median = statistics.median(times)
    return {
        "median": median,
        "p95": times[min(len(times) - 1, round(0.95 * (len(times) - 1)))],
        "deviation": statistics.pstdev(times),
        "calls": len(times),
        "perSecond": rows / median if median else None,
        "times": times if len(times) <= 400 else times[:: len(times) // 400],
    }


def compared(before, after):
    """The ratio of medians with its interval. Blocks are resampled, not single times: neighbours have much in common."""
    draw = random.Random(0)

    def median(blocks):
        return statistics.median(statistics.median(block) for block in blocks)

    def resampled(blocks):
        return median([draw.choice(blocks) for _ in blocks])

    ratios = sorted(resampled(after) / resampled(before) for _ in range(RESAMPLINGS))
    low, high = ratios[int(0.025 * RESAMPLINGS)], ratios[int(0.975 * RESAMPLINGS) - 1]
    return {"ratio": median(after) / median(before), "low": low, "high": high, "measurable": not low <= 1 <= high}
