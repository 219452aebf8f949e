"""Python itself is the judge of the control-flow graphs: runs random functions and follows each run in their graphs.

    trace_check.py GRAPHMEND [--functions N] [--depth D] [--seed S]

Everything that such a function does leaves a mark: calls with a number of their own, the outcome of every test, every
step of an iterator, every `__exit__` and whether it swallowed the exception. A run that the graph has no way for is an
error. So is it when many edges of the graphs are taken by no run; a few need more luck than there are runs.
"""

import argparse
import random
import re
import subprocess
import sys
import tempfile
from pathlib import Path

MAX_RUNS = 1000
MAX_MARKS = 120


class Cut(BaseException):
    """The run is long enough."""


class World:
    """What the functions call: answers by chance, and remembers."""

    def __init__(self, seed):
        self.chance = random.Random(seed)
        self.risk = self.chance.choice([0.0, 0.05, 0.2])
        self.marks = []

    def mark(self, what):
        if len(self.marks) >= MAX_MARKS:
            raise Cut
        self.marks.append(what)

    def call(self, number):
        self.mark(str(number))
        if self.chance.random() < self.risk:
            raise self.chance.choice([ValueError, KeyError])
        return self.chance.choice([0, 1, 2, None])

    def test(self, number):
        self.call(number)
        answer = self.chance.random() < 0.5
        self.mark("yes" if answer else "no")
        return answer

    def iterate(self, number):
        self.call(number)
        return self.steps()

    def steps(self):
        while self.chance.random() < 0.6:
            self.mark("yes")
            yield 0
        self.mark("no")

    def manager(self, number):
        self.call(number)
        return Manager(self, number)

    def kind(self, number):
        self.mark(str(number))
        return self.chance.choice([ValueError, KeyError, Exception])


class Manager:
    def __init__(self, world, number):
        self.world, self.number = world, number

    def __enter__(self):
        return self

    def __exit__(self, kind, value, traceback):
        if kind is Cut:
            return False
        self.world.mark(f"-{self.number}")
        if kind is None:
            return False
        swallows = self.world.chance.random() < 0.5
        self.world.mark("yes" if swallows else "no")
        return swallows


