"""Generated models before and after `graphmend fix`, compared on the real PyTorch.

    python tests/generate/fuzz_fix.py --binary graphmend [--seed S] [--unsafe | --runtime | --gated] [--compile N [--backend B]]
                                      [--topics a,b] [--as-drawn] N

Draws N different programs (programs.py), fixes them, and compares those that were changed: eagerly (compare.py), and
compiled (compiled.py), where the fixed one may break and compile no more often than the original. --compile says how many
of those that were changed are compiled as well: all by default. A program that differs is printed with its fixed
version, and made smaller by hypothesis unless --as-drawn. With --unsafe, what a fix states that it assumes may differ, and
nothing else; with --gated, unsafe fixes are gated, and nothing may differ in eager; with --runtime, what is printed,
logged, warned of and raised under a compiler is compared as well.
"""
import argparse
import collections
import difflib
import logging
import multiprocessing
import pathlib
import random
import re
import signal
import subprocess
import sys
import tempfile

import torch

import compare
import compiled
from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis.internal.conjecture import engine
from programs import HEAD, TOPICS, programs

engine.MAX_SHRINKING_SECONDS = 60
PATIENCE = {"aot_eager": 200, "inductor": 800}  # seconds for the compiled comparison
OUTPUTS = ("output", "checks")  # the topics that --runtime is about
BATCH = 200  # examples of hypothesis from one seed; `fix` is run once for all of them


def skeleton(text):
    """Programs with the same one are judged once, unless they are wrong."""
    return re.sub(r"[0-9.]+|[<>=!]=?|self\.(?:weight|state)", "", text)


class Judge:
    def __init__(self, options, folder):
        wanted = {"--unsafe": options.unsafe or options.gated, "--gated": options.gated, "--guarded": not options.gated,
                  "--runtime": options.runtime}
        flags = [flag for flag, is_wanted in wanted.items() if is_wanted]
        self.command = [options.binary.resolve(), "fix", "--no-cache", "--isolated", "--jobs", "1", *flags]
        self.folder, self.options = folder, options
        self.verdicts, self.known = {}, set()  # by text, what is wrong; skeletons
        self.judged = self.rewritten = self.compiled = self.lost = self.wrong = 0
        self.by_rewrite, self.compiled_by_rewrite = collections.Counter(), collections.Counter()

    def __str__(self):
        lost = f", {self.lost} not compiled to the end" if self.lost else ""
        return f"{self.judged} programs, {self.rewritten} rewritten, {self.compiled} compiled{lost}, {self.wrong} wrong"

    def judge(self, texts, tell=lambda _: None):
        """Finds out what is wrong with the fixes of the programs; an empty text if nothing is. What is gets told at once."""
        texts = [text for text in texts if text not in self.verdicts]
        old, new = self.folder / "old", self.folder / "new"
        for folder in (old, new):
            folder.mkdir(exist_ok=True)
            for path in folder.iterdir():
                path.is_file() and path.unlink()
            for number, text in enumerate(texts):
                (folder / f"{folder.name}_{number}.py").write_text(text)
        titles = self.fix(new)
        for number, text in enumerate(texts):
            self.judged += 1
            self.known.add(skeleton(text))
            changed = new / f"new_{number}.py"
            done = titles.get(changed.name, [])
            same = changed.read_text() == text
            assert same == (not done), f"applied {done}, and the text is {'the same' if same else 'another one'}\n{text}"
            wrong = [] if same else self.compared(old / f"old_{number}.py", changed, done)
            diff = difflib.unified_diff(text.splitlines(), changed.read_text().splitlines(), n=0, lineterm="")
            self.verdicts[text] = "\n".join([*wrong, *done, text[len(HEAD):], *diff]) if wrong else ""
            if wrong:
                tell(self.verdicts[text])

    def fix(self, folder):
        """The titles of what was applied, by the name of the file."""
        done = subprocess.run([*self.command, folder], capture_output=True, text=True)
        if done.returncode not in (0, 1):
            raise AssertionError(f"fix ended with {done.returncode}: {done.stderr}")
        again = subprocess.run([*self.command, folder], capture_output=True, text=True).stdout
        if not again.endswith("nothing to fix\n"):
            raise AssertionError(f"a second run changes more: {again[-2000:]}")
        titles = collections.defaultdict(list)
        for name, title in re.findall(r"^\S*?(new_\d+\.py): (\S+: .*)$", done.stdout, re.MULTILINE):
            titles[name].append(title)
        return titles

    def compared(self, original, changed, done):
        self.rewritten += 1
        rewrites = {title.split(":")[0] for title in done}
        self.by_rewrite.update(rewrites)
        wrong = compare.eager(original, changed, [] if self.options.gated else done)
        if wrong or self.compiled == self.options.compile:
            return wrong
        backend = self.options.backend
        given = compiled.chosen(random.Random(self.judged), backend)
        arguments = (original, changed, done, given, backend, self.options.runtime)
        wrong = apart(compiled.compiled, arguments, PATIENCE[backend])
        if wrong is None:
            self.lost += 1
            return []
        self.compiled += 1
        self.compiled_by_rewrite.update(rewrites)
        return wrong


