"""The server under a client that nobody here wrote; pytest-lsp checks what it gets against the capabilities it declared."""

import asyncio

import pytest
import pytest_lsp
from lsprotocol import types
from pytest_lsp import ClientServerConfig, LanguageClient, client_capabilities
from support import BEHIND_EMOJI, BRANCH_LINE, FIXED_BRANCH, GRAPHMEND, LINE, PATIENCE, TEXT

pytestmark = [pytest.mark.asyncio, pytest.mark.filterwarnings("error::pytest_lsp.LspSpecificationWarning")]

CONFIG = ClientServerConfig(server_command=[GRAPHMEND, "server"])
MASKED = """\
import torch

@torch.compile
def scaled(x: torch.Tensor, hot: torch.Tensor, y: torch.Tensor):
    hot = hot > 0
    y = y * 2
    x[hot] = y[hot]
    return x
"""
URI = "file:///work/with%20blank/mod%C3%A8le.py"
DOCUMENT = types.TextDocumentIdentifier(uri=URI)


def capabilities(client="visual-studio-code", pull=True, encodings=None):
    declared = client_capabilities(client)
    declared.text_document.diagnostic = types.DiagnosticClientCapabilities() if pull else None
    if encodings:
        declared.general = declared.general or types.GeneralClientCapabilities()
        declared.general.position_encodings = encodings
    return declared


def register(client):
    client.feature(types.CLIENT_REGISTER_CAPABILITY)(lambda params: None)
    client.feature(types.WORKSPACE_CODE_LENS_REFRESH)(lambda params: None)


@pytest_lsp.fixture(config=CONFIG)
async def client(lsp_client: LanguageClient):
    """Pulls."""
    register(lsp_client)
    await lsp_client.initialize_session(types.InitializeParams(capabilities=capabilities()))
    yield
    await lsp_client.shutdown_session()


@pytest_lsp.fixture(config=CONFIG)
async def pushed(lsp_client: LanguageClient):
    """Is pushed to."""
    register(lsp_client)
    await lsp_client.initialize_session(types.InitializeParams(capabilities=capabilities(pull=False)))
    yield
    await lsp_client.shutdown_session()


@pytest_lsp.fixture(config=CONFIG)
async def fresh(lsp_client: LanguageClient):
    """Is initialized by the test."""
    register(lsp_client)
    yield
    await lsp_client.shutdown_session()


def open_document(client, text=TEXT, version=1, uri=URI):
    document = types.TextDocumentItem(uri=uri, language_id="python", version=version, text=text)
    client.text_document_did_open(types.DidOpenTextDocumentParams(text_document=document))


def change(client, version, text, start=None, end=None):
    if start is None:
        event = types.TextDocumentContentChangeWholeDocument(text=text)
    else:
        span = types.Range(start=types.Position(*start), end=types.Position(*end))
        event = types.TextDocumentContentChangePartial(range=span, text=text)
    document = types.VersionedTextDocumentIdentifier(uri=URI, version=version)
    client.text_document_did_change(types.DidChangeTextDocumentParams(text_document=document, content_changes=[event]))


async def pull(client, previous=None):
    params = types.DocumentDiagnosticParams(text_document=DOCUMENT, previous_result_id=previous)
    return await client.text_document_diagnostic_async(params)


async def actions(client, span, diagnostics=(), only=None):
    context = types.CodeActionContext(diagnostics=list(diagnostics), only=only)
    params = types.CodeActionParams(text_document=DOCUMENT, range=span, context=context)
    return list(await client.text_document_code_action_async(params))


async def published(client, version):
    """The diagnostics of a version, whichever come before them."""
    while True:
        params = await asyncio.wait_for(client.wait_for_notification("textDocument/publishDiagnostics"), PATIENCE)
        if params.version == version:
            return list(params.diagnostics)


def at(line, column):
    return types.Range(start=types.Position(line, column), end=types.Position(line, column))


