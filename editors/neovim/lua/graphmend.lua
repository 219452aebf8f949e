-- Neovim 0.7 to 0.10, which know no `vim.lsp.enable`: require('graphmend').setup()
local M = {}

-- options.cmd: how the server is started; options.settings: see the README
function M.setup(options)
  options = options or {}
  local client
  vim.api.nvim_create_autocmd('FileType', {
    pattern = 'python',
    callback = function(event)
      client = client or vim.lsp.start_client({
        name = 'graphmend',
        cmd = options.cmd or { 'graphmend', 'server' },
        root_dir = vim.fn.getcwd(),
        init_options = options.settings,
        on_exit = function() client = nil end,
      })
      if client then vim.lsp.buf_attach_client(event.buf, client) end
    end,
  })
end

return M
