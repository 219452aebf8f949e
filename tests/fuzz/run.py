"""Runs the fuzz targets, and prints what each has executed, covered and found.

    python tests/fuzz/run.py [TARGET...] [--runs N] [--seconds S] [--first N]

`programs` are made of the program generator's, of real sources and of the grammar, and go through `check` and
`fix --unsafe` in process; Python itself judges whether what was fixed still parses. The other targets are libFuzzer's
(targets.h). What is found lies in build/fuzz/found, and becomes a test when it is moved to tests/fuzz/found.
"""
import argparse
import ast
import base64
import collections
import json
import os
import pathlib
import re
import subprocess
import sys
import sysconfig
import time
import warnings

ROOT = pathlib.Path(__file__).parents[2]
BUILD = ROOT / "build/fuzz"
HERE = ROOT / "tests/fuzz"
GENERATED = 600  # programs of the generator, of which others are made
CHUNK = 500
LENGTHS = {"reader": 1024, "analyze": 384, "config": 1024, "cache": 2048, "lsp": 1024}
# A stack for each allocation, and a look for leaks behind each input, took nine tenths of the time. Tests look for leaks.
FASTER = "malloc_context_size=2:quarantine_size_mb=16"
DICTIONARIES = {"reader": "python", "analyze": "python", "config": "config", "lsp": "lsp"}

Outcome = collections.namedtuple("Outcome", "target executions seconds covered found")


def pieces(text, size):
    """Whole lines of the text, in pieces that are no longer than that."""
    piece = ""
    for line in text.splitlines(keepends=True):
        if len(piece) + len(line) > size and piece:
            yield piece
            piece = ""
        piece += line[:size]
    yield piece


def messages(transcript):
    """What the client sends in the transcripts of tests/lsp/sessions, as the target `lsp` takes it."""
    for session in re.split(r"^## .*$", transcript, flags=re.MULTILINE)[1:]:
        sent = []
        for line in re.sub(r"\n +", " ", session).splitlines():
            kind, _, rest = line.removeprefix("--> ").partition(" ")
            if not line.startswith("--> ") or kind not in ("request", "notify", "answer", "body"):
                continue
            name = {"request": '"id": %s, ', "notify": "", "answer": '"id": 0, '}.get(kind)
            if kind == "body":
                sent.append(rest)
                continue
            if kind == "request":
                number, _, rest = rest.partition(" ")
                name %= number
            method, _, params = rest.partition(" ")
            said = f'"result": {rest}' if kind == "answer" else f'"method": "{method}"' + (f', "params": {params}' if params else "")
            sent.append(f'{{"jsonrpc": "2.0", {name}{said}}}')
        yield "\n".join(sent) + "\n"


