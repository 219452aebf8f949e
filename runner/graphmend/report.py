"""The page that people look at: one HTML file that needs nothing else."""

import html
import json
import math
import os

STYLE = """
:root{--ink:#1b1f24;--soft:#5b6570;--line:#d9dee4;--before:#c2571a;--after:#1a7f5a;--paper:#fff;--wash:#f6f8fa}
@media(prefers-color-scheme:dark){:root{--ink:#e6e9ed;--soft:#9aa4af;--line:#343b44;--before:#f0904f;--after:#4cc79a;--paper:#14181d;--wash:#1c2128}}
*{box-sizing:border-box}body{margin:0;background:var(--paper);color:var(--ink);font:15px/1.5 system-ui,sans-serif}
main{max-width:60rem;margin:auto;padding:2rem 1.25rem 4rem}h1{font-size:1.5rem;margin:0}h2{font-size:1.1rem;margin:2.2rem 0 .6rem}
p{margin:.3rem 0}.soft{color:var(--soft)}.cards{display:grid;grid-template-columns:repeat(auto-fit,minmax(11rem,1fr));gap:.75rem;margin-top:1.2rem}
.card{border:1px solid var(--line);border-radius:8px;padding:.8rem 1rem;background:var(--wash)}.card b{display:block;font-size:1.35rem}
table{border-collapse:collapse;width:100%;font-variant-numeric:tabular-nums}th,td{text-align:left;padding:.35rem .6rem;border-bottom:1px solid var(--line)}
th{font-weight:600;color:var(--soft);font-size:.85rem}td.n,th.n{text-align:right}pre{background:var(--wash);border:1px solid var(--line);border-radius:8px;padding:.8rem;overflow:auto;font-size:13px}
.before{color:var(--before)}.after{color:var(--after)}a{color:inherit}.wide{overflow-x:auto}svg{width:100%;min-width:40rem;height:auto;display:block}svg text{fill:var(--soft);font:12px system-ui,sans-serif}
.add{color:var(--after)}.del{color:var(--before)}
"""
NO_GPU = "no CUDA device"
OTHER_CLOCK = "not shown: the GPU of this machine has a clock of its own"
HOW = """Both programs are processes of their own, and take turns (A B B A). Each is called until the medians of its last two
times 5 calls differ by at most 5 %, or 60 times. Then it is timed in blocks of 0.1 seconds or more. The change is the median
ratio of blocks that were timed one after the other; it counts if 95 of 100 resamplings of such pairs agree on its direction."""
WIDTH = 900
MOST_SCATTER = 2  # between the ends of an interval, as a ratio


def page(result):
    """`result`: what graphmend.profile.measured returns, and optionally `title`, `diff`, `same` and `root`."""
    parts = [_head(result), _summary(result), _figures(result), _sites(result), _waiting(result), _latencies(result), _timelines(result), _same(result), _diff(result), _environment(result)]
    body = "\n".join(part for part in parts if part)
    return f"<!doctype html><html lang=en><meta charset=utf-8><meta name=viewport content='width=device-width'><title>GraphMend profile</title><style>{STYLE}</style><main>{body}</main></html>\n"


def milliseconds(seconds):
    """A time for people."""
    if seconds is None:
        return "not known"
    return f"{seconds:.1f} s" if seconds >= 1 else f"{seconds * 1e3:.3g} ms"


def change_in_words(change):
    """"1.23x faster (1.18 to 1.29)", or that there is no difference to be measured, or none to be told exactly."""
    if not change["measurable"]:
        return "no measurable difference"
    ratio, word = change["ratio"], "faster"
    low, high = 1 / change["high"], 1 / change["low"]
    if ratio > 1:
        word, low, high = "slower", change["low"], change["high"]
    if high > MOST_SCATTER * low:
        return f"{word}, {low:.2f}x to {high:.2f}x: too unsteady to say more"
    return f"{max(ratio, 1 / ratio):.2f}x {word} ({low:.2f} to {high:.2f})"


def _head(result):
    return f"<h1>{html.escape(result.get('title') or 'GraphMend profile')}</h1><p class=soft>The original program beside the one with GraphMend's fixes, measured in turns in one run.</p>"


