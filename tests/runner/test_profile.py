"""`graphmend profile`: figures from traces, what times say, and one whole run."""

import json
import re
import sys

import pytest
from conftest import HERE, line_of

sys.path.insert(0, str(HERE.parents[1] / "runner"))

from graphmend.profile.statistics import compared, summary
from graphmend.profile.trace import figures
from graphmend.report import change_in_words, page, timeline


def event(name, category, begin, duration, **arguments):
    return {"ph": "X", "name": name, "cat": category, "ts": begin, "dur": duration, "tid": 1, "args": arguments}


# As Kineto writes it: one call with a break between two regions, whose cause waits for the GPU.
TRACE = {
    "traceEvents": [
        event("Torch-Compiled Region: 0/0", "user_annotation", 0, 40),
        event("model.py(12): forward", "python_function", 0, 100),
        event("torch/_tensor.py(40): item", "python_function", 45, 20),
        event("aten::item", "cpu_op", 45, 18),
        event("cudaLaunchKernel", "cuda_runtime", 10, 3, correlation=1),
        event("cudaMemcpyAsync", "cuda_runtime", 46, 2, correlation=2),
        event("cudaStreamSynchronize", "cuda_runtime", 48, 12),
        event("cudaGraphLaunch", "cuda_runtime", 75, 5),
        event("Torch-Compiled Region: 1/0", "user_annotation", 70, 30),
        event("triton_poi_fused_add_0", "kernel", 20, 30, stream=7),
        event("Memcpy DtoH (Device -> Pageable)", "gpu_memcpy", 50, 10, bytes=4),
        event("Memcpy HtoD (Pageable -> Device)", "gpu_memcpy", 55, 5, bytes=4096),
        event("triton_red_fused_sum_1", "kernel", 80, 20, stream=7),
        {"ph": "i", "name": "Iteration Start", "ts": 0},
        {"ph": "M", "name": "process_name", "args": {"name": "python"}},
    ]
}


def test_figures_of_a_trace_with_a_gpu():
    found = figures(TRACE)
    assert found["regions"] == 2 and found["operators"] == 1
    assert found["gpu"] == {
        "kernels": 2,
        "launches": 1,
        "graphLaunches": 1,
        "synchronisations": {"cudaStreamSynchronize": 1},
        "synchronisationsByLine": {"model.py(12): forward": 1},
        "bytesToHost": 4,
        "bytesToDevice": 4096,
        "idleShare": 1 - 60 / 80,
    }
    assert [len(found["timeline"][lane]) for lane in ("regions", "operators", "gpu")] == [2, 1, 4]


def test_waits_behind_the_call_are_not_its_own():
    events = [*TRACE["traceEvents"], event("graphmend: the call", "user_annotation", 0, 100), event("cudaDeviceSynchronize", "cuda_runtime", 101, 9)]
    assert figures({"traceEvents": events})["gpu"]["synchronisations"] == {"cudaStreamSynchronize": 1}


def test_a_gpu_with_a_clock_of_its_own():
    far = [{**each, "ts": each.get("ts", 0) - 1e12 * (each.get("cat") in ("kernel", "gpu_memcpy"))} for each in TRACE["traceEvents"]]
    found = figures({"traceEvents": far})
    assert found["timeline"]["gpu"] is None and found["timeline"]["length"] == 100
    assert found["gpu"]["idleShare"] == pytest.approx(1 - 60 / 80)
    timeless = [{**each, "dur": 0} if each.get("cat") in ("kernel", "gpu_memcpy") else each for each in far]
    assert figures({"traceEvents": timeless})["gpu"]["idleShare"] is None
    assert "a clock of its own" in timeline({**found["timeline"], "breaks": []}, 100)


def test_the_page_of_a_run_with_a_gpu():
    one = figures(TRACE)
    lanes = {**one.pop("timeline"), "breaks": [70]}
    arm = {**one, "breaks": 1, "graphs": 2, "sites": [], "leftToEager": [], "firstCall": 1.0, "compiling": 0.5, "peakMemory": 1 << 20, "device": "a GPU",
           "torch": "2", "python": "3", "threads": 2, "cudagraphs": {"recorded": 1, "skipped": {}}}
    times = summary([[1.0, 2.0], [1.0, 2.0]], rows=8)
    batch = {"batch": None, "before": times, "after": times, "change": compared([[1.0]], [[1.0]])}
    text = page({"arms": {"before": arm, "after": {**arm, "gpu": {**arm["gpu"], "synchronisationsByLine": {}}}}, "batches": [batch],
                 "timeline": {"before": lanes, "after": lanes}, "load": [9.0, 0.5, 2]})
    assert "<td>model.py(12): forward</td><td class=n>1</td><td class=n>0</td>" in text
    assert "no CUDA device" not in text and "25 %" in text
    assert text.count("stroke-dasharray") == 2 and "triton_red_fused_sum_1 20.0 us" in text
    assert "busy with other things" in text