def seeds(target):
    """A folder with inputs made of the project's own tests."""
    folder = BUILD / "seeds" / target
    if folder.exists():
        return folder
    folder.mkdir(parents=True)
    texts = []
    if target in ("reader", "analyze"):
        for path in sorted([*(ROOT / "tests").rglob("*.py"), *(ROOT / "examples").rglob("*.py")]):
            texts += pieces(path.read_text(errors="replace"), LENGTHS[target])
    elif target == "lsp":
        for path in sorted((ROOT / "tests/lsp/sessions").glob("*.session")):
            texts += messages(path.read_text())
    for number, text in enumerate(texts[::1 + len(texts) // 1000]):
        (folder / str(number)).write_text(text)
    return folder


def run_target(target, runs, seconds):
    corpus, found = BUILD / "corpus" / target, BUILD / "found" / target
    for folder in (corpus, found):
        folder.mkdir(parents=True, exist_ok=True)
    flags = [f"-runs={runs or -1}", f"-max_total_time={seconds or 0}", f"-max_len={LENGTHS[target]}", "-seed=1", "-timeout=60",
             "-rss_limit_mb=2048", "-print_final_stats=1", "-reload=0", "-entropic=0", "-detect_leaks=0",
             f"-artifact_prefix={found}/"]
    if target in DICTIONARIES:
        flags.append(f"-dict={HERE}/{DICTIONARIES[target]}.dict")
    known = set(found.iterdir())
    start, log = time.time(), BUILD / f"{target}.log"
    with log.open("w") as out:
        status = subprocess.run([BUILD / "tests/fuzz" / f"fuzz_{target}", *flags, corpus, HERE / "corpus" / target, seeds(target)],
                                stdout=out, stderr=subprocess.STDOUT, env={"ASAN_OPTIONS": FASTER, **os.environ}).returncode
    said = log.read_text(errors="replace")
    counters = int(re.search(r"\((\d+) inline 8-bit counters\)", said)[1])
    covered = max((int(n) for n in re.findall(r"\bcov: (\d+)", said)), default=0)
    executed = max((int(n) for n in re.findall(r"^#(\d+)\s|number_of_executed_units: (\d+)", said, re.MULTILINE) for n in n if n), default=0)
    news = sorted(set(found.iterdir()) - known)
    if status:
        print("\n".join(said.splitlines()[-40:]))
    for path in news:  # of a machine that is gone by now
        print(f"base64 -d > tests/fuzz/found/{target}/{path.name} <<< {base64.b64encode(path.read_bytes()).decode()}")
    return Outcome(target, executed, time.time() - start, f"{covered} of {counters} edges", [str(path) for path in news] or [log] * bool(status))


def generated():
    """A folder with programs of tests/generate."""
    folder = BUILD / "generated"
    if folder.exists() and len(list(folder.iterdir())) >= GENERATED:
        return folder
    folder.mkdir(parents=True, exist_ok=True)
    sys.path.insert(0, str(ROOT / "tests/generate"))
    from hypothesis import HealthCheck, Phase, given, seed, settings
    from programs import TOPICS, programs
    texts = []
    for batch in range(GENERATED // 100):
        seed(batch)(settings(max_examples=110, deadline=None, database=None, suppress_health_check=list(HealthCheck),
                             phases=[Phase.generate])(given(programs(TOPICS))(lambda text: texts.append(text))))()
    for number, text in enumerate(texts):
        (folder / f"{number:05}.py").write_text(text)
    return folder


def is_python(text):
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            ast.parse(text)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return False
    return True


def run_programs(runs, seconds, first):
    found = BUILD / "found/programs"
    found.mkdir(parents=True, exist_ok=True)
    command = [ROOT / "build/release/tests/fuzz/graphmend_fuzz", "--grammar", ROOT / "third_party/node_modules/tree-sitter-python/src/grammar.json",
               generated(), ROOT / "build/bench/site/transformers", ROOT / "tests", sysconfig.get_paths()["stdlib"]]
    start, done, fixed, wrong, cpu, slowest, memory = time.time(), 0, 0, [], 0, (0, 0), 0
    while done < (runs or sys.maxsize) and time.time() - start < (seconds or sys.maxsize):
        cases = min(CHUNK, (runs or sys.maxsize) - done)
        running = subprocess.Popen([*command, "--first", str(first + done), "--cases", str(cases)], stdout=subprocess.PIPE, text=True)
        for line in running.stdout:
            said = json.loads(line)
            if "cases" in said:
                cpu, memory = cpu + said["seconds"], max(memory, said["bytes"])
                slowest = max(slowest, (said["most"], said["slowest"]))
            fixed += "fixed" in said
            if "fixed" in said and "wrong" not in said and is_python(said["text"]) and not is_python(said["fixed"]):
                said["wrong"] = "the fixed text is no Python"
            if "wrong" in said:
                path = found / f"{said['case']}.py"
                path.write_text(said["text"])
                print(f"{path}: {said['wrong']}", flush=True)
                wrong.append(str(path))
        if running.wait() not in (0, 1):
            raise SystemExit(f"graphmend_fuzz ended with {running.returncode}")
        done += cases
    covered = f"{fixed} fixed, {cpu:.0f} s of CPU, at most {slowest[0]:.2f} s (case {slowest[1]}), {memory >> 20} MB"
    return Outcome("programs", done, time.time() - start, covered, wrong)


def main():
    targets = ["programs", *LENGTHS]
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("targets", nargs="*", metavar="TARGET", help=f"of {', '.join(targets)}; all by default")
    parser.add_argument("--runs", type=int, default=0, help="executions of each")
    parser.add_argument("--seconds", type=int, default=0, help="for each; 60 by default if --runs is not given")
    parser.add_argument("--first", type=int, default=0, help="the first of the programs")
    options = parser.parse_args()
    if unknown := set(options.targets) - set(targets):
        parser.error(f"unknown: {', '.join(sorted(unknown))}")
    seconds = options.seconds or (0 if options.runs else 60)
    outcomes = []
    for target in options.targets or targets:
        print(f"fuzzing {target}", flush=True)
        outcomes.append(run_programs(options.runs, seconds, options.first) if target == "programs" else run_target(target, options.runs, seconds))
    for target, executions, took, covered, found in outcomes:
        print(f"{target:9} {executions:9,} executions, {took:6.0f} s, {covered}, {len(found)} wrong")
    return 1 if any(outcome.found for outcome in outcomes) else 0


if __name__ == "__main__":
    sys.exit(main())