def _summary(result):
    before, after = result["arms"]["before"], result["arms"]["after"]
    first = result["batches"][0]
    same = result.get("same")
    verdict = "not compared" if same is None else "the same program" if all(each["same"] for each in same) else "NOT the same program"
    cards = [
        ("Breaks per call", f"{before['breaks']} &rarr; {after['breaks']}"),
        ("Median call", " &rarr; ".join(milliseconds(first[arm]["median"]).replace(" ", "&nbsp;") for arm in ("before", "after"))),
        ("Change", change_in_words(first["change"])),
        ("Results, state, output", verdict),
    ]
    return "<div class=cards>" + "".join(f"<div class=card><span class=soft>{name}</span><b>{value}</b></div>" for name, value in cards) + "</div>"


def _row(name, *cells):
    return f"<tr><td>{name}</td>" + "".join(f"<td class=n>{cell}</td>" for cell in cells) + "</tr>"


def rows_of(result):
    """(what, before, after, note) as texts: the table of the page and of the terminal."""
    before, after = result["arms"]["before"], result["arms"]["after"]
    rows = [
        ("breaks per call", str(before["breaks"]), str(after["breaks"]), ""),
        ("compiled regions run", str(before["regions"]), str(after["regions"]), ""),
        ("operators run", str(before["operators"]), str(after["operators"]), ""),
        ("first call", milliseconds(before["firstCall"]), milliseconds(after["firstCall"]), ""),
        ("of it compiling", milliseconds(before["compiling"]), milliseconds(after["compiling"]), ""),
        ("graphs compiled", str(before["graphs"]), str(after["graphs"]), ""),
    ]
    for batch in result["batches"]:
        size = "" if batch["batch"] is None else f", batch {batch['batch']}"
        old, new = batch["before"], batch["after"]
        rows.append((f"median{size}", milliseconds(old["median"]), milliseconds(new["median"]), change_in_words(batch["change"])))
        rows.append((f"p95{size}", milliseconds(old["p95"]), milliseconds(new["p95"]), ""))
        rows.append((f"standard deviation{size}", milliseconds(old["deviation"]), milliseconds(new["deviation"]), ""))
        rows.append((f"samples per second{size}", _number(old["perSecond"]), _number(new["perSecond"]), ""))
    rows.append(("peak memory", f"{before['peakMemory'] / 2**20:.0f} MiB", f"{after['peakMemory'] / 2**20:.0f} MiB", ""))
    for name, key in [("kernels", "kernels"), ("kernel launches", "launches"), ("CUDA graph launches", "graphLaunches"), ("bytes to the host", "bytesToHost"), ("bytes to the device", "bytesToDevice")]:
        rows.append((name, _of_gpu(before, key), _of_gpu(after, key), ""))
    rows.append(("CUDA graphs recorded", *(_graphs(arm) for arm in (before, after)), ""))
    rows.append(("CPU-GPU synchronisations", _waits(before), _waits(after), ""))
    rows.append(("GPU idle", _share(before), _share(after), ""))
    begin, end, processors = result["load"]
    busy = "busy with other things: times scatter" if max(begin, end) > processors else ""
    rows.append((f"load of the machine, {processors} processors", f"{begin:.1f}", f"{end:.1f}", busy))
    return rows


def _number(value):
    return f"{value:,.0f}" if value >= 100 else f"{value:.3g}"


def _of_gpu(arm, key):
    return NO_GPU if arm["gpu"] is None else str(arm["gpu"][key])


def _graphs(arm):
    """"3", or "0; skipping cudagraphs due to mutated inputs (twice)" as inductor gives its reasons."""
    graphs = arm["cudagraphs"]
    if graphs is None:
        return NO_GPU
    return "; ".join([str(graphs["recorded"]), *(f"{reason} ({count}x)" for reason, count in graphs["skipped"].items())])


def _waits(arm):
    if arm["gpu"] is None:
        return NO_GPU
    return ", ".join(f"{count} {name}" for name, count in arm["gpu"]["synchronisations"].items()) or "0"


def _share(arm):
    share = arm["gpu"] and arm["gpu"]["idleShare"]
    return NO_GPU if arm["gpu"] is None else "not known" if share is None else f"{100 * share:.0f} %"