def edited(text, edits):
    """The text after the edits of a client that counts in UTF-16."""
    lines = text.splitlines(keepends=True) + [""]

    def offset(position):
        units = lines[position.line].encode("utf-16-le")[: 2 * position.character]
        return sum(map(len, lines[: position.line])) + len(units.decode("utf-16-le"))

    for edit in sorted(edits, key=lambda edit: offset(edit.range.start), reverse=True):
        text = text[: offset(edit.range.start)] + edit.new_text + text[offset(edit.range.end) :]
    return text


@pytest.mark.parametrize(
    ("offered", "chosen"),
    [
        (None, "utf-16"),
        (["utf-16"], "utf-16"),
        (["utf-8", "utf-16"], "utf-8"),
        (["utf-32", "utf-8", "utf-16"], "utf-32"),
        (["utf-16", "utf-8"], "utf-16"),
    ],
)
async def test_columns_behind_an_emoji(fresh, offered, chosen):
    result = await fresh.initialize_session(types.InitializeParams(capabilities=capabilities(encodings=offered)))
    assert result.capabilities.position_encoding == chosen
    open_document(fresh)
    found = (await pull(fresh)).items[0]
    assert (found.range.start.line, found.range.end.line) == (LINE, LINE)
    assert (found.range.start.character, found.range.end.character) == BEHIND_EMOJI[chosen]


@pytest.mark.parametrize("name", ["visual-studio-code", "neovim", "emacs"])
async def test_what_the_server_declares(fresh, name):
    result = await fresh.initialize_session(types.InitializeParams(capabilities=capabilities(name, pull=False)))
    declared = result.capabilities
    assert declared.text_document_sync.change == types.TextDocumentSyncKind.Incremental
    assert declared.text_document_sync.open_close
    assert declared.hover_provider
    assert declared.diagnostic_provider is None
    assert list(declared.code_action_provider.code_action_kinds) == ["quickfix", "source.fixAll.graphmend"]
    assert result.server_info.name == "graphmend"


async def test_no_editor_is_flooded(client):
    branches = "".join(f"    if x.sum() > {i}:\n        x = x + 1\n" for i in range(1200))
    open_document(client, f"import torch\n\n@torch.compile\ndef f(x: torch.Tensor):\n{branches}    return x\n")
    items = (await pull(client)).items
    assert len(items) == 1001
    assert items[-1].message == "from here on, 200 more findings are not shown: `graphmend check` lists all of them"
    assert items[-1].range.start.line == 4 + 2 * 1000


async def test_pull(client):
    open_document(client)
    first = await pull(client)
    assert [(item.code, item.source, item.severity) for item in first.items] == [
        ("GM101", "graphmend", types.DiagnosticSeverity.Warning),
        ("GM101", "graphmend", types.DiagnosticSeverity.Warning),
    ]
    assert first.items[0].related_information[0].location.uri == URI
    again = await pull(client, first.result_id)
    assert again.kind == "unchanged" and again.result_id == first.result_id
    change(client, 2, "")
    empty = await pull(client, first.result_id)
    assert empty.kind == "full" and not empty.items


async def test_push(pushed):
    open_document(pushed, version=7)
    assert len(await published(pushed, 7)) == 2
    change(pushed, 8, "pass\n", (BRANCH_LINE, 4), (BRANCH_LINE + 4, 0))
    assert len(await published(pushed, 8)) == 1
    pushed.text_document_did_close(types.DidCloseTextDocumentParams(text_document=DOCUMENT))
    assert await published(pushed, None) == []


async def test_typing(client):
    open_document(client, "")
    for number, character in enumerate(TEXT):
        line, column = TEXT[:number].count("\n"), len(TEXT[:number].rpartition("\n")[2].encode("utf-16-le")) // 2
        change(client, number + 2, character, (line, column), (line, column))
    typed = (await pull(client)).items
    change(client, len(TEXT) + 2, TEXT)
    assert typed == (await pull(client)).items and len(typed) == 2


async def test_hover(client):
    open_document(client)
    position = types.Position(LINE, BEHIND_EMOJI["utf-16"][0])
    hover = await client.text_document_hover_async(types.HoverParams(text_document=DOCUMENT, position=position))
    text = hover.contents.value
    for part in ("GM101", "tensor-branch", "splits the graph", "`f` is compiled", "GB0170", "graphmend explain GM101"):
        assert part in text
    assert hover.range.start == position
    elsewhere = types.HoverParams(text_document=DOCUMENT, position=types.Position(0, 0))
    assert await client.text_document_hover_async(elsewhere) is None


