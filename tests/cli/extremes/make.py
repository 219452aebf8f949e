"""Prints a file of a kind that people do not write: after a function with one finding, as much as the kind wants."""

import sys

HEAD = "import torch\n\n@torch.compile\ndef f(x: torch.Tensor):\n    return x.item()\n"
KINDS = {
    "functions": lambda: "".join(f"@torch.compile\ndef f{i}(x: torch.Tensor):\n    y = x.sum()\n    if y > {i}:\n        x = x + y\n    return x\n" for i in range(10000)),
    "statements": lambda: "@torch.compile\ndef g(x: torch.Tensor):\n" + "".join(f"    x{i} = x + {i}\n" for i in range(50000)),
    "branches": lambda: "".join(f"if a{i}:\n    a{i} = {i}\n" for i in range(25000)),
    "chain": lambda: "@torch.compile\ndef g(x: torch.Tensor):\n    if x.any(): pass\n" + "".join(f"    elif (x > {i}).any(): pass\n" for i in range(5000)),
    "own_base": lambda: "class A(A):\n    def forward(self, x):\n        return self.forward(x)\nclass B(C): pass\nclass C(B): pass\ntorch.compile(C())(1)\n",
    "parentheses": lambda: "y = " + "(" * 100000 + "1" + ")" * 100000 + "\n",
    "open": lambda: "y = " + "(" * 100000 + "\n",
    "attributes": lambda: "y = x" + ".y" * 100000 + "\n",
    "blocks": lambda: "".join(" " * i + "if x:\n" for i in range(500)) + " " * 500 + "pass\n",
    "calls": lambda: "@torch.compile\ndef g(x: torch.Tensor):\n    return h(" + "x.item(), " * 100000 + ")\n",
    "list": lambda: "y = [" + "1, " * 1700000 + "]\n",
    "keys": lambda: "@torch.compile\ndef g(x: torch.Tensor):\n    return {" + ", ".join(f'"{i}": x' for i in range(100000)) + "}\n",
    "string": lambda: "y = '" + "a" * 5000000 + "'\n",
    "python_2": lambda: "print 'hello'\nexcept_ = 0777\n",
    "nothing_closed": lambda: "class A:\n  def f(self, x:\n    return (x[\n",
}

print(HEAD + KINDS[sys.argv[1]](), end="")