def _figures(result):
    all_rows = rows_of(result)
    shown = [row for row in all_rows if NO_GPU not in row]
    rows = "".join(_row(*map(html.escape, row)) for row in shown)
    rest = [name for name, *cells in all_rows if NO_GPU in cells]
    note = f"<p class=soft>{NO_GPU}: {', '.join(rest)}.</p>" if rest else ""
    return f"<h2>Measured</h2><div class=wide><table><tr><th>per call<th class='n before'>before<th class='n after'>after<th class=n>change</tr>{rows}</table></div>{note}"


def _link(site, root):
    path = os.path.abspath(site["path"])
    name = os.path.relpath(path, root) if root else site["path"]
    return f"<a href='vscode://file{html.escape(path)}:{site['line']}'>{html.escape(name)}:{site['line']}</a>"


def _sites(result):
    places = {}
    for arm in ("before", "after"):
        for site in result["arms"][arm]["sites"]:
            places.setdefault((site["path"], site["line"], site["function"]), {})[arm] = site["breaks"]
    if not places:
        return "<h2>Where it breaks</h2><p>Nowhere.</p>"
    rows = "".join(
        f"<tr><td>{_link({'path': path, 'line': line}, result.get('root'))}</td><td>{html.escape(function)}</td>"
        f"<td class=n>{counts.get('before', 0)}</td><td class=n>{counts.get('after', 0)}</td></tr>"
        for (path, line, function), counts in sorted(places.items())
    )
    return f"<h2>Where it breaks</h2><table><tr><th>line<th>function<th class='n before'>before<th class='n after'>after</tr>{rows}</table>{_left_to_eager(result)}"


def _waiting(result):
    """Where the CPU waits for the GPU: `model.py(12): forward`, as the trace has it."""
    before, after = ((result["arms"][arm]["gpu"] or {}).get("synchronisationsByLine", {}) for arm in ("before", "after"))
    rows = "".join(_row(html.escape(line), before.get(line, 0), after.get(line, 0)) for line in sorted({**before, **after}))
    return f"<h2>Where it waits for the GPU</h2><table><tr><th>line<th class='n before'>before<th class='n after'>after</tr>{rows}</table>" if rows else ""


def _left_to_eager(result):
    """Functions that Dynamo gave up: nothing of their own text is in a graph, so nothing of it breaks."""
    names = {}
    for arm in ("before", "after"):
        for site in result["arms"][arm]["leftToEager"]:
            names.setdefault((site["path"], site["line"], site["function"]), []).append(arm)
    told = [f"{html.escape(name)} ({_link({'path': path, 'line': line}, result.get('root'))}, {' and '.join(arms)})" for (path, line, name), arms in sorted(names.items())]
    return f"<p class=soft>Left to eager as a whole: {', '.join(told)}.</p>" if told else ""


def _latencies(result):
    parts = []
    for batch in result["batches"]:
        size = "" if batch["batch"] is None else f", batch {batch['batch']}"
        parts.append(f"<p class=soft>time of a call{size}</p>{histogram(batch['before']['times'], batch['after']['times'])}")
    return "<h2>Latency</h2>" + "".join(parts)


def histogram(before, after, bins=60):
    """An SVG of both distributions, on one logarithmic axis up to the 99th percentile: most calls are close to the
    median, and a few that were disturbed take many times as long.
    """
    every = sorted(before + after)
    low, high = every[0], max(every[int(0.99 * (len(every) - 1))], every[0] * 1.001)
    step = math.log(high / low) / bins

    def heights(times):
        counts = [0] * bins
        for time in times:
            if time <= high:
                counts[min(bins - 1, int(math.log(time / low) / step))] += 1
        return [count / (max(counts) or 1) for count in counts]

    bar = WIDTH / bins
    shapes = []
    for name, times, top in (("before", before, 10), ("after", after, 95)):
        for i, height in enumerate(heights(times)):
            if height:
                shapes.append(f"<rect x='{i * bar:.1f}' y='{top + 70 * (1 - height):.1f}' width='{bar - 1:.1f}' height='{70 * height:.1f}' fill='var(--{name})'/>")
        shapes.append(f"<text x='{WIDTH - 4}' y='{top + 12}' text-anchor='end'>{name}</text>")
    shapes.append(f"<text x='{WIDTH / 2}' y='185' text-anchor='middle'>{milliseconds(math.sqrt(low * high))}</text>")
    shapes.append(f"<text x='0' y='185'>{milliseconds(low)}</text><text x='{WIDTH}' y='185' text-anchor='end'>{milliseconds(high)}</text>")
    return f"<div class=wide><svg viewBox='0 0 {WIDTH} 192' role='img' aria-label='latency of both arms'>{''.join(shapes)}</svg></div>"