async def test_quick_fix(client):
    open_document(client, version=3)
    found = (await pull(client)).items[1]
    offered = await actions(client, at(BRANCH_LINE, found.range.start.character), [found], ["quickfix"])
    (fix,) = (action for action in offered if action.is_preferred)
    (changes,) = fix.edit.document_changes
    assert (changes.text_document.uri, changes.text_document.version) == (URI, 3)
    assert list(fix.diagnostics) == [found]
    after = edited(TEXT, changes.edits)
    assert FIXED_BRANCH in after and "if x.mean()" not in after
    change(client, 4, after)
    assert [item.range.start.line for item in (await pull(client)).items] == [LINE]


@pytest.mark.parametrize("name", ["visual-studio-code", "neovim"])
async def test_forms_come_plain_gated_guarded(fresh, name):
    await fresh.initialize_session(types.InitializeParams(capabilities=capabilities(name)))
    open_document(fresh, MASKED)
    (found,) = (await pull(fresh)).items
    titles = [action.title for action in await actions(fresh, found.range, [found], ["quickfix"])]
    assert [title.startswith("Compute it") for title in titles] == [True, True, True, False, False]
    assert [("while compiling" in title, "assumes" in title) for title in titles[:3]] == [(False, True), (True, True), (False, False)]
    assert titles[3].startswith("Let Dynamo")


async def test_fix_all(client):
    open_document(client)
    (action,) = await actions(client, at(0, 0), only=["source.fixAll"])
    assert action.kind == "source.fixAll.graphmend"
    after = edited(TEXT, action.edit.document_changes[0].edits)
    assert FIXED_BRANCH in after and after.startswith(TEXT[: TEXT.index("    s =")])
    assert [offered.kind for offered in await actions(client, at(0, 0), only=["source"])] == [action.kind]
    assert await actions(client, at(0, 0), only=["source.organizeImports"]) == []
    change(client, 2, after)
    assert await actions(client, at(0, 0), only=["source.fixAll"]) == []


async def test_ignore_on_this_line(client):
    open_document(client)
    offered = await actions(client, at(BRANCH_LINE, 8), only=["quickfix"])
    (ignore,) = (action for action in offered if action.title == "Ignore GM101 on this line")
    after = edited(TEXT, ignore.edit.document_changes[0].edits)
    assert after.splitlines()[BRANCH_LINE] == "    if x.mean() > 0:  # graphmend: ignore[GM101]"
    change(client, 2, after)
    assert [item.range.start.line for item in (await pull(client)).items] == [LINE]


async def test_settings(fresh):
    fresh.set_configuration({"graphmend": {"ignore": ["GM101"]}})
    declared = capabilities()
    declared.workspace.configuration = True
    await fresh.initialize_session(types.InitializeParams(capabilities=declared))
    open_document(fresh)
    fresh.workspace_did_change_configuration(types.DidChangeConfigurationParams(settings=None))
    while (await pull(fresh)).items:  # until the answer of the client has arrived
        await asyncio.sleep(0.01)
    fresh.workspace_did_change_configuration(types.DidChangeConfigurationParams(settings={"graphmend": {"select": ["GM101"]}}))
    assert len((await pull(fresh)).items) == 2


async def test_settings_of_the_project(client, tmp_path):
    (tmp_path / "pyproject.toml").write_text('[tool.graphmend]\nignore = ["GM101"]\n')
    uri = (tmp_path / "sub" / "a.py").as_uri()
    open_document(client, uri=uri)
    params = types.DocumentDiagnosticParams(text_document=types.TextDocumentIdentifier(uri=uri))
    assert not (await client.text_document_diagnostic_async(params)).items
    (tmp_path / "pyproject.toml").write_text("[tool.graphmend]\nignore = 5\n")
    client.workspace_did_change_watched_files(types.DidChangeWatchedFilesParams(changes=[]))
    assert len((await client.text_document_diagnostic_async(params)).items) == 2
    assert "pyproject.toml: line 2" in client.messages[0].message