class Writer:
    """Random functions. Everything that can be marked has a number."""

    def __init__(self, seed):
        self.chance = random.Random(seed)
        self.number = 0
        self.lines = []

    def fresh(self):
        self.number += 1
        return self.number

    def put(self, depth, text):
        self.lines.append("    " * depth + text)

    def condition(self, size=2):
        form = self.chance.randrange(6) if size else 0
        if form < 2:
            return f"test({self.fresh()})"
        if form == 2:
            operand = self.condition(size - 1)
            return self.chance.choice([f"not {operand}", f"(not ({operand}))"])
        if form == 3:
            return self.chance.choice(["True", "False", "1", "0", "None"] + 20 * [self.condition(0)])
        word = "and" if form == 4 else "or"
        return f"({self.condition(size - 1)} {word} {self.condition(size - 1)})"

    def suite(self, depth, budget, loop, group=False):  # no `return`, `break`, `continue` in an `except*` group
        for _ in range(self.chance.randrange(1, 4)):
            self.statement(depth, budget, loop, group)

    def statement(self, depth, budget, loop, group):
        simple = [self.call, self.call, self.assertion, self.raising] + ([] if group else [self.returning])
        if loop and not group:
            simple += [self.breaking, self.continuing]
        compound = [self.branch, self.while_loop, self.for_loop, self.with_block, self.try_block, self.match]
        if budget == 0 or self.chance.random() < 0.4:
            self.chance.choice(simple)(depth)
        else:
            self.chance.choice(compound)(depth, budget - 1, loop, group)

    def call(self, depth):
        self.put(depth, f"call({self.fresh()})")

    def assertion(self, depth):
        self.put(depth, f"assert {self.condition(1)}, call({self.fresh()})")

    def raising(self, depth):
        self.put(depth, f"raise kind({self.fresh()})")

    def returning(self, depth):
        self.put(depth, f"return call({self.fresh()})")

    def breaking(self, depth):
        self.put(depth, "break")

    def continuing(self, depth):
        self.put(depth, "continue")

    def branch(self, depth, budget, loop, group):
        self.put(depth, f"if {self.condition()}:")
        self.suite(depth + 1, budget, loop, group)
        for _ in range(self.chance.choice([0, 0, 1, 2])):
            self.put(depth, f"elif {self.condition()}:")
            self.suite(depth + 1, budget, loop, group)
        self.otherwise(depth, budget, loop, group)

    def otherwise(self, depth, budget, loop, group):
        if self.chance.random() < 0.5:
            self.put(depth, "else:")
            self.suite(depth + 1, budget, loop, group)

    def while_loop(self, depth, budget, loop, group):
        self.put(depth, f"while {self.condition()}:")
        self.put(depth + 1, f"call({self.fresh()})")
        self.suite(depth + 1, budget, True, group)
        self.otherwise(depth, budget, loop, group)

    def for_loop(self, depth, budget, loop, group):
        self.put(depth, f"for x in iterate({self.fresh()}):")
        self.suite(depth + 1, budget, True, group)
        self.otherwise(depth, budget, loop, group)

    def with_block(self, depth, budget, loop, group):
        items = self.chance.choice([1, 1, 2])
        managers = [f"manager({self.fresh()})" + self.chance.choice(["", " as x"]) for _ in range(items)]
        self.put(depth, f"with {', '.join(managers)}:")
        self.suite(depth + 1, budget, loop, group)

    def try_block(self, depth, budget, loop, group):
        self.put(depth, "try:")
        self.suite(depth + 1, budget, loop, group)
        clauses = self.chance.choice([0, 1, 1, 2])
        star = "*" if sys.version_info >= (3, 11) and self.chance.random() < 0.2 else ""
        for _ in range(clauses):
            self.put(depth, f"except{star} kind({self.fresh()})" + self.chance.choice(["", " as e"]) + ":")
            self.call(depth + 1)
            self.suite(depth + 1, budget, loop, group or bool(star))
        if clauses and not star and self.chance.random() < 0.3:
            self.put(depth, "except:")
            self.call(depth + 1)
            self.suite(depth + 1, budget, loop, group)
        if clauses:
            self.otherwise(depth, budget, loop, group)
        if not clauses or self.chance.random() < 0.3:
            self.put(depth, "finally:")
            self.call(depth + 1)
            self.suite(depth + 1, budget, loop, group)

    def match(self, depth, budget, loop, group):
        self.put(depth, f"match call({self.fresh()}):")
        patterns = ["0", "1 | 2", "int()", f"y if {self.condition()}"]
        for pattern in self.chance.sample(patterns, self.chance.randrange(1, 4)):
            self.put(depth + 1, f"case {pattern}:")
            self.suite(depth + 2, budget, loop, group)
        if self.chance.random() < 0.4:
            self.put(depth + 1, f"case {self.chance.choice(['_', 'z'])}:")
            self.suite(depth + 2, budget, loop, group)

    def comprehension(self):
        clauses = ""
        for _ in range(self.chance.choice([1, 1, 2])):
            clauses += f" for x in iterate({self.fresh()})"
            for _ in range(self.chance.choice([0, 1, 2])):
                clauses += f" if {self.condition()}"
        return f"[call({self.fresh()}){clauses}]"

    def functions(self, count, depth):
        for index in range(count):
            self.put(0, f"def f{index}():")
            if index % 10 == 9:
                self.put(1, f"return {self.comprehension()}")
            else:
                self.suite(1, depth, False)
        return "\n".join(self.lines) + "\n"