def _timelines(result):
    times = result.get("timeline")
    if not times:
        return ""
    longest = max(each["length"] for each in times.values()) or 1
    pictures = "".join(f"<p class={name}>{name}</p>{timeline(times[name], longest)}" for name in ("before", "after"))
    return f"<h2>One call</h2><p class=soft>From the trace of one call. Between compiled regions Python runs; a dashed line is where one goes on behind a break.</p>{pictures}"


def timeline(lanes, length):
    """An SVG with a lane each for compiled regions, operators and the GPU; a mark at each that goes on behind a break."""
    shapes = []
    for number, (name, color) in enumerate((("regions", "var(--after)"), ("operators", "var(--soft)"), ("gpu", "var(--before)"))):
        top = 14 + 26 * number
        shapes.append(f"<text x='0' y='{top + 11}'>{'GPU' if name == 'gpu' else name}</text>")
        if name == "gpu" and not lanes["gpu"]:
            shapes.append(f"<text x='80' y='{top + 11}'>{OTHER_CLOCK if lanes['gpu'] is None else NO_GPU}</text>")
        for begin, duration, what in lanes[name] or ():
            left, width = 80 + (WIDTH - 80) * begin / length, max(0.6, (WIDTH - 80) * duration / length)
            shapes.append(f"<rect x='{left:.1f}' y='{top}' width='{width:.1f}' height='15' fill='{color}' opacity='.75'><title>{html.escape(what)} {duration:.1f} us</title></rect>")
    for begin in lanes["breaks"]:
        x = 80 + (WIDTH - 80) * begin / length
        shapes.append(f"<path d='M{x:.1f} 4V90' stroke='var(--before)' stroke-dasharray='3 2'/>")
    shapes.append(f"<text x='{WIDTH}' y='104' text-anchor='end'>{length:.0f} us</text>")
    return f"<div class=wide><svg viewBox='0 0 {WIDTH} 108' role='img' aria-label='timeline of one call'>{''.join(shapes)}</svg></div>"


def _same(result):
    same = result.get("same")
    if same is None:
        return ""
    rows = "".join(f"<tr><td>{html.escape(each['arms'])}</td><td>{'the same' if each['same'] else html.escape(each['difference'])}{html.escape(each['within'] and ', ' + each['within'])}</td><td class=n>{each['moments']}</td></tr>" for each in same)
    return f"<h2>Is it the same program?</h2><p class=soft>Results, arguments, parameters, buffers, gradients, a step of learning, random states, exceptions, output, warnings and log records.</p><table><tr><th>run<th>verdict<th class=n>moments compared</tr>{rows}</table>"


def _diff(result):
    diff = result.get("diff")
    if not diff:
        return ""
    kinds = {"+": "add", "-": "del"}
    lines = [f"<span class={kinds[line[0]]}>{html.escape(line)}</span>" if line[:1] in kinds else html.escape(line) for line in diff.splitlines()]
    return "<h2>What was changed</h2><pre>" + "\n".join(lines) + "</pre>"


def _environment(result):
    arm = result["arms"]["before"]
    facts = {"torch": arm["torch"], "Python": arm["python"], "device": arm["device"], "threads of an operator": arm["threads"]}
    data = {key: value for key, value in result.items() if key != "timeline"}
    return ("<h2>Environment</h2><p>" + ", ".join(f"{name} {html.escape(str(value))}" for name, value in facts.items()) + "</p>"
            f"<p class=soft>{HOW}</p>"
            f"<script type='application/json' id='data'>{json.dumps(data).replace('<', chr(92) + 'u003c')}</script>")
