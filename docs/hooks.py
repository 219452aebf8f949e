"""Pages of the site that stand elsewhere in the repository: each rule's, the rewrites' with their cases, the settings', the
editors', dependencies."""
import json
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


def case_pages():
    """(name, title, text) of each page in tests/fixes, which show what a rewrite does, what it has to know for that, and where it
    declines."""
    for path in sorted((ROOT / "tests/fixes").glob("*.md")):
        text = path.read_text(encoding="utf-8")
        yield path.stem, text.splitlines()[0].removeprefix("# "), text


def kind(schema):
    """What values a setting takes, in words."""
    if "enum" in schema:
        return ", ".join(f"`{each}`" for each in schema["enum"])
    if schema["type"] == "array":
        of = kind(schema["items"])
        return "strings" if of == "string" else f"some of {of}"
    if schema["type"] == "object":
        return f"a table, with {kind(schema['additionalProperties'])}"
    return {"boolean": "`true`, `false`"}.get(schema["type"], schema["type"])


def settings_page():
    properties = json.loads((ROOT / "server/config/graphmend.schema.json").read_text(encoding="utf-8"))["properties"]
    rows = "\n".join(f"| `{name}` | {kind(schema)} | {schema['description']} |" for name, schema in properties.items())
    return f"""# Settings

They stand in the nearest `graphmend.toml`, or in `[tool.graphmend]` of `pyproject.toml`. Options of the command line and settings of
an editor count more. `graphmend init` writes a file to begin with, and `graphmend config` says what each setting is for a file and
where that comes from. `graphmend config --schema` prints the JSON schema, which this page is made of.

| setting | values | |
|---|---|---|
{rows}
"""


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
    cases = list(case_pages())
    listed = "\n".join(f"* [{title}](cases/{name}.md)" for name, title, _ in cases)
    files.append(File.generated(config, "cases.md", content=f"""# Rewrites, case by case

Each page has source, the fixes that it is given with what they assume, and next to them sources that lack one of the things that
have to be known, with the reason why there is no fix. The pages are tests: the real PyTorch runs them before and after.

{listed}
"""))
    for name, _, text in cases:
        files.append(File.generated(config, f"cases/{name}.md", content=text))
    files.append(File.generated(config, "settings.md", content=settings_page()))
    return files


def on_page_markdown(markdown, page, config, files):
    """The pages that stand in docs/ themselves: likewise."""
    return markdown if page.file.generated_by else LINK.sub(lambda link: moved(link, pathlib.PurePath("docs")), markdown)