class Graph:
    """A graph of `dump --flow`, as an automaton over marks. A state is (block, element)."""

    def __init__(self, text):
        self.title, *paragraphs = text.split("\n\n")
        self.blocks = {}
        for paragraph in paragraphs:
            head, *lines = paragraph.strip("\n").split("\n")
            name, _, unreachable = head.partition(" ")
            block = {"elements": [], "edges": [], "handler": None, "raises": False, "reachable": not unreachable}
            for line in lines:
                if element := re.match(r" *\d+  (\w+) +(.*)", line):
                    block["elements"].append(element.groups())
                elif edge := re.match(r" +(\w*) ?-> (b\d+)", line):
                    if edge[1] == "except":
                        block["handler"] = edge[2]
                    else:
                        block["edges"].append(edge.groups())
                elif line.strip() == "raise":
                    block["raises"] = True
            self.blocks[name] = block

    def moves(self, state):
        """(mark or None, next state, edge taken) for all that can happen; "raised" and "end" are final states."""
        if isinstance(state, str):
            return
        if len(state) == 3:  # a test with its answer
            name, _, answer = state
            label, target = self.blocks[name]["edges"][0 if answer == "yes" else 1]
            yield answer, (target, 0), (name, label, target)
            return
        name, index = state
        block = self.blocks[name]
        out = (block["handler"], 0) if block["handler"] else "raised"
        if index == len(block["elements"]):
            if block["raises"]:
                yield None, out, None
            elif not block["edges"]:
                yield None, "end", None
            for label, target in block["edges"]:
                yield None, (target, 0), (name, label, target)
            return
        kind, text = block["elements"][index]
        number = re.search(r"\((\d+)\)", text)
        if kind in ("bind", "unbind") or number is None and kind == "statement":
            yield None, (name, index + 1), None
        elif kind in ("next", "swallow"):
            for (label, target), mark in zip(block["edges"], ("yes", "no")):
                yield mark, (target, 0), (name, label, target)
        elif kind == "match":
            for label, target in block["edges"]:
                yield None, (target, 0), (name, label, target)
        elif kind == "leave":
            yield "-" + number[1], (name, index + 1), None
        elif kind == "test":
            yield number[1], (name, index, "yes"), None
            yield number[1], (name, index, "no"), None
            yield number[1], out, None
        else:
            yield number[1], (name, index + 1), None
            if kind != "caught":
                yield number[1], out, None

    def follow(self, marks, ending):
        """The edges of the ways that the run can have taken, or the number of marks behind which there is none."""
        layers = []  # for each number of marks: {state: [(state before, its layer, edge)]}
        layer = {("b0", 0): []}
        for position in range(len(marks) + 1):
            todo = list(layer)
            following = {}
            while todo:
                state = todo.pop()
                for mark, target, edge in self.moves(state):
                    if mark is None:
                        if target not in layer:
                            layer[target] = []
                            todo.append(target)
                        layer[target].append((state, position, edge))
                    elif position < len(marks) and mark == marks[position]:
                        following.setdefault(target, []).append((state, position, edge))
            layers.append(layer)
            if position < len(marks) and not following:
                return None, position
            layer = following
        last = layers[-1]
        ends = list(last) if ending == "cut" else [state for state in last if state == ending]
        if not ends:
            return None, len(marks)
        edges, seen = set(), set()
        todo = [(state, len(marks)) for state in ends]
        while todo:
            state, position = todo.pop()
            if (state, position) in seen:
                continue
            seen.add((state, position))
            for before, at, edge in layers[position][state]:
                edges.add(edge)
                todo.append((before, at))
        return edges, None

    def all_edges(self):
        return {(name, label, target) for name, block in self.blocks.items() if block["reachable"]
                for label, target in block["edges"]}


def run(code, name, seed):
    world = World(seed)
    space = {"call": world.call, "test": world.test, "iterate": world.iterate, "manager": world.manager,
             "kind": world.kind}
    exec(code, space)
    try:
        space[name]()
        ending = "end"
    except Cut:
        ending = "cut"
    except BaseException:
        ending = "raised"
    return world.marks, ending


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("graphmend")
    parser.add_argument("--functions", type=int, default=60)
    parser.add_argument("--depth", type=int, default=2)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    source = Writer(options.seed).functions(options.functions, options.depth)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "random_functions.py"
        path.write_text(source)
        command = [options.graphmend, "dump", "--flow", str(path)]
        dump = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    graphs = [Graph(text) for text in ("\n" + dump).split("\n== ")[1:]]
    functions = {}
    for graph in graphs[1:]:
        if name := re.match(r"\d+: def (\w+)", graph.title):
            last = name[1]
        functions[last] = graph  # a comprehension takes the place of the function that it is all of
    code = compile(source, "random_functions.py", "exec")
    wrong = untaken = edges = 0
    for name, graph in functions.items():
        left = graph.all_edges()
        edges += len(left)
        for seed in range(MAX_RUNS):
            if not left and seed > MAX_RUNS // 10:
                break
            marks, ending = run(code, name, seed)
            taken, stuck = graph.follow(marks, ending)
            if taken is None:
                wrong += 1
                print(f"{name}: no way for {' '.join(marks[:stuck])} | {' '.join(marks[stuck:stuck + 1])} {ending}")
                break
            left -= taken
        untaken += len(left)
    print(f"{len(functions)} functions, {wrong} with a run that their graph has no way for; "
          f"{untaken} of {edges} edges taken by no run")
    return 1 if wrong or untaken * 10 > edges else 0


if __name__ == "__main__":
    sys.exit(main())
