-- `graphmend confirm` on the file of the current buffer. vim.g.graphmend_command: the program; "graphmend" by default.
local M = {}

local function entry(path, line, text)
  return { filename = path, lnum = line, text = text }
end

-- The entries of the quickfix list for what `graphmend confirm --json` printed.
function M.entries(told)
  local list = {}
  for _, finding in ipairs(told.findings) do
    local seen = finding.confirmation
    local often = seen.mostPerForward and (', %d per forward'):format(seen.mostPerForward) or ''
    local text = ('%s%s: %s %s'):format(seen.verdict, often, finding.code, finding.message)
    table.insert(list, entry(finding.path, finding.range.start.line, text))
  end
  for _, each in ipairs(told.breaks) do
    if not each.found then table.insert(list, entry(each.path, each.line, 'only at run time: ' .. each.type)) end
  end
  return list
end

function M.run(arguments)
  vim.cmd('silent update')
  local command = { vim.g.graphmend_command or 'graphmend', 'confirm', '--json' }
  if vim.g.graphmend_python then vim.list_extend(command, { '--python', vim.g.graphmend_python }) end
  table.insert(command, vim.fn.expand('%:.'))
  vim.list_extend(command, arguments)
  local out, err = {}, {}
  vim.notify('running ' .. table.concat(command, ' '))
  local job = vim.fn.jobstart(command, {
    stdout_buffered = true,
    stderr_buffered = true,
    on_stdout = function(_, lines) out = lines end,
    on_stderr = function(_, lines) err = lines end,
    on_exit = function(_, status)
      local ok, told = pcall(vim.fn.json_decode, table.concat(out, '\n'))
      if not ok or type(told) ~= 'table' then
        return vim.notify(table.concat(err, '\n'), vim.log.levels.ERROR)
      end
      vim.fn.setqflist({}, ' ', { title = 'graphmend confirm', items = M.entries(told) })
      for _, problem in ipairs(told.problems) do vim.notify('graphmend: ' .. problem, vim.log.levels.WARN) end
      vim.notify(('graphmend: %d entries, exit status %d'):format(#vim.fn.getqflist(), status))
      vim.cmd('copen')
    end,
  })
  if job <= 0 then vim.notify('graphmend: ' .. command[1] .. ' did not start', vim.log.levels.ERROR) end
end

return M
