-- :GraphmendConfirm [ARGUMENTS] runs the program of the current file, and fills the quickfix list with what PyTorch did.
vim.api.nvim_create_user_command('GraphmendConfirm', function(command)
  require('graphmend.confirm').run(command.fargs)
end, { nargs = '*', complete = 'file', desc = 'Run this file on PyTorch and list where its graphs really break' })