def apart(function, arguments, seconds):
    """What the function returns, called in a process of its own, as Dynamo does not always survive a program that raises;
    None if that, or its time, ends before."""
    context = multiprocessing.get_context("fork")
    here, there = context.Pipe(duplex=False)
    process = context.Process(target=lambda: there.send(function(*arguments)), daemon=True)
    process.start()
    there.close()
    try:
        return here.recv() if here.poll(seconds) else None
    except EOFError:
        return None
    finally:
        process.kill()
        process.join()


def draw(topics, batch, test, *phases):
    seed(batch)(settings(max_examples=BATCH, deadline=None, database=None, suppress_health_check=list(HealthCheck),
                         phases=phases, report_multiple_bugs=False, print_blob=False)(given(programs(topics))(test)))()


def made_small(judge, batch):
    """What is said of the smallest program that is wrong, found from the first wrong one of the batch."""
    failed = []

    def small(text):
        if text not in judge.verdicts and (failed or skeleton(text) not in judge.known):
            judge.judge([text])
        if judge.verdicts.get(text):
            failed.append(text)
            raise AssertionError(judge.verdicts[text])

    try:
        draw(judge.options.topics, batch, small, Phase.generate, Phase.shrink)
    except AssertionError as error:
        return str(error)
    return "(not found again)"


def fuzz(judge, number, first):
    """Judges that many programs, and prints what is wrong."""
    batch = first
    while judge.judged < number:
        drawn = {}
        draw(judge.options.topics, batch, lambda text: drawn.update({skeleton(text): text}), Phase.generate)
        texts = [text for key, text in drawn.items() if key not in judge.known][:number - judge.judged]
        judge.judge(texts, lambda said: print(f"--- seed {batch}, wrong:\n{said}", flush=True))
        if wrong := sum(1 for text in texts if judge.verdicts[text]):
            judge.wrong += wrong
        if wrong and not judge.options.as_drawn:
            print(f"--- seed {batch}, made small:\n{made_small(judge, batch)}", flush=True)
        print(f"seed {batch}: {judge}", flush=True)
        batch += 1


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--binary", type=pathlib.Path, required=True)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--unsafe", action="store_true", help="unsafe fixes as well")
    parser.add_argument("--gated", action="store_true", help="unsafe fixes as well, gated; use --compile 0")
    parser.add_argument("--runtime", action="store_true", help="fixes that need the runtime as well")
    parser.add_argument("--compile", type=int, metavar="N", help="how many of those that were changed are compiled, too")
    parser.add_argument("--backend", choices=list(PATIENCE), default="aot_eager", help="what compiles them")
    parser.add_argument("--topics", type=lambda text: text.split(","), metavar="a,b", help=f"of {', '.join(dict.fromkeys(TOPICS))}")
    parser.add_argument("--as-drawn", action="store_true", help="do not make smaller what is wrong, which takes a while")
    parser.add_argument("number", type=int, metavar="N")
    options = parser.parse_args()
    options.topics = options.topics or (OUTPUTS if options.runtime else TOPICS)
    torch._dynamo.config.recompile_limit = torch._dynamo.config.accumulated_recompile_limit = 1000
    torch.set_num_threads(1)
    torch.set_warn_always(True)
    logging.getLogger("torch").setLevel(logging.CRITICAL)
    sys.path.insert(0, str(pathlib.Path(__file__).parents[2] / "runner"))  # for programs that need the runtime
    compiled.warm(options.backend)
    with tempfile.TemporaryDirectory() as folder:
        judge = Judge(options, pathlib.Path(folder))
        signal.signal(signal.SIGTERM, signal.default_int_handler)
        try:
            fuzz(judge, options.number, options.seed)
        finally:
            tell(judge)
    return 1 if judge.wrong else 0


def tell(judge):
    for rewrite, count in judge.by_rewrite.most_common():
        print(f"{rewrite:16} {count:5} programs, {judge.compiled_by_rewrite[rewrite]:5} of them compiled")
    print(judge, flush=True)


if __name__ == "__main__":
    sys.exit(main())