def test_why_cuda_graphs_are_skipped():
    import torch
    from graphmend.profile.cudagraphs import CudaGraphs
    from graphmend.report import _graphs
    from torch._inductor.cudagraph_utils import log_cudagraph_skip_and_bump_counter

    original = torch.cuda.CUDAGraph.capture_begin
    graphs = CudaGraphs()
    try:
        graphs.install()
        for _ in range(2):  # inductor's own function, which needs no GPU
            log_cudagraph_skip_and_bump_counter("skipping cudagraphs due to mutated inputs (1 instances). Found from:\n  x.add_(1)")
        with pytest.raises(Exception):  # a recording that fails, as it does without a GPU, was begun
            torch.cuda.CUDAGraph.capture_begin(None)
    finally:
        torch.cuda.CUDAGraph.capture_begin = original
    reason = "skipping cudagraphs due to mutated inputs (1 instances). Found from:"
    assert (graphs.recorded, graphs.skipped) == (1, {reason: 2})
    assert _graphs({"cudagraphs": {"recorded": graphs.recorded, "skipped": graphs.skipped}}) == f"1; {reason} (2x)"
    assert _graphs({"cudagraphs": None}) == "no CUDA device"


def test_without_a_gpu_nothing_is_said_about_it():
    events = [each for each in TRACE["traceEvents"] if each.get("cat") in ("user_annotation", "cpu_op")]
    assert figures({"traceEvents": events})["gpu"] is None
    assert figures({})["timeline"]["length"] == 0


def test_a_change_is_told_only_where_there_is_one():
    noisy = [[1.0, 1.2, 0.9], [1.1, 1.0, 0.8], [0.9, 1.3, 1.0], [1.0, 1.1, 0.9]]
    assert not compared(noisy, [block[::-1] for block in noisy[::-1]])["measurable"]
    faster = compared(noisy, [[time / 2 for time in block] for block in noisy])
    assert faster["measurable"] and faster["low"] <= faster["ratio"] <= faster["high"] < 1
    drifting = [[time * slow for time in block] for slow, block in zip((1, 9, 2, 5), noisy)]  # the machine, for both
    assert compared(drifting, [[time / 2 for time in block] for block in drifting])["high"] < 0.6
    assert change_in_words(faster) == "2.00x faster (2.00 to 2.00)"
    unsteady = compared(noisy, [[time / share for time in block] for share, block in zip((2, 9, 3, 12), noisy)])
    assert re.fullmatch(r"faster, \d\S*x to \d\S*x: too unsteady to say more", change_in_words(unsteady))
    assert change_in_words(compared(noisy, noisy)) == "no measurable difference"
    told = summary([[1.0, 2.0], [3.0, 2.0]], rows=8)
    assert told["median"] == 2.0 and told["perSecond"] == 4.0 and told["calls"] == 4


def test_a_whole_run(graphmend, tmp_path):
    page, traces = tmp_path / "out.html", tmp_path / "traces"
    told = graphmend(
        "profile", "--json", "--backend", "eager", "--rounds", "1", "--batch", "2", "--train", "--no-compare",
        "--report", page, "--traces", traces, "fixable.py:build",
    )
    assert told.status == 0, told.err
    arms = told.json["arms"]
    assert arms["before"]["breaks"] == 3 and {site["function"] for site in arms["before"]["sites"]} == {"forward"}
    assert arms["after"]["breaks"] < 3 and arms["after"]["gpu"] is None
    assert ["kernels", "no CUDA device", "no CUDA device", ""] in told.json["rows"]
    assert "round 1 of 1" in told.err
    text = page.read_text()
    assert not re.search(r"(src|href)=['\"]?https?:", text), "the page needs no network"
    assert "torch.where" in text and "fixable.py:9" in text
    data = json.loads(re.search(r"id='data'>(.*?)</script>", text, re.S).group(1))
    assert data["batches"][0]["batch"] == 2
    assert json.loads((traces / "before.json").read_text())["traceEvents"]


def test_a_script_is_measured_by_a_call_that_it_makes(graphmend):
    told = graphmend("profile", "--json", "--backend", "eager", "--rounds", "1", "--no-compare", "fixable.py")
    assert told.status == 0, told.err
    before, after = told.json["arms"]["before"], told.json["arms"]["after"]
    assert (before["breaks"], after["breaks"]) == (3, 1)
    assert before["firstCall"] > told.json["batches"][0]["before"]["median"] > 0


def test_breaks_are_counted_as_confirm_counts_them(graphmend):
    confirmed = graphmend("confirm", "--json", "callers.py:build").json["breaks"]
    told = graphmend("profile", "--json", "--backend", "eager", "--rounds", "1", "--no-compare", "callers.py:build")
    before = told.json["arms"]["before"]
    sites = {(site["line"], site["function"]): site["breaks"] for site in before["sites"]}
    assert sites == {(each["line"], each["function"].rpartition(".")[2]): each["mostPerForward"] for each in confirmed if each["kind"] == "own"}
    branch, loop = line_of("callers.py", "if x.sum() > 0"), line_of("callers.py", 'print("seen")')
    assert sites == {(branch, "limited"): 1, (loop, "told"): 1} and before["breaks"] == 2


def test_what_cannot_be_measured(graphmend):
    told = graphmend("profile", "ends.py", "nothing")
    assert told.status == 2 and "nothing was compiled: the program never called what torch.compile returns" in told.err
    told = graphmend("profile", "calls:number")
    assert told.status == 2 and "gives a int; a module with its arguments" in told.err
