"""Texts for random editing: programs that import each other, and the changes that are made to them while typing."""

ENDINGS = ("\r\n", "\n", "\r")


def line_starts(text):
    """Lines end at LF, CRLF or CR and at nothing else; (start, end without the ending) of each."""
    starts, begin, at = [], 0, 0
    while at < len(text):
        ending = next((each for each in ENDINGS if text.startswith(each, at)), "")
        if ending:
            starts.append((begin, at))
            begin = at + len(ending)
        at += len(ending) or 1
    return [*starts, (begin, len(text))]


def width(character, unit):
    return {"utf-8": len(character.encode()), "utf-16": len(character.encode("utf-16-le")) // 2, "utf-32": 1}[unit]


def position(text, index, unit):
    """Of a place that is not between CR and LF."""
    lines = line_starts(text)
    line = max(number for number, (begin, _) in enumerate(lines) if begin <= index)
    begin, end = lines[line]
    return {"line": line, "character": sum(width(each, unit) for each in text[begin : min(index, end)])}


def offset(text, at, unit):
    """Behind the end of a line means its end; behind the last line, the end of the last; within a character, its start."""
    lines = line_starts(text)
    begin, end = lines[min(at["line"], len(lines) - 1)]
    left = at["character"]
    while begin < end and width(text[begin], unit) <= left:
        left -= width(text[begin], unit)
        begin += 1
    return begin


def changed(text, changes, unit):
    for change in changes:
        if "range" in change:
            begin, end = sorted(offset(text, change["range"][key], unit) for key in ("start", "end"))
            text = text[:begin] + change["text"] + text[end:]
        else:
            text = change["text"]
    return text


STATEMENTS = (  # on `x`; the first ones break the graph
    "if x.sum() > 0:\n    x = x + 1",
    "if x.mean() > 0:\n    x = x * 2\nelse:\n    x = x - 1",
    "print(x)",
    "n = x.item()",
    "x = x[x > 0]",
    "värden = x.tolist(); x = x * 2",
    's = "😀 𝔘"; y = x if x.max() > 1 else -x',
    "torch._dynamo.graph_break()",
    "if x.sum() > 0:  # graphmend: ignore[GM101]\n    x = x + 1",
    "x = torch.relu(x)",
    "größe = x.shape[0]; x = x + größe",
    "for i in range(3):\n    x = x + i",
    "with torch.no_grad():\n\tx = x * 2",
    "x = x * 2  # 漢字 𐍈",
    '"""text 😀\nof two lines"""',
)
TYPED = ("(", ")", "[", ":", "x", " ", "    ", "\t", "\n", "\r\n", "\r", "😀", "𝔘", "é", '"', '"""', "#", "\\", "\ufeff", "\u2028", "\f", ".", "=")


def indented(text, by="    "):
    return "".join(by + line + "\n" for line in text.split("\n"))


class Writer:
    """Writes programs whose modules are `modules`: dotted names, each with a number that its definitions carry."""

    def __init__(self, chance, modules):
        self.chance, self.modules = chance, modules

    def module(self):
        return self.chance.choice(list(self.modules))

    def import_(self, own):
        """A line that imports a helper, and how it is called then."""
        module = self.module()
        name = f"h{self.modules[module]}"
        package, _, last = module.rpartition(".")
        forms = [(f"from {module} import {name}", name), (f"import {module}", f"{module}.{name}"), (f"from {module} import *", name)]
        forms.append((f"from {module} import {name} as hjälp", "hjälp"))
        if package:
            forms.append((f"from {package} import {last}", f"{last}.{name}"))
        if package and own.rpartition(".")[0] == package:
            forms.append((f"from .{last} import {name}", name))
        return self.chance.choice(forms)

    def statement(self):
        return self.chance.choice(STATEMENTS)

    def body(self, calls):
        some = [self.statement() for _ in range(self.chance.randint(0, 3))]
        some += [f"x = {call}(x)" for call in calls if self.chance.random() < 0.7]
        self.chance.shuffle(some)
        return "".join(map(indented, some)) + "    return x\n"

    def program(self, own):
        number = self.modules[own]
        lines, calls = zip(*(self.import_(own) for _ in range(self.chance.randint(1, 3))))
        text = "import torch\n" + "".join(line + "\n" for line in lines)
        text += f"\n\ndef h{number}(x, by=1):\n{self.body(calls)}\n"
        text += f"\n@torch.compile\ndef run{number}(x: torch.Tensor):\n{self.body([*calls, f'h{number}'])}\n"
        if self.chance.random() < 0.5:
            text += f"\nclass M{number}(torch.nn.Module):\n    def forward(self, x):\n{indented(self.body(calls).rstrip())}\n"
        text = self.chance.choice(("", "", "# -*- coding: utf-8 -*-\n", '"""é 😀"""\n')) + text
        return text.replace("\n", self.chance.choice(("\n", "\n", "\n", "\r\n", "\r")))

    def change(self, own, text):
        """What is put where: (begin, end, text)."""
        lines = line_starts(text)
        begin, end = self.chance.choice(lines)
        at = self.chance.randrange(len(text) + 1)
        kind = self.chance.randrange(8)
        if kind == 0:
            return at, at, self.chance.choice(TYPED)
        if kind == 1:
            return at, min(len(text), at + self.chance.randint(1, 9)), ""
        if kind == 2:
            return begin, min(len(text), end + 1), ""
        if kind == 3:
            return begin, begin, text[begin:end] + "\n"
        if kind == 4:
            return begin, begin, self.import_(own)[0] + "\n"
        if kind == 5 and "h" in text:
            at = text.find("h", at if text.find("h", at) >= 0 else 0)
            return at, at + 1, f"h{self.chance.randrange(3)}"
        margin = text[begin:end][: len(text[begin:end]) - len(text[begin:end].lstrip())]
        return begin, begin, indented(self.statement(), margin or "    ")

    def changes(self, own, text, unit):
        """The contentChanges of one notification."""
        kind = self.chance.randrange(20)
        if kind == 0:
            return [{"text": self.program(own)}]
        if kind == 1:  # many cursors, from the last to the first
            word = self.chance.choice(("x", "=", "h", " "))
            places = [i for i, each in enumerate(text) if each == word][:: -self.chance.randint(1, 4)]
            return [self.ranged(text, at, at + 1, self.chance.choice((word, word, "xx")), unit) for at in places[:20]]
        if kind == 2:  # what no text has
            far = {"line": self.chance.randrange(1, 1 << 31), "character": self.chance.randrange(1 << 31)}
            return [{"range": {"start": far, "end": {"line": 0, "character": 0}}, "text": self.program(own)}]
        made = []
        for _ in range(self.chance.choice((1, 1, 1, 2, 3))):
            made.append(self.ranged(text, *self.change(own, text), unit))
            text = changed(text, made[-1:], unit)
        return made

    @staticmethod
    def ranged(text, begin, end, new, unit):
        return {"range": {"start": position(text, begin, unit), "end": position(text, end, unit)}, "text": new}
