#include "server/commands/line/line.h"

#include "server/commands/line/options.h"

#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>

namespace commands {

namespace {

constexpr const char* examples = R"(Examples:
  graphmend check src/                     find graph breaks in every Python file below src/
  graphmend check --output-format sarif .  the same for code scanning
  graphmend check - < model.py             standard input
  graphmend fix --diff src/                show what `graphmend fix src/` would change
  graphmend explain GM101                  what a rule is about, with examples

Exit status: 0 nothing found, 1 findings, 2 something could not be read or understood.)";

}  // namespace

Line::Line()
    : app("Find and rewrite what breaks the graphs of torch.compile, without running the program.", "graphmend") {
    app.set_help_flag("-h,--help", "print this help");
    app.add_flag_callback(
        "--version", [] { throw CLI::CallForVersion("", 0); },
        "print the version, and the PyTorch versions that are known");
    for (const auto add :
         {add_check, add_fix, add_rewrite, add_run, add_server, add_mcp, add_explain, add_rules, add_clean,
          add_evidence, add_config, add_init, add_why, add_confirm, add_profile, add_dump, add_telling})
        add(*this);
    app.footer(examples);
}

}  // namespace commands
