-- Drives `jal lsp` from a real editor: `nvim --headless -u NONE -c 'luafile nvim.lua'`, with the path of
-- the program in JAL and a folder to work in, WORK.
local function fail(what)
  io.stdout:write("nvim: " .. what .. "\n")
  vim.cmd("cquit")
end

local ok, why = pcall(function()
  local jal, work = os.getenv("JAL"), os.getenv("WORK")
  local path = work .. "/main.s"
  vim.cmd("edit " .. path)
  local buffer = vim.api.nvim_get_current_buf()
  local client
  local id = vim.lsp.start_client({
    name = "jal",
    cmd = { jal, "lsp" },
    root_dir = work,
    on_init = function(started) client = started end,
  })
  local function wait(what, holds)
    if not vim.wait(5000, holds, 5) then error("no " .. what) end
  end
  wait("server", function() return client ~= nil end)
  vim.lsp.buf_attach_client(buffer, id)
  local function problems()
    local codes = {}
    for _, problem in ipairs(vim.diagnostic.get(buffer)) do
      table.insert(codes, problem.code or (problem.user_data.lsp or {}).code)
    end
    return table.concat(codes, " ")
  end
  wait("diagnostics", function() return problems() == "E0402" end)

  local function ask(method, params)
    local answer, failed = vim.lsp.buf_request_sync(buffer, method, params, 5000)
    if failed then error(method .. ": " .. failed) end
    local own = answer[id]
    if own.error then error(method .. ": " .. own.error.message) end
    return own.result
  end
  -- The fix of the first mistake.
  vim.api.nvim_win_set_cursor(0, { 3, 12 })
  local params = vim.lsp.util.make_range_params()
  params.context = { diagnostics = {} }
  local actions = ask("textDocument/codeAction", params)
  vim.lsp.util.apply_workspace_edit(actions[1].edit, "utf-16")
  wait("end of the mistake", function() return problems() == "" end)

  local here = vim.lsp.util.make_position_params()
  local hover = ask("textDocument/hover", here)
  if not hover.contents.value:find("label in lib.s") then error("hover: " .. hover.contents.value) end
  local place = ask("textDocument/definition", here)
  if not place.uri:find("lib.s$") then error("definition: " .. place.uri) end
  local items = ask("textDocument/completion", here)
  if #items.items == 0 then error("no completions") end
  local symbols = ask("textDocument/documentSymbol", { textDocument = here.textDocument })
  if symbols[1].name ~= "main" then error("symbols") end

  here.newName = "twice"
  vim.lsp.util.apply_workspace_edit(ask("textDocument/rename", here), "utf-16")
  local line = vim.api.nvim_buf_get_lines(buffer, 2, 3, false)[1]
  if line ~= "  jal ra, twice" then error("rename: " .. line) end
  wait("mended program", function() return problems() == "" end)

  local edits = ask("textDocument/formatting", {
    textDocument = here.textDocument,
    options = { tabSize = 4, insertSpaces = true },
  })
  vim.lsp.util.apply_text_edits(edits, buffer, "utf-16")
  line = vim.api.nvim_buf_get_lines(buffer, 2, 3, false)[1]
  if line ~= "    jal  ra, twice" then error("formatting: " .. line) end
  vim.lsp.stop_client(id)
end)
if not ok then fail(why) end
io.stdout:write("nvim: diagnostics, fix, hover, definition, completion, symbols, rename, formatting\n")
vim.cmd("qall!")
