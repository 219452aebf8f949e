-- A person in Neovim: opens a file, sees the findings, reads one, applies the fix of another, saves. Run by test_neovim.py;
-- what it prints is compared there. Takes FILE, GRAPHMEND and RUNTIME (the folder of the Neovim set-up) from the environment.
local modern = vim.lsp.enable ~= nil
local patience = 60000

local function say(...) io.stdout:write(table.concat(vim.tbl_map(tostring, { ... }), ' ') .. '\n') end

local function wait_for_findings(count)
  assert(vim.wait(patience, function() return #vim.diagnostic.get(0) == count end, 10), 'expected ' .. count .. ' findings')
end

local function set_up()
  vim.opt.runtimepath:append(vim.env.RUNTIME)
  local cmd = { vim.env.GRAPHMEND, 'server' }
  if modern then
    vim.lsp.config('graphmend', { cmd = cmd })
    vim.lsp.enable('graphmend')
  else
    require('graphmend').setup({ cmd = cmd })
  end
end

local function client()
  return modern and vim.lsp.get_clients()[1] or vim.lsp.get_active_clients()[1]
end

local function hover(line, column)
  vim.api.nvim_win_set_cursor(0, { line, column })
  local params = vim.lsp.util.make_position_params(0, client().offset_encoding)
  local replies = assert(vim.lsp.buf_request_sync(0, 'textDocument/hover', params, patience))
  local _, reply = next(replies)
  return reply.result.contents.value
end

-- Through Neovim's own menu, which is answered for the person.
local function choose(title)
  vim.ui.select = function(items, _, on_choice)
    for _, item in ipairs(items) do
      local action = item.action or item[2]
      if action.title:find(title, 1, true) then return on_choice(item) end
    end
    error('no such action: ' .. title)
  end
  local context = { only = { 'quickfix' } }
  vim.lsp.buf.code_action(modern and { context = context } or context)
end

local function main()
  set_up()
  vim.cmd('edit ' .. vim.fn.fnameescape(vim.env.FILE))
  wait_for_findings(2)
  local findings = vim.diagnostic.get(0)
  for _, d in ipairs(findings) do say(d.lnum + 1, d.col, d.end_col, d.source, d.message) end
  say(client().offset_encoding)
  say((hover(findings[1].lnum + 1, findings[1].col):gsub('\n', ' ')))
  vim.api.nvim_win_set_cursor(0, { findings[2].lnum + 1, findings[2].col })
  choose('torch.where')
  wait_for_findings(1)
  vim.cmd('write')
  local id = client().id
  vim.lsp.stop_client(id)
  assert(vim.wait(patience, function() return vim.lsp.client_is_stopped(id) end, 10), 'the server did not end')
end

local ok, problem = xpcall(main, debug.traceback)
if not ok then say('FAILED', problem) end
vim.cmd(ok and 'qall!' or 'cquit!')
