// The command line as values: what main reads and the commands take.
#pragma once

#include "analysis/analyze.h"
#include "server/output/output.h"
#include "transforms/transforms.h"

#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace commands {

// Options of everything that analyses. What is not given here comes from the configuration file, then from the
// environment of the project, then from the defaults.
struct Analysing {
    std::optional<analysis::Version> torch;
    std::optional<analysis::Version> python;
    std::string interpreter;             // whose environment says both
    std::vector<std::string> knowledge;  // files of rows, besides those that the configuration file names
    std::vector<std::string> entries;
    std::vector<std::string> select;
    std::vector<std::string> ignore;
    std::string cache_folder;  // instead of the usual one
    bool no_cache = false;
    bool isolated = false;  // no configuration file
    unsigned jobs = 0;      // 0: as many as the machine runs at once
};

struct Check {
    Analysing analysing;
    std::vector<std::string> paths;  // or "-" alone
    const output::Format* format = &output::formats().front();
    std::string stdin_filename;
    std::string baseline;                                      // findings that are known: not shown, and do not count
    std::string write_baseline;                                // where the findings of now are kept as known ones
    std::string diff_base;                                     // a revision of git: what was found there is known
    rules::Severity exit_severity = rules::Severity::warning;  // what is less does not count
    bool list_entries = false;                                 // what is compiled, and why, instead of findings
    bool statistics = false;                                   // tables instead of findings
    bool as_fullgraph = false;
    bool with_confirm = false;  // with what the last runs of `confirm` said
    bool exit_zero = false;
    bool suppress = false;  // writes comments that silence the findings, instead of showing them
    std::string reason;     // that these give
    bool watch = false;     // again, whenever a file changes
};

struct Fix {
    Analysing analysing;
    std::vector<std::string> paths;
    bool unsafe = false;
    bool confirmed = false;  // of the unsafe ones, those that the last `confirm --fix` has confirmed
    bool runtime = false;    // the file may come to import GraphMend
    transforms::Form form = transforms::Form::plain;
    bool diff = false;
};

// Rewrites the modules that the import hook of `graphmend run` asks for, on standard input and output.
struct Rewrite {
    Analysing analysing;
    bool unsafe = false;
};

// Runs a program with its modules rewritten at import.
struct Run {
    std::vector<std::string> command;
    std::vector<std::string> packages;  // besides the project
    std::string cache_folder;           // instead of the usual one
    bool unsafe = false;
    bool report = false;
    bool later = false;  // outputs of graphs do not wait for the device
};

struct Explain {
    std::string code;
};

struct Rules {
    bool json = false;
};

// Prints what makes a shell complete the command line.
struct Completions {
    std::string shell;
};

// What a shell can offer for the last of these words.
struct Complete {
    std::vector<std::string> words;
};

// Prints the page of the manual.
struct Man {};

// Serves an agent: the Model Context Protocol.
struct Mcp {};

// Deletes the cache.
struct Clean {
    std::string folder;  // empty: the usual one
};

// Lists, or deletes, what runs have shown of what fixes assume.
struct Evidence {
    std::vector<std::string> paths;  // files and folders; none: all
    std::string folder;              // empty: the usual one
    bool forget = false;
    bool json = false;
};

// Says what each setting is, and where it comes from.
struct Config {
    Analysing analysing;
    std::vector<std::string> paths;
    bool schema = false;  // prints the JSON schema of the file instead
};

// Writes a configuration file, or a section of one, to begin with.
struct Init {
    std::string folder = ".";
};

struct Serve {
    bool verbose = false;  // logs to standard error
};

// Prints an intermediate form of the analysis.
struct Dump {
    enum class Form : std::uint8_t { names, flow, values, events, liveness, aliases, effects };
    Analysing analysing;
    Form form = Form::names;
    std::string path;
};

// Says what is known about a line.
struct Why {
    Analysing analysing;
    std::string path;
    std::uint32_t line = 0;  // 1-based
};

// Runs the user's program, and tells what Dynamo did where.
struct Confirm {
    Analysing analysing;  // `interpreter` is the one that runs it
    std::string target;   // a script, a module, or `package.module:name`
    bool is_module = false;
    std::vector<std::string> arguments;  // of the program
    std::string inputs;                  // `file.py:function`, for an object
    std::string logs;                    // to be read instead of running anything
    std::vector<std::string> packages;   // installed ones that are looked at like the user's own code
    bool fix = false;                    // also tries the fixes out
    bool unsafe = false;                 // the unsafe ones, too
    bool evidence = false;               // runs it once more, and asks what unsafe fixes assume
    bool runtime = false;                // those that make the source import GraphMend, too
    transforms::Form form = transforms::Form::plain;
    std::string backend = "eager";  // that compiles; "own": the one that the program asks for
    unsigned calls = 3;             // of an object, each
    bool fork = false;              // each call of an object in a process of its own
    unsigned timeout = 0;           // seconds; 0: none
    bool json = false;
    bool reads_nothing = false;  // standard input is not for it: a client of ours speaks there
};

// Measures a program before and after its fixes.
struct Profile {
    Confirm program;
    std::vector<unsigned> batches;  // rows of the tensors that it is called with; none: as they are
    std::string mode;               // of torch.compile
    bool train = false;             // a step of training for each call
    unsigned rounds = 3;            // each A B B A
    std::string report;             // the page to be written
    std::string traces;             // the folder for before.json and after.json
    bool compare = true;
};

using Command = std::variant<Check, Fix, Rewrite, Run, Explain, Rules, Completions, Complete, Man, Mcp, Clean, Evidence,
                             Config, Init, Serve, Dump, Why, Confirm, Profile>;

// The command line asked for text alone (--help, --version), or is wrong.
struct Exit {
    int status = 0;
    std::string out;
    std::string err;
};

[[nodiscard]] std::variant<Command, Exit> parse(std::vector<std::string> arguments);

}  // namespace commands
