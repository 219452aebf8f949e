#include "server/commands/line/options.h"

#include <algorithm>

// The commands that look at a project: check, fix, and what `graphmend run` asks.

namespace commands {

namespace {

void add_format(Line& line, CLI::App& check, Check& to) {
    std::vector<std::string> names;
    for (const output::Format& format : output::formats()) names.emplace_back(format.name);
    const auto take = [&to](const std::string& name) {
        to.format = &*std::ranges::find(output::formats(), name, &output::Format::name);
    };
    take_one_of(line,
                check.add_option_function<std::string>("--output-format", take, CLI::detail::join(names, ", "))
                    ->type_name("FORMAT"),
                names);
}

// What counts, and what is known.
void add_counting(Line& line, CLI::App& check, Check& to) {
    CLI::Option* baseline =
        check.add_option("--baseline", to.baseline, "findings of this file are not shown and do not count")
            ->type_name("FILE");
    CLI::Option* write =
        check.add_option("--write-baseline", to.write_baseline, "write the findings of now into such a file")
            ->type_name("FILE");
    CLI::Option* revision =
        check
            .add_option("--diff-base", to.diff_base,
                        "only findings in functions that changed since this revision of git, or that were not there")
            ->type_name("REV");
    write->excludes(baseline)->excludes(revision);
    const auto take = [&to](const std::string& word) { to.exit_severity = *rules::parse_severity(word); };
    CLI::Option* level =
        check
            .add_option_function<std::string>("--exit-severity", take,
                                              "error, warning or hint: what is less leaves the exit status 0")
            ->type_name("LEVEL");
    take_one_of(line, level, {"error", "warning", "hint"});
    check.add_flag("--exit-zero", to.exit_zero, "exit with 0 when there are findings, too");
}

// More than showing once what is found.
void add_acting(CLI::App& check, Check& to) {
    CLI::Option* suppress = check.add_flag(
        "--suppress", to.suppress, "write a comment that silences it behind each finding, instead of showing it");
    for (const char* other : {"--output-format", "--statistics", "--write-baseline"}) suppress->excludes(other);
    const auto take = [&to](const std::string& text) {
        if (text.find_first_of("\r\n") != std::string::npos)
            throw CLI::ValidationError("--reason", "a comment is one line");
        to.reason = text;
    };
    check.add_option_function<std::string>("--reason", take, "what these comments say behind the codes")
        ->type_name("TEXT")
        ->needs(suppress);
    CLI::Option* watch = check.add_flag("--watch", to.watch, "check again whenever a file changes, until interrupted");
    for (const char* other : {"--suppress", "--write-baseline"}) watch->excludes(other);
}

}  // namespace

void add_check(Line& line) {
    Check& to = line.check;
    CLI::App& check = add_command(line, "check", "Find graph breaks", to);
    add_paths(check, to.paths, "files and folders; - for standard input");
    add_format(line, check, to);
    check.add_option("--stdin-filename", to.stdin_filename, "the name that standard input goes by")->type_name("FILE");
    check.add_flag("--as-fullgraph", to.as_fullgraph, "find what fullgraph=True would reject");
    check.add_flag("--with-confirm", to.with_confirm, "say what the last `graphmend confirm` saw there");
    check.add_flag("--statistics", to.statistics, "print how many there are, by rule, entry point and file, instead")
        ->excludes("--output-format");
    check
        .add_flag("--list-entries", to.list_entries,
                  "print what is compiled, and where, instead; so does `--entries` without words")
        ->excludes("--statistics");
    add_counting(line, check, to);
    add_acting(check, to);
    add_analysing(line, check, to.analysing);
}

void add_fix(Line& line) {
    Fix& to = line.fix;
    CLI::App& fix =
        add_command(line, "fix", "Rewrite what can be rewritten with the meaning proven to be the same", to);
    add_paths(fix, to.paths, "files and folders");
    fix.add_flag("--unsafe", to.unsafe, "also rewrites that rest on an assumption, which their title states");
    fix.add_flag("--confirmed", to.confirmed,
                 "of those, the ones that the last `confirm --fix --unsafe` on the same text has confirmed");
    fix.add_flag("--runtime", to.runtime, "also rewrites that make the source import graphmend");
    const auto add = [&](const char* name, transforms::Form form, const char* help) {
        return fix.add_flag_callback(
            name, [&to, form] { to.form = form; }, help);
    };
    add("--guarded", transforms::Form::guarded,
        "tests all that a proof asks, in front of the new code, and keeps the old code behind them")
        ->excludes(add("--gated", transforms::Form::gated,
                       "what rests on an assumption stands behind `torch.compiler.is_compiling()`"));
    fix.add_flag("--diff", to.diff, "print the changes as a patch, and change nothing");
    add_analysing(line, fix, to.analysing);
}

void add_rewrite(Line& line) {
    Rewrite& to = line.rewrite;
    CLI::App& rewrite = add_command(
        line, "rewrite", "Rewrite modules as `graphmend run` imports them: JSON on standard input and output", to);
    rewrite.add_flag("--unsafe", to.unsafe, "also rewrites that rest on an assumption");
    add_analysing(line, rewrite, to.analysing);
}

}  // namespace commands
