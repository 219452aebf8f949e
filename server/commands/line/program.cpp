#include "server/commands/line/options.h"

// The commands that run a program.

namespace commands {

namespace {

// What confirm and profile have in common. The first word that is no option is the target; all behind it is the
// program's.
void add_program(Line& line, CLI::App& app, Confirm& to) {
    app.prefix_command();
    app.add_flag("-m", to.is_module, "the target is the name of a module, as for Python");
    app.add_option("--inputs", to.inputs, "what gives the arguments for package.module:name")
        ->type_name("FILE.py:NAME");
    add_list(app, "--packages", to.packages, "installed packages that are looked at like the program itself")
        ->type_name("NAMES");
    app.add_option("--timeout", to.timeout, "seconds after which the program is ended")->type_name("SECONDS");
    app.add_flag("--unsafe", to.unsafe, "also fixes that rest on an assumption, which their title states");
    app.add_flag("--runtime", to.runtime, "also fixes that make the source import graphmend");
    app.add_flag("--json", to.json, "one JSON object on standard output; the program's goes to standard error");
    add_analysing(line, app, to.analysing);
    app.get_option("--python")->description("the interpreter that runs it; else that of the project's environment");
}

void take_target(const CLI::App& app, Confirm& to) {
    to.arguments = app.remaining();
    if (to.arguments.empty() == to.logs.empty())
        throw CLI::ValidationError(
            "TARGET", to.logs.empty() ? "none is given; `train.py`, say" : "and --from-logs exclude each other");
    if (to.arguments.empty()) return;
    to.target = to.arguments.front();
    to.arguments.erase(to.arguments.begin());
}

}  // namespace

void add_run(Line& line) {
    Run& to = line.run;
    CLI::App& run = add_command(line, "run", "Run a program, its modules rewritten in memory as it imports them", to);
    add_list(run, "--packages", to.packages, "packages to rewrite, besides the project")->type_name("NAMES");
    run.add_flag("--unsafe", to.unsafe, "also rewrites that rest on an assumption");
    run.add_flag("--report", to.report, "say at the end what was rewritten, and what was not and why");
    run.add_flag("--async", to.later, "outputs of graphs do not wait for a CUDA device: they come later, in order");
    run.add_option("--cache-dir", to.cache_folder, "keep rewritten modules there")->type_name("FOLDER");
    run.add_option("COMMAND", to.command, "behind `--`: python script.py ARGUMENTS, torchrun ...")->type_name("");
    run.parse_complete_callback([&to] {
        if (to.command.empty()) throw CLI::ValidationError("COMMAND", "none is given; write `-- python script.py`");
    });
}

void add_confirm(Line& line) {
    Confirm& to = line.confirm;
    CLI::App& confirm = *line.app.add_subcommand("confirm", "Run a program, and tell where its graphs really break");
    confirm.footer(
        "TARGET is a script, a module (-m), or package.module:name: a callable that returns a module, "
        "(module, arguments) or a list of calls. What follows it goes to the program.");
    confirm.add_option("--calls", to.calls, "how often each call of package.module:name is made; 3 by default")
        ->check(CLI::Range(1, 1000000).description(""))
        ->type_name("N");
    confirm.add_flag("--fork", to.fork, "each of these calls in a process of its own, whatever the others do");
    confirm
        .add_option("--from-logs", to.logs, "read what TORCH_TRACE or TORCH_LOGS=graph_breaks recorded; runs nothing")
        ->type_name("DIR");
    confirm.add_flag("--fix", to.fix,
                     "apply fixes in memory, run again, and compare: breaks, results, everything told");
    confirm.add_flag("--evidence", to.evidence,
                     "run once more, uncompiled, and ask what fixes assume; --fix --unsafe does, too");
    confirm.add_option("--backend", to.backend, "what compiles: `eager` is the fastest; `own`: what the program says")
        ->type_name("NAME");
    add_program(line, confirm, to);
    confirm.final_callback([&confirm, &to, &chosen = line.chosen] {
        take_target(confirm, to);
        chosen = to;
    });
}

void add_profile(Line& line) {
    Profile& to = line.profile;
    CLI::App& profile = *line.app.add_subcommand("profile", "Measure a program before and after its fixes");
    profile.footer("TARGET is package.module:name or file.py:name: a callable that returns (module, arguments).");
    profile
        .add_option("--batch", to.batches, "rows of the tensors that it is called with; several are measured in turn")
        ->delimiter(',')
        ->allow_extra_args(false)
        ->type_name("N,...");
    profile.add_option("--mode", to.mode, "of torch.compile: reduce-overhead, max-autotune")->type_name("MODE");
    profile.add_flag("--train", to.train, "measure a step of training: forward, backward, optimizer");
    profile.add_option("--rounds", to.rounds, "of before, after, after, before; 3 by default")
        ->check(CLI::Range(1, 1000).description(""))
        ->type_name("N");
    profile.add_option("--report", to.report, "write a page about it")->type_name("FILE.html");
    profile.add_option("--traces", to.traces, "keep the traces, before.json and after.json, for Perfetto")
        ->type_name("DIR");
    profile.add_flag_callback(
        "--no-compare", [&to] { to.compare = false; }, "do not look whether it stays the same program");
    to.program.backend = "own";
    profile.add_option("--backend", to.program.backend, "what compiles, if not what the program says")
        ->type_name("NAME");
    add_program(line, profile, to.program);
    profile.final_callback([&profile, &to, &chosen = line.chosen] {
        take_target(profile, to.program);
        chosen = to;
    });
}

}  // namespace commands
