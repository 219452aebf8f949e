-- Neovim 0.11 and later: with this folder on the 'runtimepath', `vim.lsp.enable('graphmend')` is all it takes.
return {
  cmd = { 'graphmend', 'server' },
  filetypes = { 'python' },
  root_markers = { 'graphmend.toml', 'pyproject.toml', '.git' },
}
