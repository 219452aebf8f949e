"""A trace of Kineto's (torch.profiler, the Chrome format) -> what it says about graphs, kernels, copies and waits.

The events that count, by their category: `cuda_runtime` and `cuda_driver` (calls of the CPU: cudaLaunchKernel,
cudaStreamSynchronize, cudaGraphLaunch, ...), `kernel`, `gpu_memcpy` and `gpu_memset` (work of the GPU), `cpu_op`,
`user_annotation` (Torch-Compiled Region: 0/0) and `python_function` (with_stack). Times are microseconds.
"""

LAUNCHES = ("cudaLaunchKernel", "cuLaunchKernel", "cudaLaunchKernelExC", "cuLaunchKernelEx", "cudaLaunchCooperativeKernel")
WAITS = ("cudaStreamSynchronize", "cudaDeviceSynchronize", "cudaEventSynchronize", "cudaMemcpy", "cuStreamSynchronize", "cuCtxSynchronize")
GRAPH_LAUNCHES = ("cudaGraphLaunch", "cuGraphLaunch")
ON_GPU = ("kernel", "gpu_memcpy", "gpu_memset")
REGION = "Torch-Compiled Region"
CALL = "graphmend: the call"  # an annotation around it: behind it, the profiler and the clock wait for the GPU as well


def figures(trace):
    """`trace`: the JSON object. Of the GPU: None when nothing of it is in the trace, which is not the same as 0."""
    events = [each for each in trace.get("traceEvents", ()) if each.get("ph") == "X" and "ts" in each and "dur" in each]
    regions = [each for each in events if each["name"].startswith(REGION)]
    gpu = [each for each in events if each.get("cat") in ON_GPU]
    runtime = [each for each in events if each.get("cat") in ("cuda_runtime", "cuda_driver")]
    call = next((each for each in events if each["name"] == CALL and each.get("cat") == "user_annotation"), None)
    result = {"regions": len(regions), "operators": sum(each.get("cat") == "cpu_op" for each in events), "gpu": None}
    if gpu or runtime:
        result["gpu"] = _gpu(events, runtime, gpu, call)
    result["timeline"] = _timeline(events, regions, gpu)
    return result


def _gpu(events, runtime, gpu, call):
    copies = [each for each in gpu if each["cat"] == "gpu_memcpy"]
    waits = [each for each in runtime if each["name"] in WAITS and not (call and each["ts"] > call["ts"] + call["dur"])]
    return {
        "kernels": sum(each["cat"] == "kernel" for each in gpu),
        "launches": sum(each["name"] in LAUNCHES for each in runtime),
        "graphLaunches": sum(each["name"] in GRAPH_LAUNCHES for each in runtime),
        "synchronisations": _counted(each["name"] for each in waits),
        "synchronisationsByLine": _counted(filter(None, (_line_of(each, events) for each in waits))),
        "bytesToHost": sum(_bytes(each) for each in copies if "DtoH" in each["name"]),
        "bytesToDevice": sum(_bytes(each) for each in copies if "HtoD" in each["name"]),
        "idleShare": _idle_share(gpu),
    }


def _counted(names):
    counts = {}
    for name in names:
        counts[name] = counts.get(name, 0) + 1
    return counts


def _bytes(copy):
    return int(copy.get("args", {}).get("bytes", 0))


def _idle_share(gpu):
    """Of the time between the first and the last work of the GPU, the share in which it has none.

    None where the GPU gave no times: in some virtual machines all of its work takes nothing.
    """
    if not any(each["dur"] for each in gpu):
        return None
    spans = sorted((each["ts"], each["ts"] + each["dur"]) for each in gpu)
    busy, end = 0.0, spans[0][0]
    for begin, finish in spans:
        busy += max(0.0, finish - max(begin, end))
        end = max(end, finish)
    whole = end - spans[0][0]
    return 1 - busy / whole


def _line_of(event, events):
    """`model.py(12): forward`, the innermost Python function around it that is no library's."""
    inside = None
    for each in events:
        if each.get("cat") != "python_function" or each.get("tid") != event.get("tid"):
            continue
        holds = each["ts"] <= event["ts"] and event["ts"] + event["dur"] <= each["ts"] + each["dur"]
        library = "site-packages" in each["name"] or "torch/" in each["name"] or "(" not in each["name"] or each["name"].startswith("<")
        if holds and not library and (inside is None or each["dur"] <= inside["dur"]):
            inside = each
    return inside["name"] if inside else None


def _span(events):
    return min(each["ts"] for each in events), max(each["ts"] + each["dur"] for each in events)


def _is_on_clock_of(cpu, gpu):
    """In some virtual machines the GPU has a clock of its own: its first work is far from what launched it."""
    begin, end = _span(cpu)
    return begin <= min(each["ts"] for each in gpu) <= 2 * end - begin


def _timeline(events, regions, gpu):
    """Lanes for a picture: [[begin, duration, name]] from the first event on; of the GPU None on another clock."""
    operators = [each for each in events if each.get("cat") == "cpu_op"]
    aside = bool(gpu and regions + operators) and not _is_on_clock_of(regions + operators, gpu)
    shown = regions + operators + ([] if aside else gpu)
    if not shown:
        return {"regions": [], "operators": [], "gpu": [], "length": 0}
    start, last = _span(shown)
    lane = lambda some: [[each["ts"] - start, each["dur"], each["name"]] for each in sorted(some, key=lambda each: each["ts"])[:2000]]
    outer, end = [], -1.0
    for each in sorted(operators, key=lambda each: (each["ts"], -each["dur"])):
        if each["ts"] >= end:
            outer.append(each)
            end = each["ts"] + each["dur"]
    return {"regions": lane(regions), "operators": lane(outer), "gpu": None if aside else lane(gpu), "length": last - start}
