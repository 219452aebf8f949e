"""Pages of the site that stand elsewhere in the repository: each rule's, the rewrites', the editors', dependencies."""
import pathlib
import posixpath
import re

from mkdocs.structure.files import File

ROOT = pathlib.Path(__file__).parents[1]
ELSEWHERE = {
    "index.md": "README.md",
    "rewrites.md": "transforms/README.md",
    "editors.md": "editors/README.md",
    "dependencies.md": "third_party/README.md",
    "changelog.md": "CHANGELOG.md",
}
LINK = re.compile(r"(!?)\[([^]]*)\]\((?!http)([^)]*)\)")


def moved(link, folder):
    """A link of a page that stands in a folder of the repository, as one of the site; else its text alone."""
    path = posixpath.normpath(folder / link[3])
    pages = {source: page for page, source in ELSEWHERE.items()}
    page = path.removeprefix("docs/") if path.startswith("docs/") else pages.get(path)
    return f"{link[1]}[{link[2]}]({page})" if page else link[2]


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
        folder = pathlib.PurePath(path).parent
        text = LINK.sub(lambda link: moved(link, folder), (ROOT / path).read_text(encoding="utf-8"))
        files.append(File.generated(config, name, content=text))
    pages = rule_pages()
    rows = "\n".join(f"| [{code}](rules/{code}.md) | {name} | {text.splitlines()[2]} |" for code, name, text in pages)
    files.append(File.generated(config, "rules.md", content=f"# Rules\n\n| code | name | what it finds |\n|---|---|---|\n{rows}\n"))
    for code, _, text in pages:
        files.append(File.generated(config, f"rules/{code}.md", content=text))
    return files
