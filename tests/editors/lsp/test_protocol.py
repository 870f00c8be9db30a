"""Drives `jal lsp` with pytest-lsp: an editor that knows the types of the protocol and checks every message."""

import os
import pathlib

import pytest
import pytest_lsp
from lsprotocol import types
from pytest_lsp import ClientServerConfig, LanguageClient, client_capabilities

JAL = os.environ["JAL"]
MAIN = '.import "lib.s"\nmain:\n  jal ra, double\n  li a0, 10\n  ecall\n'
LIB = ".globl double\ndouble:\n  add a0, a0, a0\n  ret\n"


@pytest_lsp.fixture(config=ClientServerConfig(server_command=[JAL, "lsp"]))
async def client(lsp_client: LanguageClient, tmp_path: pathlib.Path):
    (tmp_path / "lib.s").write_text(LIB)
    (tmp_path / "main.s").write_text(MAIN)
    params = types.InitializeParams(
        capabilities=client_capabilities("neovim"),
        # This editor could ask for diagnostics, too; waiting for them shows the order of messages.
        initialization_options={"diagnostics": "push"},
        workspace_folders=[types.WorkspaceFolder(uri=tmp_path.as_uri(), name="work")],
    )
    await lsp_client.initialize_session(params)
    lsp_client.root = tmp_path
    yield
    await lsp_client.shutdown_session()


def opened(client, name, text):
    uri = (client.root / name).as_uri()
    item = types.TextDocumentItem(uri=uri, language_id="asm", version=1, text=text)
    client.text_document_did_open(types.DidOpenTextDocumentParams(text_document=item))
    return types.TextDocumentIdentifier(uri=uri)


@pytest.mark.asyncio
async def test_every_answer_has_the_types_of_the_protocol(client: LanguageClient):
    document = opened(client, "main.s", MAIN)
    await client.wait_for_notification("textDocument/publishDiagnostics")
    assert not client.diagnostics[document.uri]
    at = types.Position(line=2, character=12)
    place = {"text_document": document, "position": at}
    everything = types.Range(start=types.Position(0, 0), end=types.Position(9, 0))

    hover = await client.text_document_hover_async(types.HoverParams(**place))
    assert "label in lib.s" in hover.contents.value
    found = await client.text_document_definition_async(types.DefinitionParams(**place))
    assert found.uri.endswith("lib.s")
    context = types.ReferenceContext(include_declaration=True)
    found = await client.text_document_references_async(types.ReferenceParams(context=context, **place))
    assert len(found) == 3
    edit = await client.text_document_rename_async(types.RenameParams(new_name="twice", **place))
    assert edit is not None
    found = await client.text_document_completion_async(types.CompletionParams(**place))
    assert any(item.label == "double" for item in found.items)
    item = await client.completion_item_resolve_async(found.items[0])
    assert item.label == found.items[0].label
    found = await client.text_document_signature_help_async(types.SignatureHelpParams(**place))
    assert found.signatures
    found = await client.text_document_document_symbol_async(types.DocumentSymbolParams(document))
    assert [symbol.name for symbol in found] == ["main"]
    found = await client.workspace_symbol_async(types.WorkspaceSymbolParams(query="dbl"))
    assert [symbol.name for symbol in found] == ["double"]
    found = await client.text_document_folding_range_async(types.FoldingRangeParams(document))
    assert found
    found = await client.text_document_selection_range_async(types.SelectionRangeParams(document, [at]))
    assert found[0].parent
    found = await client.text_document_semantic_tokens_full_async(types.SemanticTokensParams(document))
    assert len(found.data) % 5 == 0
    found = await client.text_document_inlay_hint_async(types.InlayHintParams(document, everything))
    assert found
    found = await client.text_document_prepare_call_hierarchy_async(types.CallHierarchyPrepareParams(**place))
    calls = await client.call_hierarchy_incoming_calls_async(types.CallHierarchyIncomingCallsParams(found[0]))
    assert calls[0].from_.name == "main"
    options = types.FormattingOptions(tab_size=4, insert_spaces=True)
    edits = await client.text_document_formatting_async(types.DocumentFormattingParams(document, options))
    assert edits
    highlights = await client.text_document_document_highlight_async(types.DocumentHighlightParams(**place))
    assert highlights


@pytest.mark.asyncio
async def test_mistakes_come_with_fixes(client: LanguageClient):
    document = opened(client, "main.s", MAIN.replace("double", "dubble"))
    await client.wait_for_notification("textDocument/publishDiagnostics")
    [mistake] = client.diagnostics[document.uri]
    assert mistake.code == "E0402"
    context = types.CodeActionContext(diagnostics=[mistake])
    actions = await client.text_document_code_action_async(
        types.CodeActionParams(text_document=document, range=mistake.range, context=context)
    )
    assert actions[0].kind == types.CodeActionKind.QuickFix
    change = types.TextDocumentContentChangeWholeDocument(text=MAIN)
    version = types.VersionedTextDocumentIdentifier(uri=document.uri, version=2)
    client.text_document_did_change(types.DidChangeTextDocumentParams(version, [change]))
    await client.wait_for_notification("textDocument/publishDiagnostics")
    assert not client.diagnostics[document.uri]
