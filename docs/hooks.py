"""Pages of the site that stand elsewhere in the repository: each rule's, the rewrites', the editors', dependencies."""
import pathlib
import re

from mkdocs.structure.files import File

ROOT = pathlib.Path(__file__).parents[1]
ELSEWHERE = {"rewrites.md": "transforms/README.md", "editors.md": "editors/README.md", "dependencies.md": "third_party/README.md"}


def rule_pages():
    """(code, name, text) of each page in analysis/rules, by code."""
    pages = []
    for path in (ROOT / "analysis/rules").glob("*.md"):
        text = path.read_text(encoding="utf-8")
        heading = re.match(r"# (GM\d+) (\S+)", text)
        pages.append((heading[1], heading[2], text))
    return sorted(pages)


def on_files(files, config):
    """Adds the pages; links between them that lead out of the site become names of files."""
    for name, path in ELSEWHERE.items():
        text = (ROOT / path).read_text(encoding="utf-8")
        files.append(File.generated(config, name, content=re.sub(r"\[([^]]*)\]\((?!http)[^)]*\)", r"\1", text)))
    pages = rule_pages()
    rows = "\n".join(f"| [{code}](rules/{code}.md) | {name} | {text.splitlines()[2]} |" for code, name, text in pages)
    files.append(File.generated(config, "rules.md", content=f"# Rules\n\n| code | name | what it finds |\n|---|---|---|\n{rows}\n"))
    for code, _, text in pages:
        files.append(File.generated(config, f"rules/{code}.md", content=text))
    return files
