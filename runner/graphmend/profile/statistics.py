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
    """The median ratio of blocks that were timed side by side, with its interval: what else the machine did meanwhile
    was the same for both. Such pairs are resampled, not single times: neighbours have much in common.
    """
    draw = random.Random(0)
    ratios = [statistics.median(new) / statistics.median(old) for old, new in zip(before, after)]
    resampled = sorted(statistics.median(draw.choices(ratios, k=len(ratios))) for _ in range(RESAMPLINGS))
    low, high = resampled[int(0.025 * RESAMPLINGS)], resampled[int(0.975 * RESAMPLINGS) - 1]
    return {"ratio": statistics.median(ratios), "low": low, "high": high, "measurable": not low <= 1 <= high}
